import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { runSweepNow, runSweepWithin } from "../sweeps/bring-forward.server.ts";

/** A press is answered by a look at the service at most so often, whoever of the account presses. */
const AGAIN_AFTER_MS = 30_000;

/** `copying`: the first copy is under way, and new entries come when it is whole. */
export type LedgerRefresh = "asked" | "soon" | "copying" | "not_connected";

/** Has new entries of the ledger read now, or as soon as the account may be asked again. */
export async function refreshLedger(ctx: ShopContext): Promise<LedgerRefresh> {
  if (ctx.connection === null) return "not_connected";
  const { accountId, mode } = ctx.connection;
  const where = { accountKey_mode: { accountKey: accountKeyOf(accountId), mode } };
  const copy = await ctx.db.ledgerCopy.findUnique({ where, select: { steppedAt: true, copiedAt: true } });
  const ageMs = copy?.steppedAt ? ctx.clock.now().getTime() - copy.steppedAt.getTime() : AGAIN_AFTER_MS;
  if (ageMs < AGAIN_AFTER_MS) {
    if (copy?.copiedAt === null) return "copying";
    await runSweepWithin(ctx, { kind: "ledger", mode }, AGAIN_AFTER_MS - ageMs);
    return "soon";
  }
  await runSweepNow(ctx, { kind: "ledger", mode });
  return "asked";
}
