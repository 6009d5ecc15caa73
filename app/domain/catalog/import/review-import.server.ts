import { z } from "zod";
import { readProductForPage } from "#app/domain/catalog/browse/product-for-page.server.ts";
import { hiddenNamesOf } from "#app/domain/catalog/text/hidden-names.ts";
import { cleanDescription, toEditableText } from "#app/domain/catalog/text/parse-html.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { estimateShipping } from "#app/domain/policy/pricing/margin.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { type Collection, listCollections } from "#app/shopify/operations/products/list-collections.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { CatalogFilter } from "../browse/catalog-filter.ts";
import { countCatalog } from "../browse/find-catalog-ids.server.ts";
import { listCachedProducts, listFoundProductIds } from "../browse/list-found-products.server.ts";
import { refreshCatalogProduct } from "../browse/save-catalog.server.ts";
import { type Visibility, visibilityOf } from "../channels/visibility.ts";
import { type NotReady, notReadyToImport } from "./not-ready-to-import.ts";
import {
  brandOf,
  countLeftImages,
  type ListingFacts,
  listImages,
  listVariants,
  planContent,
  proposePrice,
} from "./plan-listing.ts";

/** Few enough to be looked through, and to be asked of the service one by one where our copy has no variants. */
const PAGE_SIZE = 20;

export type ProductSelection =
  | { readonly kind: "products"; readonly ids: readonly SupplierProductId[] }
  | { readonly kind: "filter"; readonly filter: CatalogFilter };

export type ReviewVariant = {
  readonly id: SupplierVariantId;
  /** Empty for the only variant of a product. */
  readonly name: string;
  readonly stock: number;
  readonly wholesalePkr: Rupees;
  /** The price the rule gives it. */
  readonly pricePkr: Rupees;
  /** The lowest price the rule would give: cost, least margin and the supplier's minimum. */
  readonly floorPkr: Rupees;
  /** Below it the supplier takes no order. */
  readonly minResalePkr: Rupees;
  /** Its own picture, where that is copied. */
  readonly imageUrl: string | null;
};

export type ReviewProduct = {
  readonly id: SupplierProductId;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly productType: string;
  readonly imageUrls: readonly string[];
  /** Pictures of the supplier's that cannot be copied. */
  readonly imagesLeft: number;
  readonly brand: string | null;
  /** Shipping cost of one unit shipped alone. */
  readonly shippingPkr: Rupees;
  readonly variants: readonly ReviewVariant[];
  /** Null while it is not imported; else where customers see it. */
  readonly imported: Visibility | null;
};

export type Review = {
  readonly kind: "review";
  readonly products: readonly ReviewProduct[];
  /** Products chosen, those beyond this page included. */
  readonly total: number;
  /** Those of them that are in the store already: an import leaves them as they are. */
  readonly inStore: number;
  /** Place of the first one of this page, from 0. */
  readonly from: number;
  readonly next: number | null;
  /** Of this page: those the service does not offer, or that could not be read now. They are imported as planned. */
  readonly unread: number;
  readonly isDeliverable: boolean;
  /** Whose name the last import wrote as the vendor. */
  readonly vendor: "shop" | "brand";
  readonly shopName: string;
  /** What a sale is reckoned with. */
  readonly terms: AccountTerms;
  readonly collections: readonly Collection[];
};

type ReviewContext = Pick<
  ShopContext,
  "shop" | "env" | "db" | "clock" | "admin" | "connection" | "supplier" | "log"
>;

/** One page of what is about to be imported, as it would be written if nothing were changed. */
export async function reviewImport(
  ctx: ReviewContext,
  { chosen, from }: { readonly chosen: ProductSelection; readonly from: number },
): Promise<Review | { readonly kind: "not_connected" | NotReady }> {
  const { connection, supplier } = ctx;
  if (connection === null || supplier === null) return { kind: "not_connected" };
  const notReady = notReadyToImport(ctx);
  if (notReady !== null) return { kind: notReady };
  const { ids, total } = await listChosen(ctx, connection.mode, chosen, from + PAGE_SIZE);
  const shown = ids.slice(from, from + PAGE_SIZE);
  const [products, { priceRule }, terms, collections, vendor, inStore] = await Promise.all([
    readProducts(ctx, { supplier, mode: connection.mode, ids: shown }),
    loadListingSettings(ctx),
    loadTerms(ctx),
    listCollections(ctx.admin),
    findLastVendor(ctx),
    countInStore(ctx, connection.mode, { chosen, total }),
  ]);
  const listed = await ctx.db.listing.findMany({
    where: {
      ...{ shopId: ctx.shop.id, mode: connection.mode, state: "ready" },
      supplierProductId: { in: [...shown] },
    },
    select: { supplierProductId: true, productStatus: true, publishedOn: true },
  });
  const imported = new Map(listed.map((row) => [row.supplierProductId, visibilityOf(row)]));
  return {
    kind: "review",
    products: await Promise.all(
      products.map(async (product) => ({
        ...(await toReview(ctx, { priceRule, terms }, product)),
        imported: imported.get(product.id) ?? null,
      })),
    ),
    ...{ total, inStore, from, collections, terms },
    next: total > from + PAGE_SIZE ? from + PAGE_SIZE : null,
    unread: shown.length - products.length,
    isDeliverable: ctx.shop.deliveryReady === true,
    ...{ vendor, shopName: ctx.shop.name || ctx.shop.domain },
  };
}

