import { ActionList, BlockStack, Button, Card, InlineStack, Popover, Text } from "@shopify/polaris";
import { ChatIcon, PhoneIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import type { ContactWay } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { type TextLanguage, textLanguages } from "#app/domain/orders/customer/contact/ready-text.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
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
  const { phone, hasWhatsApp, texts, whoConfirms } = contact;
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
            <Button icon={PhoneIcon} url={`tel:${phone}`} onClick={() => setHow("call")}>
              Call
            </Button>
            {hasWhatsApp ? (
              <WhatsAppButton phone={phone} texts={texts} onWrite={() => setHow("whatsapp")} />
            ) : null}
          </InlineStack>
        )}
        <Results order={order} how={how} />
        <LastContact order={order} />
      </BlockStack>
    </Card>
  );
}

const LANGUAGES: Readonly<Record<TextLanguage, string>> = {
  en: "English",
  roman_urdu: "Roman Urdu",
  ur: "اردو",
};

type WhatsAppProps = {
  readonly phone: string;
  readonly texts: Readonly<Record<TextLanguage, string>>;
  readonly onWrite: () => void;
};

function WhatsAppButton({ phone, texts, onWrite }: WhatsAppProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const number = phone.replace("+", "");
  const activator = (
    <Button icon={ChatIcon} disclosure onClick={() => setOpen(!isOpen)}>
      WhatsApp
    </Button>
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={close} preferredAlignment="left">
      <ActionList
        items={textLanguages.map((language) => ({
          content: LANGUAGES[language],
          helpText: <bdi>{texts[language]}</bdi>,
          url: `https://wa.me/${number}?text=${encodeURIComponent(texts[language])}`,
          external: true,
          onAction: () => {
            onWrite();
            close();
          },
        }))}
      />
    </Popover>
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
      {last.sentence}, <Day at={last.at} />, by {who(last.by ?? "")}
    </Text>
  );
}
