import type { Prisma } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import { openItemStates } from "./item-state.ts";

type RunsToClose = { readonly shopId: ShopId } & Pick<Prisma.BulkRunWhereInput, "id" | "kind">;

/** A run without open items is over; a stopped one stays stopped. */
export async function closeRuns(
  db: Pick<Prisma.TransactionClient, "bulkRun">,
  runs: RunsToClose,
  now: Date,
): Promise<void> {
  const where = { ...runs, finishedAt: null, items: { none: { state: { in: [...openItemStates] } } } };
  const data = { state: "done", finishedAt: now } as const;
  await db.bulkRun.updateMany({ where: { ...where, state: "running" }, data });
  await db.bulkRun.updateMany({ where: { ...where, state: "stopped" }, data: { finishedAt: now } });
}
