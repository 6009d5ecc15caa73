import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type ConnectionRefusal,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SupplierCategory } from "#app/supplier/catalog.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { nameStores } from "../stores/name-stores.server.ts";
import { findListingsOf } from "./find-listings.server.ts";
import { type CatalogCard, toCard } from "./to-card.ts";

const PAGE_SIZE = 24;

export type LivePage = {
  readonly kind: "page";
  readonly mode: Mode;
  readonly cards: readonly CatalogCard[];
  readonly nextCursor: string | null;
};

export type NoCatalog =
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly refusal: ConnectionRefusal };

export type LiveFilter = {
  readonly search?: string;
  /** A main or sub category's id. */
  readonly category?: string;
  /** Wholesale, rupees. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly inStock?: boolean;
  readonly cursor?: string;
};

export type CatalogContext = Pick<ShopContext, "shop" | "db" | "connection" | "supplier">;

/** One page of the supplier's catalog, read live: for the time before our own copy is whole (R29). */
export async function browseCatalog(ctx: CatalogContext, filter: LiveFilter): Promise<LivePage | NoCatalog> {
  const { connection, supplier } = ctx;
  if (connection === null || supplier === null) return { kind: "not_connected" };
  return orRefusal(async () => {
    const page = await supplier.listProducts({ ...filter, limit: PAGE_SIZE });
    const { mode } = connection;
    const [listings, { priceRule: rule }, terms, stores] = await Promise.all([
      findListingsOf(
        ctx,
        mode,
        page.data.map(({ id }) => id),
      ),
      loadListingSettings(ctx),
      loadTerms(ctx),
      nameStores(
        ctx,
        mode,
        page.data.map(({ storeId }) => storeId),
      ),
    ]);
    const cards = page.data.flatMap((product) => {
      const listing = listings.get(product.id) ?? null;
      const card = toCard(product, { rule, terms, listing, stores });
      return card ? [card] : [];
    });
    return { kind: "page", mode, cards, nextCursor: page.nextCursor };
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

export async function orRefusal<T>(
  read: () => Promise<T>,
): Promise<T | Extract<NoCatalog, { kind: "refused" }>> {
  try {
    return await read();
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", refusal: toConnectionRefusal(error) };
  }
}
