import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { ImportStep, TakenOutWay, WayToLeave } from "#app/domain/catalog/listings/listing-state.ts";
import { ListingIssues } from "#app/routes/admin/listings/listing-issues.tsx";
import { noteOf } from "#app/routes/admin/listings/listings-words.ts";
import { mappingPath } from "#app/routes/admin/mapping/product-path.ts";
import { Day } from "#app/ui/day.tsx";
import { Progress as ProgressLine } from "#app/ui/progress.tsx";
import type { ShownPage } from "./shown-page.ts";

/** What needs the merchant, or why the listing is not for sale; nothing while all is well. */
export function StateCard({ page }: { page: ShownPage }) {
  const { listing, shopify } = page;
  const said = page.leaving === null ? describeListingStatus(page) : sayLeaving(page.leaving);
  const hasIssues = listing.openIssues.length > 0 || listing.failure !== null;
  const isGone = shopify.kind === "gone" && listing.listingStatus !== "waiting";
  if (said === null && !hasIssues && !isGone) return null;
  return (
    <Card>
      <BlockStack gap="300">
        {said}
        {isGone ? (
          <Text as="p">
            {listing.listingStatus === "unlinked"
              ? "It is not in your Shopify any more. You may import it from the catalog again."
              : "It is not in your Shopify any more. Import it again from the catalog, or unlink it here."}
          </Text>
        ) : null}
        {hasIssues ? <ListingIssues listing={listing} /> : null}
      </BlockStack>
    </Card>
  );
}

/** The steps of an import in the order they are done; a product that is in the store is linked in place of being made. */
const PHASES = ["product", "variants", "stock", "mapping", "done"] as const;

const STEPS: Readonly<
  Record<ImportStep, { readonly phase: (typeof PHASES)[number]; readonly words: string }>
> = {
  adopt: { phase: "product", words: "The product is being linked to the key in use." },
  product: { phase: "product", words: "The product is being made in Shopify." },
  create: { phase: "product", words: "The product is being made in Shopify." },
  variants: { phase: "variants", words: "Its variants are being read." },
  stock: { phase: "stock", words: "Its stock is being set." },
  mapping: { phase: "mapping", words: "It is being linked at the supplier." },
  done: { phase: "done", words: "It is being added to your sales channels." },
};

function describeListingStatus({ listing, removedAt, takenOutAt, shopify }: ShownPage) {
  switch (listing.listingStatus) {
    case "waiting":
      return <Progress step={listing.step} />;
    case "removed":
      return (
        <Text as="p">
          The supplier no longer offers it{removedAt ? <> since {<Day at={removedAt} />}</> : null}.{" "}
          {removedWords(listing.takenOut)} If it is offered again, Karwan brings it back.
        </Text>
      );
    case "taken_out":
      return (
        <Text as="p">
          Nothing is left of it{takenOutAt ? <> since {<Day at={takenOutAt} />}</> : null}. {noteOf(listing)}{" "}
          This undoes itself when it is back in stock.
        </Text>
      );
    case "unlinked":
      return <Unlinked productGid={shopify.kind === "gone" ? null : listing.productGid} />;
    case "in_sync":
    case "failed":
    case "losing":
    case "edited":
      return null;
  }
}

/** An import would make a second product; a mapping links the one that is there. */
function Unlinked({ productGid }: { productGid: string | null }) {
  const said = "It is unlinked: Karwan no longer updates it, and its orders are not sent to the supplier.";
  if (productGid === null) return <Text as="p">{said}</Text>;
  return (
    <BlockStack gap="200">
      <Text as="p">
        {said} Map it to link it again. Importing it from the catalog would make a second product.
      </Text>
      <InlineStack>
        <Button url={mappingPath(productGid)}>Map it</Button>
      </InlineStack>
    </BlockStack>
  );
}

function sayLeaving(way: WayToLeave) {
  return (
    <Text as="p">
      {way === "delete" || way === "deleted"
        ? "It is being deleted, and its sync at the supplier ends."
        : "It is being unlinked: its stock becomes 0, and its sync at the supplier ends."}{" "}
      You may leave this page.
    </Text>
  );
}

function removedWords(takenOut: TakenOutWay | null): string {
  switch (takenOut) {
    case "draft":
      return "It is a draft in your store.";
    case "archive":
      return "It is archived in your store.";
    case "quantity":
      return "Its quantity is 0 in your store.";
    case null:
      return "";
  }
}

function Progress({ step }: { step: ImportStep }) {
  const { phase, words } = STEPS[step];
  return (
    <BlockStack gap="200">
      <Text as="p">{words} You may leave this page.</Text>
      <ProgressLine done={PHASES.indexOf(phase) + 1} total={PHASES.length + 1} />
    </BlockStack>
  );
}
