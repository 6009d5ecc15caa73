import type { SerializeFrom } from "@remix-run/node";
import { Badge, BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { Call } from "#app/domain/orders/confirmation/list-calls.server.ts";
import type { ContactResult, ContactWay } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { formatAgo } from "#app/platform/time/format-time.ts";
import { CallScript } from "#app/ui/call-script.tsx";
import { CallButton, WhatsAppButton } from "#app/ui/customer-contact.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Money } from "#app/ui/money.tsx";
import type { CallAnswer } from "./use-call-answers.ts";

type ShownCall = SerializeFrom<Call>;

type CallRowProps = {
  readonly call: ShownCall;
  readonly asOf: string;
  readonly isBusy: boolean;
  readonly onAnswer: (call: CallAnswer, how: ContactWay) => void;
};

const RESULTS: readonly { readonly result: ContactResult; readonly label: string }[] = [
  { result: "confirmed", label: "Confirmed" },
  { result: "no_answer", label: "No answer" },
  { result: "cancel", label: "Cancels" },
];

/** One customer to call: who and how much, the ways to reach them, and what came of it in one tap. */
export function CallRow({ call, asOf, isBusy, onAnswer }: CallRowProps) {
  const [how, setHow] = useState<ContactWay>("call");
  const { id, name } = call;
  return (
    <div className="k-call">
      <CallHead call={call} asOf={asOf} />
      <WaysToReach call={call} onReach={setHow} />
      <div className="k-call-buttons">
        {RESULTS.map(({ result, label }) => (
          <Button
            key={result}
            size="large"
            fullWidth
            variant={result === "confirmed" ? "primary" : undefined}
            disabled={isBusy}
            accessibilityLabel={`${label}, ${name}`}
            onClick={() => onAnswer({ id, name, result }, how)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function CallHead({ call, asOf }: Pick<CallRowProps, "call" | "asOf">) {
  const { id, name, firstName, city, collectsPkr, orderedAt, dueAt, tries, isReminded } = call;
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        <Text as="h3" variant="headingSm">
          <Link url={`/orders/${id}`}>
            <bdi>{name}</bdi>
          </Link>{" "}
          <bdi>{[firstName, city].filter(Boolean).join(", ")}</bdi>
        </Text>
        <Text as="span" fontWeight="semibold">
          <Money amount={collectsPkr} />
        </Text>
      </InlineStack>
      <InlineStack gap="200" blockAlign="center">
        {isReminded ? <Badge tone="attention">Ask again</Badge> : null}
        <Text as="span" tone="subdued" variant="bodySm">
          Ordered {formatAgo(orderedAt, asOf)} · until <Moment at={dueAt} />
          {tries === 0 ? null : ` · ${countOf(tries, "try", "tries")}`}
        </Text>
      </InlineStack>
    </BlockStack>
  );
}

type WaysProps = { readonly call: ShownCall; readonly onReach: (how: ContactWay) => void };

function WaysToReach({ call: { name, contact }, onReach }: WaysProps) {
  if (!contact || contact.phone === null)
    return (
      <Text as="p" tone="subdued">
        No valid phone number is known.
      </Text>
    );
  const { phone, hasWhatsApp, texts, script } = contact;
  const button = { phone, size: "large", fullWidth: true } as const;
  return (
    <div className="k-call-buttons k-call-ways">
      <CallButton {...button} accessibilityLabel={`Call, ${name}`} onCall={() => onReach("call")} />
      {hasWhatsApp ? (
        <WhatsAppButton
          {...button}
          {...{ texts }}
          accessibilityLabel={`WhatsApp, ${name}`}
          onWrite={() => onReach("whatsapp")}
        />
      ) : null}
      {script ? <CallScript script={script} about={name} isLarge /> : null}
    </div>
  );
}
