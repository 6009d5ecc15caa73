import type { SupplierConnection } from "@prisma/client";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { listedTopic } from "#app/domain/deliveries/delivery-place.ts";
import {
  type ConnectionRefusalCode,
  isRefusalCode,
  toConnectionRefusal,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { listKnownEventKeys } from "#app/platform/known-deliveries.server.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { describeEntry, type LogEntry } from "./describe-entry.ts";
import { type LogRow, matchLog, type OwnReceipt } from "./match-log.ts";

/** As the document names them. */
export const logStatuses = ["pending", "delivered", "failed"] as const;
type LogStatus = (typeof logStatuses)[number];

export type LogQuery = { readonly status: LogStatus | null; readonly cursor: string | null };

export type ServiceLog =
  | {
      readonly kind: "read";
      readonly mode: Mode;
      readonly status: LogStatus | null;
      readonly rows: readonly LogRow[];
      readonly next: string | null;
      readonly readAt: Date;
    }
  | { readonly kind: "not_connected" }
  | { readonly kind: "refused"; readonly code: ConnectionRefusalCode };

const PAGE_SIZE = 50;
/** Pages ask again after so long: opening one twice costs one of the account's calls. */
const FRESH_MS = 60_000;

type LogPage = {
  readonly entries: readonly LogEntry[];
  readonly next: string | null;
  readonly readAt: Date;
};

/** What this process read in the last minute, by the database it works on. Nobody else needs it, and it is kept nowhere. */
const pagesOfDatabase = new WeakMap<object, Map<string, LogPage>>();

/** The service's own log of its deliveries beside our receipts, by the connection in use: one call, or none. */
export async function readServiceLog(ctx: ShopContext, query: LogQuery): Promise<ServiceLog> {
  const { connection } = ctx;
  if (connection === null || ctx.supplier === null) return { kind: "not_connected" };
  const paused = ctx.pausedIn(connection.mode);
  if (paused) return { kind: "refused", code: isRefusalCode(paused.code) ? paused.code : "refused" };
  try {
    const page = await readPage(ctx, connection, query);
    const rows = await matchPage(ctx, connection.mode, page, query);
    const { readAt, next } = page;
    return { kind: "read", mode: connection.mode, status: query.status, rows, next, readAt };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return { kind: "refused", code: toConnectionRefusal(error).code };
  }
}

async function readPage(
  ctx: ShopContext,
  connection: SupplierConnection,
  { status, cursor }: LogQuery,
): Promise<LogPage> {
  const now = ctx.clock.now();
  const kept = pagesOfDatabase.get(ctx.db) ?? new Map<string, LogPage>();
  pagesOfDatabase.set(ctx.db, kept);
  for (const [key, { readAt }] of kept) if (now.getTime() - readAt.getTime() >= FRESH_MS) kept.delete(key);
  const key = `${connection.id} ${status ?? ""} ${cursor ?? ""}`;
  const known = kept.get(key);
  if (known) return known;
  const client = ctx.supplierIn(connection.mode);
  if (client === null) return { entries: [], next: null, readAt: now };
  const page = await client.listDeliveries({
    limit: PAGE_SIZE,
    ...(status && { status }),
    ...(cursor && { cursor }),
  });
  await saveQuota(ctx, client, connection);
  const next = page.nextCursor === cursor ? null : page.nextCursor;
  const read = { entries: page.data.map(describeEntry), next, readAt: now };
  kept.set(key, read);
  return read;
}

async function matchPage(
  ctx: ShopContext,
  mode: Mode,
  { entries }: LogPage,
  { status, cursor }: LogQuery,
): Promise<readonly LogRow[]> {
  const keys = [...new Set(entries.flatMap(({ texts }) => texts.map((text) => `${mode}/${text}`)))];
  const isWhole = status === null && cursor === null;
  const [named, known, recent] = await Promise.all([
    listReceipts(ctx, mode, { key: { in: keys } }),
    listKnownEventKeys(ctx.db, ctx.shop.id, keys),
    isWhole ? listReceipts(ctx, mode, recentOf(entries)) : [],
  ]);
  const receipts = new Map([...named, ...recent].map((receipt) => [receipt.deliveryId, receipt]));
  const knownEventIds = new Set([...known].map((key) => key.slice(mode.length + 1)));
  return matchLog({ entries, receipts: [...receipts.values()], knownEventIds });
}

/** Since the oldest entry of the first page: of that time, what only we have is shown as well. */
function recentOf(entries: readonly LogEntry[]) {
  const times = entries.flatMap(({ at }) => at ?? []);
  const since = new Date(Math.min(...times.map((at) => at.getTime())));
  return times.length > 0 ? { receivedAt: { gte: since } } : {};
}

type ReceiptsFilter = {
  readonly key?: { readonly in: string[] };
  readonly receivedAt?: { readonly gte: Date };
};

/** What the service sent; what a check took from its lists was sent by nobody. */
async function listReceipts(
  { db, shop }: ShopContext,
  mode: Mode,
  filter: ReceiptsFilter,
): Promise<readonly OwnReceipt[]> {
  const rows = await db.delivery.findMany({
    where: { shopId: shop.id, source: "supplier", topic: { not: listedTopic }, ...filter },
    select: { id: true, key: true, topic: true, receivedAt: true },
    orderBy: { id: "desc" },
    take: filter.key ? filter.key.in.length : PAGE_SIZE,
  });
  return rows
    .filter(({ key }) => key.startsWith(`${mode}/`))
    .map(({ id, key, topic, receivedAt }) => {
      return { eventId: key.slice(mode.length + 1), deliveryId: id.toString(), topic, receivedAt };
    });
}
