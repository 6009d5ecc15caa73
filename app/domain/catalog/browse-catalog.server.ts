import { type Rupees, rupees } from "#app/domain/orders/money/rupees.ts";
import { type ConnectionRefusal, toConnectionRefusal } from "#app/domain/shops/connection-refusal.ts";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import type { SupplierCategory, SupplierProduct } from "#app/supplier/catalog.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { cleanText } from "./clean-text.ts";
import { estimateShipping, type MarginOutlook, planMargin, planPrice } from "./plan-price.ts";

const PAGE_SIZE = 24;

export type CatalogCard = {
  readonly supplierProductId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly categoryName: string | null;
  readonly stock: number;
  readonly inStock: boolean;
  readonly wholesalePkr: Rupees;
  /** The price the listing would start with. */
  readonly pricePkr: Rupees;
  readonly minResalePkr: Rupees | null;
  /** About, for one unit sold alone with free delivery. */
  readonly about: MarginOutlook;
  /** How many variants; null when the list did not say. */
  readonly variantCount: number | null;
  readonly listing: { readonly id: string; readonly state: string } | null;
};

export type CatalogPage = {
  readonly kind: "page";
  readonly mode: string;
  readonly cards: readonly CatalogCard[];
  readonly nextCursor: string | null;
};

type NoCatalog =
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

export type CatalogFilter = {
  readonly search?: string;
  /** A main or sub category's id. */
  readonly category?: string;
  readonly inStock?: boolean;
  readonly cursor?: string;
};

type CatalogContext = Pick<ShopContext, "shop" | "db" | "connection" | "supplier">;

/** One page of the supplier's catalog, read live, with the merchant's own margin beside each price (R29). */
export async function browseCatalog(
  ctx: CatalogContext,
  filter: CatalogFilter,
): Promise<CatalogPage | NoCatalog> {
  const { connection, supplier } = ctx;
  if (connection === null || supplier === null) return { kind: "not_connected" };
  return orRefusal(async () => {
    const page = await supplier.listProducts({ ...filter, limit: PAGE_SIZE });
    const priced = page.data.flatMap((product) => toCard(product));
    const listings = await ctx.db.listing.findMany({
      where: {
        shopId: ctx.shop.id,
        mode: connection.mode,
        supplierProductId: { in: priced.map((card) => card.supplierProductId) },
      },
      select: { id: true, state: true, supplierProductId: true },
    });
    const stateOf = new Map(
      listings.map(({ supplierProductId, ...listing }) => [supplierProductId, listing]),
    );
    const cards = priced.map((card) => ({ ...card, listing: stateOf.get(card.supplierProductId) ?? null }));
    return { kind: "page", mode: connection.mode, cards, nextCursor: page.nextCursor };
  });
}

/** The category tree, read live. */
export async function listCategories(
  ctx: Pick<ShopContext, "supplier">,
): Promise<{ readonly kind: "categories"; readonly categories: readonly SupplierCategory[] } | NoCatalog> {
  const { supplier } = ctx;
  if (supplier === null) return { kind: "not_connected" };
  return orRefusal(async () => ({ kind: "categories", categories: await supplier.listCategories() }));
}

async function orRefusal<T>(read: () => Promise<T>): Promise<T | NoCatalog> {
  try {
    return await read();
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}

/** A product without a wholesale price cannot be offered and is left out. */
function toCard(product: SupplierProduct): CatalogCard[] {
  const { wholesalePrice, suggestedPrice, minResalePrice, variants } = product;
  if (wholesalePrice === null || wholesalePrice === undefined) return [];
  const pricePkr = planPrice({ wholesalePrice, suggestedPrice, minResalePrice });
  const shippingPkr = estimateShipping(product.shipping);
  return [
    {
      supplierProductId: product.id,
      title: cleanText(product.title, 255),
      imageUrl: product.images.find((url) => url.startsWith("https://")) ?? null,
      categoryName: product.category?.name ?? null,
      stock: product.stock ?? 0,
      inStock: product.inStock ?? (product.stock ?? 0) > 0,
      wholesalePkr: rupees(wholesalePrice),
      pricePkr,
      minResalePkr: minResalePrice ?? null,
      about: planMargin({ pricePkr, wholesalePkr: rupees(wholesalePrice), shippingPkr }),
      variantCount: variants?.length ?? null,
      listing: null,
    },
  ];
}
