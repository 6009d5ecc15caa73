import { describe, expect, it } from "vitest";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { createRandom } from "#test/standins/supplier/random.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { CONTRARY, PLAIN, SPARSE, type Undefined } from "#test/standins/supplier/undefined-behaviour.ts";
import { buildCustomer, buildOrder } from "./builders.ts";

const MIXTURES = 24;

/** Every switch as one of the three presets has it, by a seed. */
function mixSwitches(seed: number): Partial<Undefined> {
  const random = createRandom(seed);
  const presets = [PLAIN, SPARSE, CONTRARY] as const;
  const picked = Object.keys(PLAIN).map((name) => {
    const preset = presets[Math.floor(random() * presets.length)] ?? PLAIN;
    return [name, Object.entries(preset).find(([key]) => key === name)?.[1]];
  });
  return Object.fromEntries(picked);
}

async function place(standin: SupplierStandin, paymentMode: string): Promise<string> {
  const items = [{ variantId: "prd_earbuds" }, { variantId: "prd_speaker", resalePrice: 2000 }];
  const order = buildOrder({ paymentMode, items });
  const customer = buildCustomer({
    phone: `+92300${order.externalOrderId.replace(/\D/g, "").padStart(7, "0")}`,
  });
  const response = await fetch(`${standin.baseUrl}/orders`, {
    method: "POST",
    headers: { Authorization: `Bearer ${DEMO_LIVE_KEY}`, "Idempotency-Key": order.externalOrderId },
    body: JSON.stringify({ ...order, customer }),
  });
  expect(response.status).toBe(201);
  return order.externalOrderId;
}

async function pay(standin: SupplierStandin, externalOrderId: string): Promise<void> {
  const { orders } = await standin.control.audit();
  for (const order of orders) {
    if (order.externalOrderId !== externalOrderId || order.status !== "AWAITING_FUNDS") continue;
    await fetch(`${standin.baseUrl}/orders/${order.id}/pay`, {
      method: "POST",
      headers: { Authorization: `Bearer ${DEMO_LIVE_KEY}` },
    });
  }
}

/** Orders of both kinds, one part refused, one taken back, one left, some waiting for funds. */
async function runBusyWeek(standin: SupplierStandin): Promise<void> {
  const { control } = standin;
  for (const paymentMode of ["COD", "PREPAID"]) {
    const split = await place(standin, paymentMode);
    await control.moveParcel({ externalOrderId: split, part: 1, status: "DELIVERED" });
    await control.moveParcel({ externalOrderId: split, part: 2, status: "RETURNED", type: "rto" });
    const back = await place(standin, paymentMode);
    await control.moveParcel({ externalOrderId: back, status: "RETURNED", type: "return" });
    const cancelled = await place(standin, paymentMode);
    await control.moveParcel({ externalOrderId: cancelled, part: 1, status: "CANCELLED" });
    await place(standin, paymentMode);
  }
  await control.withdraw({ amount: (await control.audit()).wallets[0]?.available ?? 0 });
  const waiting = await place(standin, "PREPAID");
  await place(standin, "PREPAID");
  await control.topUp({ amount: 5000 });
  await pay(standin, waiting);
}

describe("the switches", () => {
  it.each(Array.from({ length: MIXTURES }, (_, seed) => seed))(
    "keep the wallet adding up in mixture %i",
    async (seed) => {
      const standin = await startSupplierStandin({
        undefined: mixSwitches(seed),
        clock: { at: "2026-11-23T09:00:00Z", frozen: true },
        tickEveryMs: 0,
      });
      try {
        await runBusyWeek(standin);
        expect((await standin.control.audit()).problems).toEqual([]);
        await standin.control.clock.advance({ days: 21 });
        const audit = await standin.control.audit();
        expect(audit.problems).toEqual([]);
        expect(audit.wallets[0]).toMatchObject({ pending: 0, heldDeposit: 2000 });
      } finally {
        await standin.close();
      }
    },
  );
});
