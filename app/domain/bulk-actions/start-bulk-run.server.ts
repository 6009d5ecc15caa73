import type { BulkRun, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { BulkRunId, ListingId, OrderId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { BulkRunKind } from "./bulk-subject.ts";

type StartContext = Pick<ShopContext, "shop" | "clock">;

/** The things of a run in the order of their turns: of one sort. */
export type BulkThings =
  | { readonly orderIds: readonly OrderId[] }
  | { readonly listingIds: readonly ListingId[] };

export type NewBulkRun = {
  readonly kind: BulkRunKind;
  readonly mode?: Mode | null;
  readonly params?: Prisma.InputJsonObject;
  readonly by: string;
  /** What the shop's timeline says of it. */
  readonly fact: { readonly code: FactCode; readonly params: Readonly<Record<string, string | number>> };
  /** Where its items are done by work of its own. */
  readonly work?: ShopWork;
};

/** The work that carries on a run. */
export function bulkRunWork(bulkRunId: BulkRunId) {
  return { kind: "bulkRun.continue", subject: { bulkRunId } } as const satisfies ShopWork;
}

/** Begins a run in the transaction that has its turn. Notify of its work after the commit. */
export async function startBulkRun(
  { shop, clock }: StartContext,
  tx: Prisma.TransactionClient,
  { fact, work, ...run }: NewBulkRun,
  things: BulkThings,
): Promise<BulkRun> {
  const shopId = shop.id;
  const at = clock.now();
  const created = await tx.bulkRun.create({ data: { shopId, createdAt: at, ...run } });
  await createItems(tx, created, things);
  const about = { thing: "shop", thingId: shopId, actor: "person", by: run.by, at } as const;
  await recordFact(tx, shopId, { ...about, ...fact });
  await requestReconcile(tx, [{ shopId, ...(work ?? bulkRunWork(created.id)) }]);
  return created;
}

/** One statement, however many they are. */
async function createItems(
  tx: Prisma.TransactionClient,
  { shopId, id: runId }: BulkRun,
  things: BulkThings,
): Promise<void> {
  const orderIds = "orderIds" in things ? [...things.orderIds] : [];
  const listingIds = "listingIds" in things ? [...things.listingIds] : [];
  await tx.$executeRaw`
    insert into bulk_item (shop_id, run_id, order_id, listing_id, position)
    select ${shopId}::uuid, ${runId}::uuid, thing.order_id, thing.listing_id, thing.place - 1
    from unnest(${orderIds}::uuid[], ${listingIds}::uuid[]) with ordinality as thing (order_id, listing_id, place)`;
}
