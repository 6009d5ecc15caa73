import { describe, expect } from "vitest";
import type { Prove } from "../contract.ts";
import { quote } from "../shapes.ts";

export function describeShippingCost(prove: Prove): void {
  describe("shipping cost", () => {
    prove(
      ["res.bands", "res.per-kg", "res.surcharge"],
      "a parcel costs its band, its extra kilograms and its city",
      async (contract) => {
        const costOf = async (variantId: string, quantity: number, city = "Lahore") => {
          const reply = await contract.post("/shipping/quote", { city, items: [{ variantId, quantity }] });
          return quote.parse(reply.body).shippingCost;
        };
        const earbuds = [
          [1, 150],
          [2, 200],
          [3, 250],
          [5, 250],
          [6, 350],
          [12, 350],
          [13, 500],
          [25, 500],
        ] as const;
        for (const [quantity, cost] of earbuds)
          expect([quantity, await costOf("prd_earbuds", quantity)]).toEqual([quantity, cost]);
        const above = { ceil: 530, floor: 500, proportional: 518 }[contract.switches.kgAboveRounding];
        expect(await costOf("prd_heavy", 2)).toBe(above);
        await contract.control.setTerms({ citySurcharges: { Quetta: 75 } });
        expect(await costOf("prd_earbuds", 1, " quetta ")).toBe(225);
        expect(await costOf("prd_unknown_weight", 3)).toBe(200);
      },
    );

    prove(["res.terms"], "the published constants have their values", async ({ control }) => {
      expect(await control.setTerms({})).toEqual({
        returnWindowDays: 7,
        payoutHoldDays: 20,
        returnShippingCost: 150,
        defaultShippingCost: 200,
        shippingRates: {
          bands: [
            [0.5, 150],
            [1, 200],
            [2, 250],
            [5, 350],
            [10, 500],
          ].map(([upToKg, cost]) => ({ upToKg, cost })),
          perKgAbove: 30,
        },
        citySurcharges: {},
        depositAmount: 2000,
        marginFeePercent: 10,
        saleFeePercent: 0,
        allowPrepaid: true,
        awaitingFundsHours: 72,
        confirmationRequired: false,
        confirmationMaxAttempts: 2,
        blacklistRefusals: 2,
      });
    });
  });
}
