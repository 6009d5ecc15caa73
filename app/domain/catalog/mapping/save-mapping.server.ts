import {
  findSupplierVariants,
  type SupplierChoice,
} from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type {
  MappingId,
  ProductGid,
  SupplierProductId,
  SupplierVariantId,
  VariantGid,
} from "#app/platform/ids.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import { findProductCard } from "#app/shopify/operations/products/search-products.ts";
import type { ShopifyProduct, ShopifyVariant } from "#app/shopify/operations/products/to-shopify-product.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { loadMappedRows, lockMappedRows, type MappedRow } from "./mapped-rows.server.ts";
import { findPartsRefusal, type MappingPart } from "./mapping-part.ts";
import { writeMapping } from "./write-mapping.server.ts";

export type ChosenPart = {
  readonly supplierProductId: SupplierProductId;
  readonly supplierVariantId: SupplierVariantId;
  readonly quantity: number;
};

/** What one variant is to be: its parts. */
type ChosenVariant = { readonly variantGid: VariantGid; readonly parts: readonly ChosenPart[] };

type MappingRefusal = {
  /** Null where it is about the product as a whole. */
  readonly variantGid: VariantGid | null;
  readonly reason: string;
};

export type SaveMappingResult =
  | { readonly kind: "saved"; readonly mappingId: MappingId }
  /** Nothing was written. */
  | { readonly kind: "refused"; readonly refusals: readonly MappingRefusal[] };

type SaveMappingInput = {
  readonly productGid: ProductGid;
  readonly variants: readonly ChosenVariant[];
  /** Null leaves it as it was chosen before; No at first. */
  readonly writeCost: boolean | null;
  readonly by: string;
};

/** Each is read at the service, one after the other, before anything is saved. */
const MOST_PRODUCTS = 50;

type SaveMappingDeps = Pick<
  ShopContext,
  "shop" | "db" | "clock" | "admin" | "supplier" | "connection" | "wake"
>;

/**
 * Says what variants of a product of the merchant's own are at the service: one of its variants, or a bundle of several
 * from one store. Variants that are not named stay as they are. Price, title and images are never touched. Stock, ids
 * and the service's map follow in the background.
 */
export async function saveMapping(ctx: SaveMappingDeps, input: SaveMappingInput): Promise<SaveMappingResult> {
  if (ctx.connection === null || ctx.supplier === null)
    return refuse("The supplier is not connected. Connect it in Settings.");
  if (ctx.shop.locationGid === null)
    return refuse("Karwan's location is missing in your store. Finish the set-up on the home page.");
  const { mode } = ctx.connection;
  const product = await findProduct(ctx.admin, { id: input.productGid });
  if (product === null) return refuse("This product is not in your store any more.");
  if (await isImported(ctx, mode, product.id)) return refuse(IMPORTED);
  if (productsOf(input.variants).size > MOST_PRODUCTS)
    return refuse("These are goods of too many products at once. Save fewer variants at a time.");
  const now = ctx.clock.now();
  const choices = await loadChoices(ctx, input.variants);
  const chosen = input.variants.map((variant) => toRow(product, variant, choices));
  const refusals = chosen.flatMap((each) => (each.kind === "refused" ? [each.refusal] : []));
  if (chosen.length === 0) return refuse("Choose what at least one variant is.");
  if (refusals.length > 0) return { kind: "refused", refusals };
  const rows = chosen.flatMap((each) => (each.kind === "row" ? [each.row] : []));
  const mappingId = await storeMapping(ctx, { ...input, mode, product, rows, now });
  await ctx.wake([{ kind: "mapping.reconcile", subject: { mappingId } }]);
  return { kind: "saved", mappingId };
}

const IMPORTED =
  "Karwan added this product from the supplier's catalog, so its variants are linked already. Unlink it under Listings first.";

function refuse(reason: string): SaveMappingResult {
  return { kind: "refused", refusals: [{ variantGid: null, reason }] };
}

/** A product that Karwan made has a listing of its own. */
export async function isImported(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  mode: Mode,
  productGid: ProductGid,
): Promise<boolean> {
  const where = { shopId: shop.id, mode, productGid, origin: { not: "mapped" as const }, unlinkedAt: null };
  return (await db.listing.count({ where })) > 0;
}

