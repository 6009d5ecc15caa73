import { describe, expect } from "vitest";
import { buildOrder, placeOrder, placeParcel } from "../builders.ts";
import type { Contract, Prove } from "../contract.ts";
import { created, order } from "../shapes.ts";

const live = async (contract: Contract) => {
  const { wallets } = await contract.control.audit();
  const wallet = wallets.find(({ mode }) => mode === "live");
  if (wallet === undefined) throw new Error("No live wallet");
  return wallet;
};

/** The fee of an order record as far as the stand-in says it now. */
function feeAsSaid({ switches }: Contract, fee: { basis: string; percent: number; amount: number }) {
  return switches.feeSaid === "full" ? fee : { amount: fee.amount };
}

/** The worked examples whose amounts rest on nothing the document leaves open. */
const CONFIRMED = [
  {
    name: "1: one item and its delivery",
    items: [{}],
    shippingCharged: 200,
    says: { codAmount: 1800, expectedMargin: 540, rtoReserve: 350, platformFee: { amount: 60 } },
  },
  {
    name: "2: a line that does not divide",
    items: [
      { variantId: "prd_spoons", quantity: 2, resalePrice: 333 },
      { variantId: "prd_spoons", resalePrice: 334 },
    ],
    shippingCharged: 0,
    says: { codAmount: 1000 },
  },
  {
    name: "3: paisa dropped",
    items: [
      { variantId: "prd_bedsheet", resalePrice: 2249 },
      { variantId: "prd_bedsheet", resalePrice: 2249 },
    ],
    shippingCharged: 250,
    says: { codAmount: 4748 },
  },
  {
    name: "4: taxes on top",
    items: [{ variantId: "prd_mugs", resalePrice: 1180 }],
    shippingCharged: 118,
    says: { codAmount: 1298 },
  },
  {
    name: "5: our part of a mixed cart",
    items: [{ variantId: "prd_lantern", resalePrice: 1500 }],
    shippingCharged: 150,
    says: { codAmount: 1650 },
  },
  {
    name: "6: after an advance",
    items: [{ resalePrice: 1200 }],
    shippingCharged: 100,
    says: { codAmount: 1300 },
  },
  {
    name: "9: a unit refunded",
    items: [
      { variantId: "prd_spoons", resalePrice: 333 },
      { variantId: "prd_spoons", resalePrice: 334 },
    ],
    shippingCharged: 0,
    says: { codAmount: 667 },
  },
  {
    name: "10: two of one item",
    items: [{ quantity: 2 }],
    shippingCharged: 200,
    says: {
      codAmount: 3400,
      wholesaleTotal: 2000,
      shippingCost: 250,
      platformFee: { amount: 115 },
      expectedMargin: 1035,
      rtoReserve: 400,
    },
  },
  {
    name: "14: the supplier ships free",
    items: [{ variantId: "prd_freight_free" }],
    shippingCharged: 200,
    says: { codAmount: 1800, shippingCost: 0, platformFee: { amount: 80 }, expectedMargin: 720 },
  },
];

