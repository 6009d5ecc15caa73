import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import { type ImportFailureCode, isImportFailureCode } from "./import-failure.ts";

const PAGE_SIZE = 50;

export type ListingView = {
  readonly id: string;
  readonly mode: string;
  readonly supplierProductId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly productGid: string | null;
  /** importing · ready · failed */
  readonly state: string;
  /** The step an import under way stands at. */
  readonly step: string;
  readonly failure: ImportFailureCode | null;
  readonly variantCount: number;
  readonly stock: number;
  readonly lowestPricePkr: number | null;
  readonly updatedAt: Date;
};

export type ListingsPage = { readonly listings: readonly ListingView[]; readonly nextCursor: string | null };

export type ListingsFilter = {
  /** importing · ready · failed · needs_you */
  readonly state?: string;
  readonly cursor?: string;
};

/** The shop's listings of the mode in use, the newest first; of both while nothing is connected. */
export async function listListings(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
  filter: ListingsFilter,
): Promise<ListingsPage> {
  // A cursor comes back from the address bar: whatever is not an id leads nowhere.
  if (filter.cursor !== undefined && !z.guid().safeParse(filter.cursor).success)
    return { listings: [], nextCursor: null };
  const rows = await ctx.db.listing.findMany({
    where: { shopId: ctx.shop.id, ...inMode(ctx), ...(await inState(ctx, filter.state)) },
    include: { variants: { select: { stock: true, pricePkr: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE_SIZE + 1,
    ...(filter.cursor === undefined
      ? {}
      : { cursor: { shopId_id: { shopId: ctx.shop.id, id: filter.cursor } }, skip: 1 }),
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    listings: shown.map(toView),
    nextCursor: rows.length > PAGE_SIZE && last !== undefined ? last.id : null,
  };
}

function inMode({ connection }: Pick<ShopContext, "connection">): Prisma.ListingWhereInput {
  return connection === null ? {} : { mode: connection.mode };
}

async function inState(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  state: string | undefined,
): Promise<Prisma.ListingWhereInput> {
  if (state !== "needs_you") return state === undefined ? {} : { state };
  const needs = await db.attention.findMany({
    where: { shopId: shop.id, thing: "listing", resolvedAt: null },
    select: { thingId: true },
  });
  return { id: { in: needs.map(({ thingId }) => thingId) } };
}

type Row = Prisma.ListingGetPayload<{ include: { variants: { select: { stock: true; pricePkr: true } } } }>;

function toView(row: Row): ListingView {
  const prices = row.variants.map((variant) => variant.pricePkr);
  return {
    id: row.id,
    mode: row.mode,
    supplierProductId: row.supplierProductId,
    title: row.title,
    imageUrl: row.imageUrl,
    productGid: row.productGid,
    state: row.state,
    step: row.step,
    failure: row.failure !== null && isImportFailureCode(row.failure) ? row.failure : null,
    variantCount: row.variants.length,
    stock: row.variants.reduce((sum, variant) => sum + variant.stock, 0),
    lowestPricePkr: prices.length > 0 ? Math.min(...prices) : null,
    updatedAt: row.updatedAt,
  };
}
