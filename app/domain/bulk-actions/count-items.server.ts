import type { BulkRun } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ItemState } from "./item-state.ts";

export type ItemCounts = {
  readonly total: number;
  readonly begun: number;
  readonly done: number;
  readonly refused: number;
  /** Done or refused. */
  readonly settled: number;
};

/** How many items of a run stand where. */
export async function countItems(
  { db }: Pick<ShopContext, "db">,
  { shopId, id: runId }: Pick<BulkRun, "shopId" | "id">,
): Promise<ItemCounts> {
  const counted = await db.bulkItem.groupBy({
    by: ["state"],
    where: { shopId, runId },
    _count: { _all: true },
  });
  const count = (state: ItemState) => counted.find((each) => each.state === state)?._count._all ?? 0;
  const [begun, done, refused] = [count("begun"), count("done"), count("refused")];
  return { total: count("waiting") + begun + done + refused, begun, done, refused, settled: done + refused };
}
