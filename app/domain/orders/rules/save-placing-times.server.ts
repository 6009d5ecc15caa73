import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { type PlacingTimes, toPlacingTimes, toTimesColumns } from "./placing-times.ts";

type SavePlacingTimesInput = {
  /** What is left out stays as it is. */
  readonly times: Partial<PlacingTimes>;
  readonly by: string;
};

/** Saves how long orders wait and when they go by themselves; those that wait are looked at again. */
export async function savePlacingTimes(
  ctx: ShopContext,
  { times, by }: SavePlacingTimesInput,
): Promise<void> {
  const { id } = ctx.shop;
  await commitWithWork(ctx, [{ kind: "orders.reconcileWaiting", subject: "shop" }], async (tx) => {
    await tx.$queryRaw`select 1 from shop where id = ${id}::uuid for no key update`;
    const row = await tx.shop.findUniqueOrThrow({ where: { id } });
    const columns = toTimesColumns({ ...toPlacingTimes(row), ...times });
    await tx.shop.update({ where: { id }, data: columns });
    const fact = { thing: "shop", thingId: id, actor: "person", by, code: "placing_times_saved" } as const;
    await recordFact(tx, id, { ...fact, params: columns, at: ctx.clock.now() });
  });
}
