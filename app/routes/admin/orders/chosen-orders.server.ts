import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { listOrdersOfRun } from "#app/domain/orders/bulk/find-orders-run.server.ts";
import { BULK_LIMIT } from "#app/domain/orders/bulk/start-orders-run.server.ts";
import { findOrderIds } from "#app/domain/orders/list/find-order-ids.server.ts";
import { type BulkRunId, type OrderId, toOrderId } from "#app/platform/ids.ts";
import { readOrdersQuery } from "./orders-query.server.ts";

/** Ids in one field, with commas between. */
export const chosenIds = z
  .string()
  .transform((text) => text.split(",").filter((id) => id !== ""))
  .pipe(z.array(z.uuid().transform(toOrderId)).max(BULK_LIMIT));

type ChosenOrdersInput = {
  readonly ids: readonly OrderId[];
  /** A run whose press is taken back. */
  readonly ofRun?: BulkRunId;
  /** Everything the address shows. */
  readonly all?: "1";
  readonly address: string;
};

/** The orders a press on many is about; of everything an address shows, the first so many. */
export async function findChosenOrders(
  ctx: ShopContext,
  { ids, ofRun, all, address }: ChosenOrdersInput,
): Promise<readonly OrderId[]> {
  if (ofRun) return listOrdersOfRun(ctx, ofRun);
  if (!all) return ids;
  const { view, filter, search, sort } = readOrdersQuery(ctx, new URLSearchParams(address));
  const found = await findOrderIds(ctx, {
    ...{ view: view ?? "needs_you", filter, search, sort, after: null, limit: BULK_LIMIT },
  });
  return found.map(({ id }) => id);
}
