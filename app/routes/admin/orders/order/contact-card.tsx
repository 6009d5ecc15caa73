import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ContactWay } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { CallScript } from "#app/ui/call-script.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CallButton, WhatsAppButton } from "#app/ui/customer-contact.tsx";
import { Day } from "#app/ui/day.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import type { ShownOrder } from "./shown-order.ts";

type ContactCardProps = {
  readonly order: ShownOrder;
  readonly contact: NonNullable<ShownOrder["contact"]>;
};

/** Call and WhatsApp with a ready text, and what came of it in one tap. */
export function ContactCard({ order, contact }: ContactCardProps) {
  const [how, setHow] = useState<ContactWay>("call");
  const { phone, hasWhatsApp, texts, script, asksResult, whoConfirms } = contact;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Talk to the customer
        </Text>
        {whoConfirms ? <Text as="p">{whoConfirms}</Text> : null}
        {phone === null ? (
          <Text as="p" tone="subdued">
            No valid phone number is known.
          </Text>
        ) : (
          <InlineStack gap="200">
            <CallButton phone={phone} onCall={() => setHow("call")} />
            {hasWhatsApp ? (
              <WhatsAppButton phone={phone} texts={texts} onWrite={() => setHow("whatsapp")} />
            ) : null}
          </InlineStack>
        )}
        {phone !== null && script ? <CallScript script={script} about={order.name} /> : null}
        {asksResult ? <Results order={order} how={how} /> : null}
        <LastContact order={order} />
      </BlockStack>
    </Card>
  );
}

function Results({ order, how }: { order: ShownOrder; how: ContactWay }) {
  const to = { intent: "contacted", action: `/orders/${order.id}/contact`, size: "slim" } as const;
  return (
    <BlockStack gap="100">
      <Text as="span" tone="subdued" variant="bodySm">
        How did it go?
      </Text>
      <InlineStack gap="200">
        <ActionButton {...to} label="Confirmed" fields={{ how, result: "confirmed" }} />
        <ActionButton {...to} label="No answer" fields={{ how, result: "no_answer" }} />
        {order.actions.cancel ? (
          <ConfirmButton
            {...to}
            label="Cancels"
            fields={{ how, result: "cancel" }}
            title={`Cancel ${order.name}?`}
            text="It is kept that the customer cancels, and parcels that are not packed yet are cancelled at the supplier. In Shopify the order stays until you cancel it there."
            confirm="The customer cancels"
          />
        ) : null}
      </InlineStack>
    </BlockStack>
  );
}

/** The newest result, so that nobody asks a customer twice. */
function LastContact({ order }: { order: ShownOrder }) {
  const who = useWho();
  const last = order.timeline.find(({ code }) => code === "customer_contacted");
  if (!last) return null;
  return (
    <Text as="p" tone="subdued">
      {last.sentence}, <Day at={last.at} />
      {last.actor === "customer" ? "" : `, by ${who(last.by ?? "")}`}
    </Text>
  );
}
