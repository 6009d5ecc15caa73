import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";
import { getCatalogProduct } from "#app/domain/catalog/browse/get-catalog-product.server.ts";
import type { Visibility } from "#app/domain/catalog/channels/visibility.ts";
import { type SupplierProductId, toSupplierProductId } from "#app/platform/ids.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { toCatalogTrouble } from "#app/routes/admin/products/catalog-words.ts";
import { reviewOf } from "#app/routes/admin/products/import-address.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { importedWords } from "#app/routes/admin/settings/channels/visibility-words.ts";
import { WITHOUT_NUL } from "#app/routes/admin/without-nul.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { Pictures } from "./pictures.tsx";
import { ProductFacts } from "./product-facts.tsx";
import { RefusalAdvice } from "./refusal-advice.tsx";
import { RichText } from "./rich-text.tsx";
import { VariantTable } from "./variant-table.tsx";

const productId = z.string().min(1).max(200).regex(WITHOUT_NUL).transform(toSupplierProductId);
const form = z.object({ intent: z.literal("refresh") });

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const found = await getCatalogProduct(ctx, { supplierProductId: toProductId(args.params) });
  if (found.kind === "unknown") throw notFound();
  return found.kind === "product"
    ? { product: found, trouble: null }
    : { product: null, trouble: toCatalogTrouble(found) };
}

/** *Refresh*: this one product is read anew. */
export async function action(args: ActionFunctionArgs) {
  const { ctx } = await requireShop(args);
  await parseForm(args.request, form);
  const supplierProductId = toProductId(args.params);
  const found = await getCatalogProduct(ctx, { supplierProductId, isFresh: true });
  if (found.kind === "unknown") throw notFound();
  if (found.kind === "product") return { ok: true, done: "Read anew" };
  const { title, text } = toCatalogTrouble(found);
  return { ok: false, reason: title, detail: text };
}

function toProductId(params: LoaderFunctionArgs["params"]): SupplierProductId {
  const id = productId.safeParse(params.supplierProductId);
  if (!id.success) throw notFound();
  return id.data;
}

export default function Product() {
  const { product, trouble } = useLoaderData<typeof loader>();
  const catalog = useListAddress("/products");
  const backAction = { content: "Catalog", url: catalog };
  if (!product)
    return (
      <PageFrame title="Product" backAction={backAction}>
        <EmptyCard {...trouble} />
      </PageFrame>
    );
  return <ProductPage product={product} backAction={backAction} />;
}

type Shown = NonNullable<SerializeFrom<typeof loader>["product"]>;

function ProductPage({
  product,
  backAction,
}: {
  product: Shown;
  backAction: { content: string; url: string };
}) {
  const { card, isGone } = product;
  const { listing } = card;
  const toListing = listing && { content: "See it in your listings", url: `/listings/${listing.id}` };
  const toReview = isGone ? undefined : { content: "Import", url: reviewOf([card.supplierProductId]) };
  return (
    <PageFrame
      title={card.title || "Product"}
      backAction={backAction}
      primaryAction={toListing ?? toReview}
      titleMetadata={<ListingStatusBadge isGone={isGone} listing={listing} />}
    >
      <div className="k-order">
        <div className="k-order-main">
          <Card>
            <Pictures urls={product.imageUrls} />
          </Card>
          <VariantTable variants={product.variants} />
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                Description
              </Text>
              {product.description.length === 0 ? (
                <Text as="p" tone="subdued">
                  The supplier gives none.
                </Text>
              ) : (
                <RichText pieces={product.description} />
              )}
            </BlockStack>
          </Card>
        </div>
        <div className="k-order-side">
          <ProductFacts product={product} />
          <RefusalAdvice product={product} />
          <div className="k-walk">
            <InlineStack gap="200" blockAlign="center">
              <Text as="span" tone="subdued" variant="bodySm">
                as of <Moment at={product.asOf} />
              </Text>
              <ActionButton label="Refresh" intent="refresh" variant="plain" />
            </InlineStack>
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

type ShownListing = { readonly visibility: Visibility } | null;

function ListingStatusBadge({ isGone, listing }: { isGone: boolean; listing: ShownListing }) {
  if (isGone) return <Badge tone="warning">No longer offered</Badge>;
  return listing === null ? null : <StatusBadge {...importedWords(listing.visibility)} />;
}

export const ErrorBoundary = RouteError;
