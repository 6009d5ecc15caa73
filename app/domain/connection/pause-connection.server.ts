import type { SupplierConnection } from "@prisma/client";
import { sealHealthMessage } from "#app/domain/context/connection-place.ts";
import { findConnection, type UsableConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { checkConnection } from "./check-connection.server.ts";
import { commitWithWork } from "./commit-with-work.server.ts";

/** Refusals of the key or the account: nothing is sent under it until it is taken again. */
const PAUSING: ReadonlySet<string> = new Set([
  "invalid_key",
  "ip_not_allowed",
  "reseller_suspended",
  "reseller_not_active",
  "dropship_disabled",
]);

export function isPausing(code: string): boolean {
  return PAUSING.has(code);
}

const MINUTE_MS = 60_000;
/** After these many minutes; then hourly, as for a pause of the whole platform. */
const PROBES_AFTER_MINUTES = [1, 2, 4, 8, 15, 30] as const;

type PauseReason = { readonly code: string; readonly message: string };
type PauseDeps = Pick<ShopContext, "shop" | "db" | "crypto" | "clock" | "wake">;

/** The service refused the key or the account: orders rest, and one probe asks for all of them when it is over. */
export async function pauseConnection(
  ctx: PauseDeps,
  mode: Mode,
  { code, message }: PauseReason,
): Promise<void> {
  const where = { shopId: ctx.shop.id, mode, disconnectedAt: null, pausedAt: null };
  const found = await ctx.db.supplierConnection.findFirst({ where, select: { id: true } });
  if (found === null) return;
  const healthMessageEnc = sealHealthMessage(ctx.crypto, found.id, message);
  const data = { pausedAt: ctx.clock.now(), probes: 0, health: code, healthMessageEnc };
  const probe = { kind: "connection.probe", subject: { mode }, delayMs: delayMs(code, 0) } as const;
  await commitWithWork(ctx, [probe], (tx) =>
    tx.supplierConnection.updateMany({ where: { ...where, id: found.id }, data }),
  );
}

/** Whether nothing is sent under a mode's key by now, whatever was so when the context was made. */
export async function isPaused({ db, shop }: Pick<ShopContext, "db" | "shop">, mode: Mode): Promise<boolean> {
  const found = await db.supplierConnection.findFirst({
    where: { shopId: shop.id, mode, disconnectedAt: null, pausedAt: { not: null } },
    select: { id: true },
  });
  return found !== null;
}

type ProbeDeps = Pick<ShopContext, "shop" | "env" | "db" | "crypto" | "clock" | "supplierIn" | "wake">;

/** Asks `GET /me`, which no daily quota refuses, whether a paused connection is taken again; its orders then go on. */
export async function probeConnection(ctx: ProbeDeps, mode: Mode): Promise<WorkResult> {
  const found = await findConnection(ctx, mode);
  if (found === null) return { kind: "done" };
  if (found.connection.pausedAt !== null) {
    const refusal = await checkKey(found.client);
    if (refusal !== null)
      return { kind: "requeue", afterMs: await countProbe(ctx, found.connection, refusal) };
    await ctx.db.supplierConnection.updateMany({
      where: { shopId: ctx.shop.id, id: found.connection.id },
      data: { pausedAt: null, probes: 0, health: "ok", healthMessageEnc: null },
    });
  }
  await ctx.wake([{ kind: "orders.reconcileWaiting", subject: "shop" }]);
  // What else may be wrong, and what a person reads of it, is looked at apart: it keeps no order back.
  await checkConnection(ctx, { mode });
  return { kind: "done" };
}

/** Why the key is not taken; an answer that never came tells nothing and is no yes. */
async function checkKey(client: UsableConnection["client"]): Promise<string | null> {
  try {
    await client.getMe();
    return null;
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return error.code;
  }
}

async function countProbe(ctx: ProbeDeps, { id, probes }: SupplierConnection, code: string) {
  const where = { shopId_id: { shopId: ctx.shop.id, id } };
  await ctx.db.supplierConnection.update({ where, data: { probes: probes + 1 } });
  return delayMs(code, probes + 1);
}

function delayMs(code: string, probes: number): number {
  if (code === "dropship_disabled") return 60 * MINUTE_MS;
  return (PROBES_AFTER_MINUTES[probes] ?? 60) * MINUTE_MS;
}
