import { settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { FulfillmentGid } from "#app/platform/ids.ts";
import { roundOf } from "./fulfillment-rounds.ts";
import { trackingKey } from "./plan-tracking.ts";

type LinkFulfillmentInput = {
  readonly id: FulfillmentGid;
  readonly name: string;
  readonly code: "fulfillment_created" | "fulfillment_adopted";
};

/** Keeps which fulfillment a parcel became, and, where it was made by us, which tracking it was made with. */
export async function linkFulfillment(
  run: ReadRun,
  parcel: ParcelRecord,
  { id, name, code }: LinkFulfillmentInput,
): Promise<void> {
  const shopId = run.ctx.shop.id;
  const round = roundOf(run.record.effects, parcel);
  await settleEffect(
    run,
    { key: `fulfillment:${round}`, state: "done", result: id },
    async ({ tx, addFact }) => {
      await tx.parcel.update({
        where: { shopId_id: { shopId, id: parcel.id } },
        data: { fulfillmentGid: id },
      });
      const key = code === "fulfillment_created" ? trackingKey(round, 0, parcel) : null;
      if (key) {
        const scope = { shopId, orderId: run.record.id, key };
        const done = { state: "done" as const, doneAt: run.ctx.clock.now() };
        await tx.effect.upsert({
          where: { shopId_orderId_key: scope },
          create: { ...scope, ...done },
          update: done,
        });
      }
      await addFact({
        actor: "karwan",
        code,
        params: { name, courier: parcel.courier, number: parcel.trackingNumber },
      });
    },
  );
}

/** Fulfillments that belong to other parcels of the order. */
export function fulfillmentsOfOthers({ record }: ReadRun, parcel: ParcelRecord): ReadonlySet<FulfillmentGid> {
  const others = record.handoffs
    .flatMap((handoff) => handoff.parcels)
    .filter((each) => each.id !== parcel.id);
  return new Set(others.flatMap((each) => (each.fulfillmentGid ? [each.fulfillmentGid] : [])));
}
