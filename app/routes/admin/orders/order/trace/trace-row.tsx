import type { SerializeFrom } from "@remix-run/node";
import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { TraceId, TraceLine, TraceSource } from "#app/domain/activity/trace/trace-line.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { ReceiptLink } from "#app/ui/receipt-link.tsx";
import { useShopFacts, useWho } from "#app/ui/shop-facts.tsx";

const SOURCES: Readonly<Record<TraceSource, string>> = {
  receipt: "Webhook",
  work: "Work",
  read: "Read",
  decision: "Decision",
  fact: "Timeline",
  attempt: "Attempt",
  parcel: "Parcel",
  write: "Change in Shopify",
  payment: "Payment",
  ledger: "Ledger",
};

const ACTORS: Readonly<Record<Exclude<TraceLine["actor"], null | "person">, string>> = {
  karwan: "Karwan",
  shopify: "Shopify",
  supplier: "Supplier",
  courier: "Courier",
  customer: "Customer",
};

const NAMES: Readonly<Record<string, string>> = {
  externalOrderId: "external id",
  idempotencyKey: "idempotency key",
  bodySha256: "SHA-256 of the request",
  fulfillmentOrder: "fulfillment order",
  orderNumber: "supplier's number",
  trackingNumber: "tracking number",
};

/** One line of a trace: when to the second, from which of our rows, who, and the ids to ask somebody else with. */
export function TraceRow({ line }: { line: SerializeFrom<TraceLine> }) {
  const { timezone } = useShopFacts();
  const who = useWho();
  const { at, source, actor, by, text, ids, deliveryId } = line;
  const doer = actor === "person" ? who(by ?? "") : actor && ACTORS[actor];
  return (
    <div className="k-topic">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Badge>{SOURCES[source]}</Badge>
          <Text as="span" variant="bodySm" tone="subdued">
            <time dateTime={at} title={at}>
              {formatMoment(at, timezone)}:{at.slice(17, 19)}
            </time>
            {doer ? ` · ${doer}` : ""}
          </Text>
        </InlineStack>
        <Text as="p" breakWord>
          {text}
        </Text>
        {ids.length > 0 || deliveryId ? (
          <InlineStack gap="200">
            {ids.map((id) => (
              <CopiedId key={id.name} id={id} />
            ))}
            {deliveryId ? (
              <Text as="span" variant="bodySm">
                <ReceiptLink id={deliveryId}>Receipt</ReceiptLink>
              </Text>
            ) : null}
          </InlineStack>
        ) : null}
      </BlockStack>
    </div>
  );
}

/** The admin's frame, or the browser, may not let an app write to the clipboard: the id can still be selected. */
function CopiedId({ id: { name, value } }: { id: TraceId }) {
  const [state, setState] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState(" copied");
    } catch {
      setState(" cannot be copied here: select it");
    }
  };
  return (
    <span className="k-id">
      {NAMES[name] ?? name} <code>{value}</code>
      <button type="button" onClick={() => void copy()} aria-label={`Copy ${NAMES[name] ?? name} ${value}`}>
        Copy
      </button>
      <span role="status">{state}</span>
    </span>
  );
}
