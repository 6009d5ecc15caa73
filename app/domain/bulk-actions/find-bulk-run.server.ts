import type { BulkItem, BulkRun } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import type { BulkRunKind } from "./bulk-subject.ts";
import { countItems, type ItemCounts } from "./count-items.server.ts";
import { readReason } from "./settle-item.server.ts";

const PAGE_SIZE = 50;

/** What is read of a list by positions: a row more than a page shows, which tells whether there is a next one. */
export const pageOfPositions = { orderBy: { position: "asc" }, take: PAGE_SIZE + 1 } as const;

export type BulkRunQuery = {
  readonly runId: BulkRunId;
  /** Position the page begins after. */
  readonly after: number;
  readonly onlyRefused: boolean;
};

/** A page of rows, and the position the next one begins after; null on the last. */
export type PositionPage<Row> = { readonly rows: readonly Row[]; readonly next: number | null };

export type BulkRunPage = PositionPage<BulkItem> & { readonly run: BulkRun; readonly counts: ItemCounts };

/** A run of one of these kinds with its counts and a page of items, reasons readable; null when the shop has no such run. */
export async function findBulkRun<Kind extends BulkRunKind>(
  ctx: Pick<ShopContext, "shop" | "db" | "crypto">,
  kinds: readonly Kind[],
  query: BulkRunQuery,
): Promise<(BulkRunPage & { readonly kind: Kind }) | null> {
  const found = await findRunOfKind(ctx, kinds, query.runId);
  if (!found) return null;
  const [counts, page] = await Promise.all([countItems(ctx, found.run), findItems(ctx, query)]);
  return { ...found, ...page, counts };
}

/** A shop's run, if it is of one of these kinds. */
export async function findRunOfKind<Kind extends BulkRunKind>(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  kinds: readonly Kind[],
  runId: BulkRunId,
): Promise<{ readonly run: BulkRun; readonly kind: Kind } | null> {
  const run = await db.bulkRun.findUnique({ where: { shopId_id: { shopId: shop.id, id: runId } } });
  const kind = kinds.find((each) => each === run?.kind);
  return run && kind ? { run, kind } : null;
}

async function findItems(
  ctx: Pick<ShopContext, "shop" | "db" | "crypto">,
  { runId, after, onlyRefused }: BulkRunQuery,
): Promise<PositionPage<BulkItem>> {
  const where = { shopId: ctx.shop.id, runId, position: { gt: after } };
  const items = await ctx.db.bulkItem.findMany({
    where: onlyRefused ? { ...where, state: "refused" } : where,
    ...pageOfPositions,
  });
  const { rows, next } = toPositionPage(items);
  return { rows: rows.map((item) => ({ ...item, reason: readReason(ctx, item) })), next };
}

export function toPositionPage<Row extends { readonly position: number }>(
  found: readonly Row[],
): PositionPage<Row> {
  const rows = found.slice(0, PAGE_SIZE);
  return { rows, next: found.length > PAGE_SIZE ? (rows.at(-1)?.position ?? null) : null };
}
