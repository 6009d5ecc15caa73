import type { Prisma, SettlementDifference } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { differenceSentence, supplierQuestion } from "./difference-words.ts";

const PAGE = 50;

export type DifferencesQuery = { readonly view: "open" | "put_aside"; readonly after: PageCursor | null };

/** The views of the page, and both together for a file. */
export const exportedViews = ["open", "put_aside", "all"] as const;
export type ExportedView = (typeof exportedViews)[number];

/** One difference as the page shows it. */
export type DifferenceRow = Pick<
  SettlementDifference,
  | "id"
  | "side"
  | "kind"
  | "orderId"
  | "expectedPkr"
  | "foundPkr"
  | "keptStateAt"
  | "foundAt"
  | "putAsideAt"
  | "putAsideBy"
  | "putAsideReason"
> & {
  readonly order: { readonly name: string; readonly gid: string };
  readonly sentence: string;
  readonly entries: readonly LedgerLine[];
  /** A text for the supplier; null on Shopify's side. */
  readonly question: string | null;
};

type LedgerLine = Pick<
  Prisma.LedgerEntryGetPayload<object>,
  "entryId" | "type" | "amountPkr" | "bookedAt" | "missingSince"
>;

export type DifferencesPage = { readonly rows: readonly DifferenceRow[]; readonly next: string | null };

/** What the last checks found and nobody put right, newest first. */
export async function listDifferences(ctx: ShopContext, query: DifferencesQuery): Promise<DifferencesPage> {
  const found = await listDifferenceRows(ctx, query, PAGE + 1);
  const shown = found.slice(0, PAGE);
  const last = found.length > PAGE ? shown.at(-1) : undefined;
  return {
    rows: await toRows(ctx, shown),
    next: last ? toPageCursor({ key: last.foundAt, id: last.id }) : null,
  };
}

const named = { order: { select: { name: true, orderGid: true } } } as const;

type DifferenceWithOrder = Prisma.SettlementDifferenceGetPayload<{ include: typeof named }>;

export function listDifferenceRows(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { view, after }: { readonly view: ExportedView; readonly after: PageCursor | null },
  limit: number,
): Promise<DifferenceWithOrder[]> {
  const key = after?.key instanceof Date ? after.key : null;
  const earlier = key && after ? [{ foundAt: { lt: key } }, { foundAt: key, id: { lt: after.id } }] : null;
  return db.settlementDifference.findMany({
    where: {
      shopId: shop.id,
      ...(view === "all" ? {} : { putAsideAt: view === "open" ? null : { not: null } }),
      ...(earlier && { OR: earlier }),
    },
    orderBy: [{ foundAt: "desc" }, { id: "desc" }],
    take: limit,
    include: named,
  });
}

/** The rows with their ledger entries, and the name of the order that has or lacks the same. */
export async function toRows(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  found: readonly DifferenceWithOrder[],
): Promise<readonly DifferenceRow[]> {
  const shopId = shop.id;
  const ledger = found.filter(({ side }) => side === "ledger");
  const [parcels, paired] = await Promise.all([
    db.parcel.findMany({
      where: { shopId, id: { in: ledger.flatMap(({ parcelIds }) => parcelIds) } },
      select: { id: true, supplierOrderId: true },
    }),
    db.settlementDifference.findMany({
      where: {
        shopId,
        side: "ledger",
        subjectId: { in: ledger.flatMap(({ pairedWith }) => pairedWith ?? []) },
      },
      select: { subjectId: true, order: { select: { name: true } } },
    }),
  ]);
  const entries = await db.ledgerEntry.findMany({
    where: { ownerShopId: shopId, mode: "live", ownerOrderId: { in: ledger.map(({ orderId }) => orderId) } },
    orderBy: [{ bookedAt: "asc" }, { id: "asc" }],
    select: {
      ...{ entryId: true, type: true, amountPkr: true, bookedAt: true, missingSince: true },
      ...{ ownerOrderId: true, ownerParcelId: true },
    },
  });
  const ids = new Map(parcels.map(({ id, supplierOrderId }) => [id, supplierOrderId]));
  const names = new Map(paired.map(({ subjectId, order }) => [subjectId, order.name]));
  return found.map((row) => {
    const own = row.side === "ledger" ? entries.filter((entry) => isOf(row, entry)).map(toLine) : [];
    const facts = {
      ...row,
      ...{ pairedName: names.get(row.pairedWith ?? "") ?? null, parcels: row.parcelIds.length },
    };
    const supplierOrderIds = row.parcelIds.flatMap((id) => ids.get(id) ?? []);
    const shown = own.filter(({ missingSince }) => missingSince === null);
    return {
      ...pick(row),
      order: { name: row.order.name, gid: row.order.orderGid },
      sentence: differenceSentence(facts),
      entries: own,
      question:
        row.side === "ledger" ? supplierQuestion({ ...facts, supplierOrderIds, entries: shown }) : null,
    };
  });
}

function isOf(
  { orderId, parcelIds }: DifferenceWithOrder,
  {
    ownerOrderId,
    ownerParcelId,
  }: { readonly ownerOrderId: OrderId | null; readonly ownerParcelId: ParcelId | null },
): boolean {
  return ownerOrderId === orderId && (ownerParcelId === null || parcelIds.includes(ownerParcelId));
}

function toLine({ entryId, type, amountPkr, bookedAt, missingSince }: LedgerLine): LedgerLine {
  return { entryId, type, amountPkr, bookedAt, missingSince };
}

function pick({ id, side, kind, orderId, expectedPkr, foundPkr, ...row }: DifferenceWithOrder) {
  const { keptStateAt, foundAt, putAsideAt, putAsideBy, putAsideReason } = row;
  return {
    ...{ id, side, kind, orderId, expectedPkr, foundPkr },
    ...{ keptStateAt, foundAt, putAsideAt, putAsideBy, putAsideReason },
  };
}
