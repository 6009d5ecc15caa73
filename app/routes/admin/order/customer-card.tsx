import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ShownOrder } from "./shown-order.ts";

const LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  phone: "Phone",
  address: "Address",
  city: "City",
  province: "Province",
  postalCode: "Postal code",
};

/** The customer as sent; where we changed something, what the order says stands beneath. */
export function CustomerCard({ customer }: { customer: NonNullable<ShownOrder["customer"]> }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {customer.wasSent ? "Customer as sent" : "Customer"}
        </Text>
        {customer.fields.map(({ field, sent, original }) => (
          <BlockStack key={field}>
            <Text as="span" tone="subdued" variant="bodySm">
              {LABELS[field] ?? field}
            </Text>
            <span dir="auto" className={field === "phone" ? "k-number" : undefined}>
              {sent ?? "—"}
            </span>
            {original === null ? null : (
              <Text as="span" tone="subdued" variant="bodySm">
                In the order: <bdi>{original}</bdi>
              </Text>
            )}
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}
