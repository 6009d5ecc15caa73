import { BlockStack, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { OrderId } from "#app/platform/ids.ts";
import { Day } from "#app/ui/day.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import { CommandButton } from "./command-button.tsx";
import { EditCustomerForm } from "./edit-customer-form.tsx";
import type { ShownOrder } from "./shown-order.ts";

const LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  phone: "Phone",
  secondPhone: "Second phone",
  address: "Address",
  landmark: "Landmark",
  city: "City",
  province: "Province",
  postalCode: "Postal code",
};

type CustomerCardProps = {
  readonly orderId: OrderId;
  readonly customer: NonNullable<ShownOrder["customer"]>;
  readonly fixes: ShownOrder["fixes"];
};

/** The customer as sent or corrected; where something was changed, what the order says stands beneath. */
export function CustomerCard({ orderId, customer, fixes }: CustomerCardProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { customer: fix, cities } = fixes;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {customer.wasSent ? "Customer as sent" : "Customer"}
        </Text>
        {fix?.corrected ? <Corrected corrected={fix.corrected} /> : null}
        {fix?.warnings.map((warning) => (
          <Text as="p" key={warning} tone="caution">
            {warning}
          </Text>
        ))}
        {isOpen && fix ? (
          <EditCustomerForm fix={fix} cities={cities} onDone={close} />
        ) : (
          <Fields customer={customer} />
        )}
        {fix && !isOpen ? (
          <InlineStack gap="200">
            <Button onClick={() => setOpen(true)}>Correct</Button>
            {fix.corrected ? <CommandButton command="undo_edit" /> : null}
          </InlineStack>
        ) : null}
        <Link url={`/settings/customer-access?order=${orderId}`}>Who saw this customer</Link>
      </BlockStack>
    </Card>
  );
}

type CorrectedBy = NonNullable<NonNullable<ShownOrder["fixes"]["customer"]>["corrected"]>;

function Corrected({ corrected }: { corrected: CorrectedBy }) {
  const who = useWho();
  return (
    <Text as="p" tone="subdued">
      Corrected by {who(corrected.by)}, <Day at={corrected.at} />
    </Text>
  );
}

function Fields({ customer }: Pick<CustomerCardProps, "customer">) {
  return (
    <>
      {customer.fields.map(({ field, sent, original }) => (
        <BlockStack key={field}>
          <Text as="span" tone="subdued" variant="bodySm">
            {LABELS[field] ?? field}
          </Text>
          <span dir="auto" className={classOf(field, original)}>
            {sent ?? "—"}
          </span>
          {original === null ? null : (
            <Text as="span" tone="subdued" variant="bodySm">
              In the order: <bdi>{original}</bdi>
            </Text>
          )}
        </BlockStack>
      ))}
    </>
  );
}

function classOf(field: string, original: string | null): string | undefined {
  const names = [field.toLowerCase().endsWith("phone") && "k-number", original !== null && "k-differs"];
  return names.filter(Boolean).join(" ") || undefined;
}
