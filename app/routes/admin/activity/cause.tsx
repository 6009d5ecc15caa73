import type { SerializeFrom } from "@remix-run/node";
import { Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { FactCause } from "#app/domain/activity/explain-facts.server.ts";
import { listedTopic } from "#app/domain/deliveries/delivery-place.ts";
import { ReceiptLink } from "#app/ui/receipt-link.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import { topicWords } from "./topic-words.ts";

type ShownCause = SerializeFrom<FactCause>;

/** Why something happened: the event, with the way to its receipt; the rule, with the way to its page; or who asked. */
export function Cause({ cause }: { cause: ShownCause }) {
  return (
    <Text as="p" variant="bodySm" tone="subdued">
      <CauseWords cause={cause} />
    </Text>
  );
}

function CauseWords({ cause }: { cause: ShownCause }): ReactNode {
  const who = useWho();
  switch (cause.kind) {
    case "event":
      if (cause.topic === null) return "By an event whose receipt is not kept any more";
      if (cause.topic === listedTopic)
        return (
          <>
            By a check, in <ReceiptLink id={cause.deliveryId}>the supplier's list</ReceiptLink>
          </>
        );
      return (
        <>
          By the event <ReceiptLink id={cause.deliveryId}>{topicWords(cause.topic)}</ReceiptLink>
        </>
      );
    case "after_event":
      return (
        <>
          After the event <ReceiptLink id={cause.deliveryId}>{topicWords(cause.topic)}</ReceiptLink>
        </>
      );
    case "rule":
      return (
        <>
          By the setting <Link url={cause.path}>{cause.rule}</Link>
          {cause.by ? `, switched on by ${who(cause.by)}` : ""}
        </>
      );
    case "person":
      return `Asked for by ${who(cause.by)}`;
    case "requested_in_shopify":
      return "Requested in Shopify";
  }
}