/** As the last import chose; the shop's own name before the first. */
async function findLastVendor({ shop, db }: Pick<ShopContext, "shop" | "db">): Promise<Review["vendor"]> {
  const last = await db.bulkRun.findFirst({
    where: { shopId: shop.id, kind: "import" },
    orderBy: { createdAt: "desc" },
    select: { params: true },
  });
  return vendorParams.safeParse(last?.params).data?.vendor ?? "shop";
}

const vendorParams = z.object({ vendor: z.enum(["shop", "brand"]) });

/** The ids meant, in their order, as far as they are wanted; and how many are meant altogether. */
export async function listChosen(
  ctx: Pick<ShopContext, "shop" | "db">,
  mode: Mode,
  chosen: ProductSelection,
  limit: number,
): Promise<{ readonly ids: readonly SupplierProductId[]; readonly total: number }> {
  if (chosen.kind === "products") return { ids: chosen.ids.slice(0, limit), total: chosen.ids.length };
  const { ids, found } = await listFoundProductIds(ctx, { mode, filter: chosen.filter, limit });
  return { ids, total: found };
}

/** How many of all that is meant the store has already. */
async function countInStore(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  mode: Mode,
  { chosen, total }: { readonly chosen: ProductSelection; readonly total: number },
): Promise<number> {
  const place = { shopId: shop.id, mode };
  if (chosen.kind === "products")
    return db.listing.count({
      where: { ...place, state: "ready", supplierProductId: { in: [...chosen.ids] } },
    });
  const filter = { ...chosen.filter, unlisted: true };
  return total - (await countCatalog(db, place, { filter, most: total }));
}

type ReviewPageQuery = {
  readonly supplier: SupplierClient;
  readonly mode: Mode;
  readonly ids: readonly SupplierProductId[];
};

/** From our own copy; what that does not hold, or without its variants, is read by id and kept. */
async function readProducts(
  ctx: ReviewContext,
  { supplier, mode, ids }: ReviewPageQuery,
): Promise<readonly SupplierProduct[]> {
  const cached = await listCachedProducts(ctx, { mode, ids });
  const read = await Promise.all(
    ids.map(async (supplierProductId): Promise<SupplierProduct | null> => {
      const known = cached.get(supplierProductId);
      if (known?.hasVariants) return known.product;
      try {
        const product = await readProductForPage(supplier, supplierProductId);
        const events = { shopId: ctx.shop.id, mode, supplierProductId, product, isGone: false };
        await refreshCatalogProduct(ctx.db, events);
        return product;
      } catch (error) {
        if (isSupplierError(error)) return null;
        throw error;
      }
    }),
  );
  return read.filter((product) => product !== null);
}

async function toReview(
  ctx: Pick<ReviewContext, "env" | "shop">,
  pricing: Pick<ListingFacts, "priceRule" | "terms">,
  product: SupplierProduct,
): Promise<Omit<ReviewProduct, "imported">> {
  const hiddenNames = hiddenNamesOf(ctx.env);
  const descriptionHtml = await cleanDescription(ctx.shop.id, product.description ?? "", hiddenNames);
  const content = planContent({ product, descriptionHtml, hiddenNames, choices: {} });
  const images = listImages(product);
  return {
    id: product.id,
    title: content.title,
    description: await toEditableText(ctx.shop.id, content.descriptionHtml),
    tags: content.tags,
    productType: content.productType,
    imageUrls: images,
    imagesLeft: countLeftImages(product),
    brand: brandOf({ product, hiddenNames }),
    shippingPkr: estimateShipping(product.shipping, pricing.terms),
    variants: listVariants(product).map((variant) => {
      const { pricePkr, floorPkr } = proposePrice(pricing, product, variant);
      return {
        id: variant.id,
        name: [variant.color, variant.size].filter(Boolean).join(" / ") || nameOf(variant),
        stock: Math.max(0, variant.stock ?? 0),
        wholesalePkr: variant.wholesalePrice,
        ...{ pricePkr, floorPkr, minResalePkr: variant.minResalePrice ?? rupees(0) },
        imageUrl: images.find((url) => url === variant.image) ?? null,
      };
    }),
  };
}

function nameOf({ isDefault, title }: { isDefault?: boolean | null; title?: string | null }): string {
  return isDefault ? "" : (title ?? "");
}
