import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { Confirmed } from "#app/routes/admin/listings/confirmed.tsx";
import { showsVisibility } from "#app/routes/admin/listings/listings-words.ts";
import { VisibilityLine } from "#app/routes/admin/settings/channels/visibility-line.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { CheckNow } from "./check-now.tsx";
import type { ShownPage } from "./shown-page.ts";

/** When it was last found true, the way to look now, and where customers see it. */
export function ActionsCard({ page: { listing, shopify, isConnected, asOf } }: { page: ShownPage }) {
  const { productGid, listingStatus } = listing;
  const canCheck =
    isConnected && productGid !== null && listingStatus !== "unlinked" && listingStatus !== "waiting";
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Last confirmed
        </Text>
        <Confirmed listing={listing} asOf={asOf} />
        {canCheck ? <CheckNow /> : null}
        {showsVisibility(listing) ? <VisibilityLine listing={listing} /> : null}
        <InlineStack gap="200">
          {productGid && shopify.kind !== "gone" ? (
            <Button url={adminUrl(`products/${productGid.split("/").at(-1)}`)}>Open in Shopify</Button>
          ) : null}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
