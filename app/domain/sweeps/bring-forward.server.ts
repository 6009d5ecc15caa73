import type { Schedule } from "@prisma/client";
import type { Db } from "#app/platform/db.server.ts";
import { toSweepSubject } from "#app/platform/schedule.server.ts";
import { markDirty } from "#app/platform/work.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { isSweepKind, ruleOfSweep, type SweepKind } from "./sweep-kinds.ts";

type Place = Pick<Schedule, "shopId" | "mode">;

/** Has another sweep of the same place run now. Call inside the transaction that found the reason. */
export async function bringForward(tx: Db, { shopId, mode }: Place, kind: SweepKind): Promise<void> {
  const { everyMs } = ruleOfSweep(kind);
  // The row of work first, as a run under way locks them: by its lease, then the schedule.
  await markDirty(tx, [{ shopId, kind: "sweep", subject: toSweepSubject(kind, mode), lane: "sweeps" }]);
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
  const knownModes = ["", "live", "test"];
  if (!isSweepKind(kind) || !knownModes.includes(mode)) return { kind: "unknown" };
  if ((ruleOfSweep(kind).per === "shop") !== (mode === "")) return { kind: "unknown" };
  const shopId = ctx.shop.id;
  await ctx.db.$transaction((tx) => bringForward(tx, { shopId, mode }, kind));
  await ctx.wake([{ kind: "sweep", subject: toSweepSubject(kind, mode), lane: "sweeps" }]);
  return { kind: "asked" };
}
