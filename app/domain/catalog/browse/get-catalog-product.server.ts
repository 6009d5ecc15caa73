import type { CatalogProduct } from "@prisma/client";
import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import { hiddenNamesOf } from "#app/domain/catalog/text/hidden-names.ts";
import { cleanDescription } from "#app/domain/catalog/text/parse-html.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { estimateShipping } from "#app/domain/policy/pricing/margin.ts";
import type { RaisedTo } from "#app/domain/policy/pricing/price-rule.ts";
import { applyPriceRule, type PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { nameStores } from "../stores/name-stores.server.ts";
import { type NoCatalog, orRefusal } from "./browse-catalog.server.ts";
import { toSupplierProduct } from "./catalog-row.ts";
import { findListingsOf } from "./find-listings.server.ts";
import { readProductForPage } from "./product-for-page.server.ts";
import { type RichText, toRichText } from "./rich-text.ts";
import { refreshCatalogProduct } from "./save-catalog.server.ts";
import { type CatalogCard, projectSale, type SaleProjection, safeImages, toCard } from "./to-card.ts";

export type ProductVariant = {
  readonly id: string;
  readonly title: string;
  readonly sku: string | null;
  readonly imageUrl: string | null;
  readonly stock: number;
  readonly wholesalePkr: Rupees;
  readonly suggestedPkr: Rupees | null;
  readonly pricePkr: Rupees;
  /** The lowest price the rule and the supplier allow. */
  readonly floorPkr: Rupees;
  readonly raisedTo: RaisedTo | null;
  readonly about: SaleProjection;
};

export type ProductPage = {
  readonly kind: "product";
  readonly mode: Mode;
  readonly card: CatalogCard;
  readonly imageUrls: readonly string[];
  readonly description: readonly RichText[];
  readonly brand: string | null;
  readonly shippingPkr: Rupees;
  readonly isShippedFree: boolean;
  readonly terms: AccountTerms;
  /** Null when the supplier could not be asked for them. */
  readonly variants: readonly ProductVariant[] | null;
  readonly isGone: boolean;
  readonly asOf: Date;
};

type ProductContext = Pick<ShopContext, "shop" | "db" | "connection" | "supplier" | "clock" | "env">;
type ProductQuery = { readonly supplierProductId: SupplierProductId; readonly isFresh?: boolean };

/**
 * A product with all its variants, from our own copy; what that does not hold is read by id and kept. `unknown`: neither
 * we nor the service has such a product in this mode.
 */
export async function getCatalogProduct(
  ctx: ProductContext,
  { supplierProductId, isFresh = false }: ProductQuery,
): Promise<ProductPage | NoCatalog | { readonly kind: "unknown" }> {
  const { connection } = ctx;
  if (connection === null) return { kind: "not_connected" };
  const where = {
    shopId_mode_supplierProductId: { shopId: ctx.shop.id, mode: connection.mode, supplierProductId },
  };
  const find = () => ctx.db.catalogProduct.findUnique({ where });
  const cached = await find();
  if (cached && !isFresh && (cached.hasVariants || cached.goneAt)) return toPage(ctx, cached);
  const read = await orRefusal(() => readThrough(ctx, connection.mode, supplierProductId));
  const kept = (await find()) ?? cached;
  if (kept) return toPage(ctx, kept);
  return read !== null && read.kind === "refused" ? read : { kind: "unknown" };
}

/** Asks the service and keeps what it says; also that it has no such product. */
async function readThrough(
  { shop, db, supplier }: ProductContext,
  mode: Mode,
  supplierProductId: SupplierProductId,
): Promise<null> {
  if (supplier === null) return null;
  const product = await readProductForPage(supplier, supplierProductId).catch((error: unknown) => {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  });
  await refreshCatalogProduct(db, {
    ...{ shopId: shop.id, mode, supplierProductId, product, isGone: product === null },
  });
  return null;
}

async function toPage(ctx: ProductContext, row: CatalogProduct): Promise<ProductPage | { kind: "unknown" }> {
  const product = toSupplierProduct(row.product);
  const [listings, { priceRule }, terms, stores] = await Promise.all([
    findListingsOf(ctx, row.mode, [row.supplierProductId]),
    loadListingSettings(ctx),
    loadTerms(ctx),
    nameStores(ctx, row.mode, [product.storeId]),
  ]);
  const listing = listings.get(row.supplierProductId) ?? null;
  const card = toCard(product, { rule: priceRule, terms, listing, stores });
  if (card === null) return { kind: "unknown" };
  const hiddenNames = hiddenNamesOf(ctx.env);
  return {
    ...{ kind: "product", mode: row.mode, card, isGone: row.goneAt !== null, asOf: row.seenAt },
    imageUrls: safeImages(product),
    description: toRichText(await cleanDescription(ctx.shop.id, product.description ?? "", hiddenNames)),
    brand: product.brand ?? null,
    ...{ shippingPkr: estimateShipping(product.shipping, terms), terms },
    isShippedFree: product.shipping?.required === false,
    variants: row.hasVariants ? toVariants(product, { rule: priceRule, terms }) : null,
  };
}

type Pricing = { readonly rule: PriceRule; readonly terms: AccountTerms };

function toVariants(product: SupplierProduct, { rule, terms }: Pricing): readonly ProductVariant[] {
  const shippingPkr = estimateShipping(product.shipping, terms);
  return (product.variants ?? []).map((variant) => {
    const facts = {
      ...{ shippingPkr, terms, wholesalePkr: variant.wholesalePrice },
      suggestedPkr: variant.suggestedPrice ?? null,
      minResalePkr: variant.minResalePrice ?? null,
    };
    const { pricePkr, floorPkr, raisedTo } = applyPriceRule(rule, facts);
    return {
      ...{ id: variant.id, pricePkr, floorPkr, raisedTo, about: projectSale({ ...facts, pricePkr }) },
      title: cleanText([variant.color, variant.size].filter(Boolean).join(" / ") || titleOf(variant), 255),
      sku: variant.sku ?? null,
      imageUrl: variant.image?.startsWith("https://") ? variant.image : null,
      stock: variant.stock ?? 0,
      ...{ wholesalePkr: facts.wholesalePkr, suggestedPkr: facts.suggestedPkr },
    };
  });
}

function titleOf({ isDefault, title }: { isDefault?: boolean | null; title?: string | null }): string {
  return isDefault ? "One variant" : (title ?? "");
}
