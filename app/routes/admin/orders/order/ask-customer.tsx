import { BlockStack, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import type { ContactWay } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { CallScript } from "#app/ui/call-script.tsx";
import { CallButton, WhatsAppButton } from "#app/ui/customer-contact.tsx";
import type { ShownOrder } from "./shown-order.ts";

type AskCustomerProps = {
  readonly order: Pick<ShownOrder, "id" | "name">;
  readonly contact: NonNullable<ShownOrder["contact"]>;
};

/** The customer is asked in place: the ways to reach them, what to say, and that nobody answered. */
export function AskCustomer({ order, contact }: AskCustomerProps) {
  const [how, setHow] = useState<ContactWay>("call");
  const { phone, hasWhatsApp, texts, script } = contact;
  if (phone === null) return null;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200">
        <CallButton phone={phone} onCall={() => setHow("call")} />
        {hasWhatsApp ? (
          <WhatsAppButton phone={phone} texts={texts} onWrite={() => setHow("whatsapp")} />
        ) : null}
        <ActionButton
          label="No answer"
          intent="contacted"
          action={`/orders/${order.id}/contact`}
          fields={{ how, result: "no_answer" }}
        />
      </InlineStack>
      {script ? <CallScript script={script} about={order.name} /> : null}
    </BlockStack>
  );
}
