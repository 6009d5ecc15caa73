import type { EffectState } from "./effect-state.ts";
import { type OrderWriter, writeInLeaseTransaction } from "./lease-writes.server.ts";
import type { OrderRecord } from "./order-record.server.ts";
import type { OrderRun } from "./order-run.ts";

/** Whether a once-only change was done, or given up for good. */
export function isEffectSettled(record: OrderRecord, key: string): boolean {
  return record.effects.some((effect) => effect.key === key && effect.state !== "intended");
}

/** Writes down, under the lease, what is about to be done; doing it twice leaves one row (idea 3). */
export async function intendEffect(run: OrderRun, key: string): Promise<void> {
  const scope = { shopId: run.ctx.shop.id, orderId: run.record.id, key };
  await writeInLeaseTransaction(run, ({ tx }) =>
    tx.effect.upsert({ where: { shopId_orderId_key: scope }, create: scope, update: {} }),
  );
}

type SettleEffectInput = {
  readonly key: string;
  readonly state: Exclude<EffectState, "intended">;
  readonly result?: string;
};

/** Settles an intended change, together with what else the caller has to write about it. */
export async function settleEffect(
  run: OrderRun,
  { key, state, result }: SettleEffectInput,
  andWrite: (writer: OrderWriter) => Promise<void>,
): Promise<void> {
  const scope = { shopId: run.ctx.shop.id, orderId: run.record.id, key };
  const settled = { state, result, doneAt: run.ctx.clock.now() };
  await writeInLeaseTransaction(run, async (writer) => {
    await writer.tx.effect.upsert({
      where: { shopId_orderId_key: scope },
      create: { ...scope, ...settled },
      update: settled,
    });
    await andWrite(writer);
  });
}