function productsOf(variants: readonly ChosenVariant[]): ReadonlySet<SupplierProductId> {
  return new Set(variants.flatMap(({ parts }) => parts.map(({ supplierProductId }) => supplierProductId)));
}

type Choices = ReadonlyMap<SupplierVariantId, SupplierChoice>;

/** The service's variants that were chosen, as it offers them now. */
async function loadChoices(
  ctx: Pick<ShopContext, "supplier">,
  variants: readonly ChosenVariant[],
): Promise<Choices> {
  const choices = new Map<SupplierVariantId, SupplierChoice>();
  for (const supplierProductId of productsOf(variants)) {
    const found = (await findSupplierVariants(ctx, supplierProductId)) ?? [];
    for (const choice of found) choices.set(choice.supplierVariantId, choice);
  }
  return choices;
}

type RowOrRefusal =
  | { readonly kind: "row"; readonly row: MappedRow }
  | { readonly kind: "refused"; readonly refusal: MappingRefusal };

/** What a chosen variant becomes, or why it cannot. */
function toRow(
  product: ShopifyProduct,
  { variantGid, parts: chosen }: ChosenVariant,
  choices: Choices,
): RowOrRefusal {
  const no = (reason: string): RowOrRefusal => ({ kind: "refused", refusal: { variantGid, reason } });
  const variant = product.variants.find(({ id }) => id === variantGid);
  if (variant === undefined) return no("This variant is not in your store any more.");
  const parts = chosen.flatMap((part) => {
    const choice = choices.get(part.supplierVariantId);
    return choice ? [toPart(choice, part.quantity)] : [];
  });
  if (parts.length < chosen.length) return no("The supplier no longer sells this. Choose another.");
  const reason = findPartsRefusal(parts);
  return reason === null ? { kind: "row", row: toVariantRow(product, variant, parts) } : no(reason);
}

function toPart(choice: SupplierChoice, quantity: number): MappingPart {
  const { productTitle: _product, color: _color, size: _size, ...part } = choice;
  return { ...part, quantity };
}

function toVariantRow(
  product: ShopifyProduct,
  variant: ShopifyVariant,
  parts: readonly MappingPart[],
): MappedRow {
  return {
    ...{ variantGid: variant.id, inventoryItemGid: variant.inventoryItemId, parts },
    ...{ title: titleOf(product, variant), sku: variant.sku, pushedQuantity: null },
    pricePkr: Math.floor(Number(variant.price)) as Rupees,
  };
}

/** Shopify's only variant of a plain product is called "Default Title". */
export function titleOf(
  product: Pick<ShopifyProduct, "title">,
  variant: Pick<ShopifyVariant, "options">,
): string {
  const name = variant.options.map(({ value }) => value).join(" / ");
  return name === "" || name === "Default Title" ? product.title : `${product.title} – ${name}`;
}

type StoreMappingInput = SaveMappingInput & {
  readonly mode: Mode;
  readonly product: ShopifyProduct;
  readonly rows: readonly MappedRow[];
  readonly now: Date;
};

async function storeMapping(
  ctx: SaveMappingDeps,
  { mode, product, rows, now, writeCost, by }: StoreMappingInput,
): Promise<MappingId> {
  const shopId = ctx.shop.id;
  const card = await findProductCard(ctx.admin, product.id);
  return ctx.db.$transaction(async (tx) => {
    // One at a time: two saves of one product must not each keep half of it.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`mapping/${shopId}/${product.id}`}, 0))`;
    await lockMappedRows(tx, { shopId, mode }, product.id);
    const known = (await loadMappedRows(tx, { shopId, mode }, [product.id])).get(product.id) ?? [];
    const renewed = new Set(rows.map(({ variantGid }) => variantGid));
    const next = [...known.filter(({ variantGid }) => !renewed.has(variantGid)), ...rows];
    const shown = { id: product.id, title: product.title, imageUrl: card?.imageUrl ?? null };
    const mapping = await writeMapping(tx, { shopId, mode, by, now, product: shown, writeCost }, next);
    const fact = { thing: "mapping", thingId: mapping.id, actor: "person", by, at: now } as const;
    await recordFact(tx, shopId, { ...fact, code: "product_mapped", params: { title: product.title } });
    return mapping.id;
  });
}
