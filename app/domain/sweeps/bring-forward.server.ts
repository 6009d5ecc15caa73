import type { Schedule } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { isScheduleMode } from "./schedule-mode.ts";
import { isSweepKind, ruleOfSweep, type SweepKind } from "./sweep-kinds.ts";

type ShopModeKey = Pick<Schedule, "shopId" | "mode">;

/** Has another sweep of the same place run now. Call inside the transaction that found the reason. */
export async function bringForward(tx: Db, { shopId, mode }: ShopModeKey, kind: SweepKind): Promise<void> {
  const { everyMs } = ruleOfSweep(kind);
  // The row of work first, as a run under way locks them: by its lease, then the schedule.
  await requestReconcile(tx, [{ shopId, kind: "sweep.run", subject: { sweep: kind, mode } }]);
  await tx.$executeRaw`
    insert into schedule (shop_id, kind, mode, every_ms, next_run_at, queued_at)
    values (${shopId}::uuid, ${kind}, ${mode}, ${everyMs},
      clock_timestamp() + ${everyMs} * interval '1 millisecond', clock_timestamp())
    on conflict (shop_id, kind, mode) do update set queued_at = clock_timestamp(), last_error = null`;
}

export type RunNowOutcome = { readonly kind: "asked" | "unknown" };

/** *Run now*: the press counts like its time having come. */
export async function runSweepNow(
  ctx: ShopContext,
  input: { readonly kind: string; readonly mode: string },
): Promise<RunNowOutcome> {
  const { kind, mode } = input;
  if (!isSweepKind(kind) || !isScheduleMode(mode)) return { kind: "unknown" };
  if ((ruleOfSweep(kind).per === "shop") !== (mode === "")) return { kind: "unknown" };
  const shopId = ctx.shop.id;
  await ctx.db.$transaction((tx) => bringForward(tx, { shopId, mode }, kind));
  await ctx.wake([{ kind: "sweep.run", subject: { sweep: kind, mode } }]);
  return { kind: "asked" };
}

/** Has a sweep of the shop that is scheduled run after so long at the latest. */
export async function runSweepWithin(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { kind, mode }: { readonly kind: SweepKind; readonly mode: Schedule["mode"] },
  withinMs: number,
): Promise<void> {
  await db.$executeRaw`
    update schedule
    set next_run_at = least(next_run_at, clock_timestamp() + ${withinMs} * interval '1 millisecond')
    where shop_id = ${shop.id}::uuid and kind = ${kind} and mode = ${mode}`;
}
