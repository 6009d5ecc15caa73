import { describe, expect } from "vitest";
import { placeOrder } from "../builders.ts";
import { type Prove, TEST_KEY } from "../contract.ts";
import { listOf, order } from "../shapes.ts";

export function describeOrderReading(prove: Prove): void {
  describe("order endpoints", () => {
    prove(
      ["orders.list", "orders.by-status", "orders.by-external", "orders.by-date", "orders.get"],
      "orders are found by status, external id and date",
      async (contract) => {
        const first = await placeOrder(contract);
        await contract.control.clock.advance({ hours: 1 });
        const items = [{ variantId: "prd_earbuds" }, { variantId: "prd_speaker", resalePrice: 2000 }];
        const second = await placeOrder(contract, { items });
        await contract.control.moveParcel({ externalOrderId: first.externalOrderId, status: "SHIPPED" });
        const ids = async (query: string) =>
          (await contract.get(`/orders?${query}`, listOf(order))).data.map(({ id }) => id).sort();
        const firstIds = first.parcels.map(({ id }) => id).sort();
        const secondIds = second.parcels.map(({ id }) => id).sort();
        expect(secondIds).toHaveLength(2);
        expect(await ids("")).toEqual([...firstIds, ...secondIds].sort());
        expect(await ids("status=SHIPPED")).toEqual(firstIds);
        expect(await ids("status=RECEIVED,CONFIRMED,SHIPPED")).toEqual([...firstIds, ...secondIds].sort());
        expect(await ids(`externalOrderId=${second.externalOrderId}`)).toEqual(secondIds);
        expect(await ids("from=2026-11-23T09:30:00Z")).toEqual(secondIds);
        expect(await ids("to=2026-11-23T09:30:00Z")).toEqual(firstIds);
        for (const query of ["status=LOST", "from=yesterday", "to=2026-13-01"]) {
          expect((await contract.send("GET", `/orders?${query}`)).status).toBe(400);
        }
        expect(await contract.get(`/orders/${firstIds[0]}`, order)).toMatchObject({
          tracking: { courier: "TCS" },
        });
      },
    );

    prove(["orders.not-found"], "an unknown order is 404 everywhere", async ({ send }) => {
      for (const [method, path] of [
        ["GET", ""],
        ["GET", "/tracking"],
        ["POST", "/cancel"],
        ["POST", "/pay"],
      ] as const) {
        expect(await send(method, `/orders/nothing${path}`)).toMatchObject({
          status: 404,
          body: { error: { code: "not_found" } },
        });
      }
      const simulated = await send("POST", "/orders/nothing/simulate", {
        key: TEST_KEY,
        body: { status: "SHIPPED" },
      });
      expect(simulated.status).toBe(404);
    });
  });
}