export function describeMoney(prove: Prove): void {
  describe("money, worked", () => {
    for (const { name, items, shippingCharged, says } of CONFIRMED) {
      prove(["money.cod-amount", "money.fee", "money.reserve"], `example ${name}`, async (contract) => {
        const reply = await contract.place(buildOrder({ items, shippingCharged }));
        expect(created.parse(reply.body)).toMatchObject(says);
      });
    }

    prove(
      ["money.margin", "money.refusal", "money.fee-kept"],
      "example 1 refused costs shipping both ways and no fee",
      async (contract) => {
        const before = await live(contract);
        const parcel = await placeParcel(contract);
        expect(parcel.margin).toBe(1800 - 1000 - 200);
        expect((await live(contract)).heldReserve).toBe(350);
        await contract.control.moveParcel({ id: parcel.id, status: "RETURNED" });
        const after = await live(contract);
        expect([after.available - before.available, after.heldReserve]).toEqual([-350, 0]);
        expect(await contract.get(`/orders/${parcel.id}`, order)).toMatchObject({
          rtoCharge: 350,
          platformFee: { amount: 0 },
        });
        await contract.control.clock.advance({ days: 40 });
        expect((await live(contract)).available).toBe(after.available);
      },
    );

    prove(
      ["money.cod-margin", "money.release-date", "state.released"],
      "example 1 delivered is credited after 20 days and not before",
      async (contract) => {
        const before = await live(contract);
        const parcel = await placeParcel(contract);
        await contract.control.moveParcel({ id: parcel.id, status: "DELIVERED" });
        expect(await live(contract)).toMatchObject({
          available: before.available,
          pending: 540,
          heldReserve: 0,
        });
        await contract.control.clock.advance({ days: 19, hours: 23, minutes: 59 });
        expect((await live(contract)).available).toBe(before.available);
        await contract.control.clock.advance({ minutes: 1 });
        expect(await live(contract)).toMatchObject({ available: before.available + 540, pending: 0 });
      },
    );

    prove(
      ["money.prepaid", "money.prepaid-fee"],
      "examples 7 and 13: prepaid takes the cost now and the fee later",
      async (contract) => {
        for (const [quantity, cost, fee] of [
          [2, 2250, 115],
          [1, 1200, 60],
        ] as const) {
          const before = await live(contract);
          const parcel = await placeParcel(contract, { paymentMode: "PREPAID", items: [{ quantity }] });
          expect(parcel).toMatchObject({ codAmount: 0, rtoReserve: 0, platformFee: { amount: fee } });
          expect((await live(contract)).available).toBe(before.available - cost);
          await contract.control.moveParcel({ id: parcel.id, status: "DELIVERED" });
          await contract.control.clock.advance({ days: 20 });
          expect((await live(contract)).available).toBe(before.available - cost - fee);
        }
      },
    );

    prove(
      ["money.parcels", "res.created"],
      "example 8: two stores are two parcels that add up",
      async (contract) => {
        const items = [
          { variantId: "prd_earbuds", resalePrice: 1000 },
          { variantId: "prd_speaker", resalePrice: 2000 },
        ];
        const answer = await placeOrder(contract, { items, shippingCharged: 300 });
        expect(answer).toMatchObject({
          codAmount: 3300,
          wholesaleTotal: 1800,
          shippingCost: 400,
          rtoReserve: 700,
        });
        expect(answer.parcels).toMatchObject([
          { parcel: { part: 1, of: 2 }, shippingCost: 150, rtoReserve: 300, wholesaleTotal: 600 },
          { parcel: { part: 2, of: 2 }, shippingCost: 250, rtoReserve: 400, wholesaleTotal: 1200 },
        ]);
        const sum = (pick: (parcel: (typeof answer.parcels)[number]) => number) =>
          answer.parcels.reduce((total, parcel) => total + pick(parcel), 0);
        expect([sum((one) => one.codAmount), sum((one) => one.margin)]).toEqual([3300, 1100]);
        const fee = sum((one) => one.platformFee.amount);
        expect(answer.platformFee.amount).toBe(fee);
        expect(Math.abs(fee - 110)).toBeLessThan(2);
      },
    );

    prove(["money.fee-loss"], "example 11: at exactly its cost there is no fee", async (contract) => {
      const parcel = await placeParcel(contract, { items: [{ resalePrice: 1200 }], shippingCharged: 0 });
      expect(parcel).toMatchObject({ margin: 0, platformFee: { amount: 0 } });
      await contract.control.setPrice({ variantId: "prd_mugs", minResalePrice: 1 });
      const under = await placeParcel(contract, {
        paymentMode: "PREPAID",
        items: [{ variantId: "prd_mugs", resalePrice: 500 }],
        shippingCharged: 0,
      });
      expect(under).toMatchObject({ margin: -300, platformFee: { amount: 0 } });
    });

    prove(["money.sale-fee"], "example 12: a sale fee is of the selling price", async (contract) => {
      await contract.control.setAccount({ feeBasis: "sale" });
      expect((await placeParcel(contract)).platformFee).toEqual(
        feeAsSaid(contract, { basis: "sale", percent: 0, amount: 0 }),
      );
      await contract.control.setTerms({ saleFeePercent: 5 });
      const parcel = await placeParcel(contract);
      expect(parcel).toMatchObject({
        platformFee: feeAsSaid(contract, { basis: "sale", percent: 5, amount: 80 }),
        expectedMargin: 520,
      });
    });

    prove(["money.fee-frozen"], "an order keeps the fee it was placed under", async (contract) => {
      const parcel = await placeParcel(contract);
      await contract.control.setTerms({ marginFeePercent: 50, saleFeePercent: 50 });
      await contract.control.setAccount({ feeBasis: "sale" });
      await contract.control.moveParcel({ id: parcel.id, status: "DELIVERED" });
      const { platformFee } = await contract.get(`/orders/${parcel.id}`, order);
      expect(platformFee).toEqual(feeAsSaid(contract, { basis: "margin", percent: 10, amount: 60 }));
    });

    prove(
      [],
      "the rounding of a fee and the sharing of the delivery charge are switches",
      async (contract) => {
        const { feeRounding, shippingChargedSplit } = contract.switches;
        const feeAt = async (resalePrice: number) =>
          (await placeParcel(contract, { items: [{ resalePrice }] })).platformFee.amount;
        expect(await feeAt(1604)).toBe({ half_up: 60, floor: 60, ceil: 61 }[feeRounding]);
        expect(await feeAt(1605)).toBe({ half_up: 61, floor: 60, ceil: 61 }[feeRounding]);
        const items = [{ variantId: "prd_earbuds" }, { variantId: "prd_speaker", resalePrice: 3200 }];
        const { parcels } = await placeOrder(contract, { items, shippingCharged: 100 });
        const shares = {
          by_value: [33, 67],
          first_parcel: [100, 0],
          by_shipping_cost: [38, 62],
          equal: [50, 50],
        };
        expect(parcels.map((parcel) => parcel.shippingCharged)).toEqual(shares[shippingChargedSplit]);
      },
    );

    prove(["money.fee-kept"], "a cancelled or returned parcel pays no fee", async (contract) => {
      const cancelled = await placeParcel(contract);
      await contract.post(`/orders/${cancelled.id}/cancel`);
      const returned = await placeParcel(contract);
      await contract.control.moveParcel({ id: returned.id, status: "RETURNED", type: "return" });
      for (const { id } of [cancelled, returned]) {
        expect((await contract.get(`/orders/${id}`, order)).platformFee.amount).toBe(0);
      }
    });
  });
}
