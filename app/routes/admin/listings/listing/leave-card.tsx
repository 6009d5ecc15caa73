import { BlockStack, Card, Checkbox, Text } from "@shopify/polaris";
import { useState } from "react";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import type { ShownPage } from "./shown-page.ts";

/** Taking the product out of Karwan's care, or out of the store; each asks first and says what happens. */
export function LeaveCard({ page: { listing, shopify } }: { page: ShownPage }) {
  const [isHidden, setHidden] = useState(false);
  const isActive = shopify.kind === "read" && shopify.status === "ACTIVE";
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          Leave
        </Text>
        <ConfirmButton
          label="Unlink"
          intent="unlink"
          fields={{ hide: isHidden ? "1" : "0" }}
          title="Unlink it from the supplier?"
          text="Its stock at Karwan's location becomes 0, stock and prices are no longer updated, and new orders of it are not sent to the supplier. Placed orders go on."
          confirm="Unlink it"
        >
          <Checkbox label="Also hide it as a draft" checked={isHidden} onChange={setHidden} />
        </ConfirmButton>
        {listing.origin === "mapped" ? null : (
          <ConfirmButton
            label="Delete from the store"
            intent="delete"
            title={isActive ? "It is for sale. Delete it?" : "Delete it from your store?"}
            text="The product goes out of Shopify for good, with its images and text. Placed orders go on. Import it again to have it back."
            confirm="Delete it"
          />
        )}
      </BlockStack>
    </Card>
  );
}
