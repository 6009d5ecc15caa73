import { describe, expect } from "vitest";
import { DEMO_TEST_KEY_ID } from "#test/standins/supplier/defaults.ts";
import { buildOrder, placeParcel, sandboxId } from "../builders.ts";
import { type Prove, TEST_KEY } from "../contract.ts";
import { created, listOf, me, order } from "../shapes.ts";

export function describeModes(prove: Prove): void {
  describe("modes", () => {
    prove(["mode.by-key", "auth.test-prefix", "res.me"], "the key decides the mode", async ({ get }) => {
      expect(await get("/me", me)).toMatchObject({ mode: "live", keyId: "lk_demo" });
      expect(await get("/me", me, { key: TEST_KEY })).toMatchObject({ mode: "test" });
      expect(DEMO_TEST_KEY_ID).toMatch(/^test_/);
    });

    prove(["mode.validates"], "a sandbox order is validated like a live one", async (contract) => {
      const items = [{ variantId: sandboxId(contract, "prd_cooker"), resalePrice: 1199 }];
      const reply = await contract.place(buildOrder({ items }), { key: TEST_KEY });
      expect(reply).toMatchObject({ status: 422, body: { error: { code: "price_below_minimum" } } });
    });

    prove(
      ["mode.no-money", "mode.ships-nothing"],
      "a sandbox order leaves the live wallet and all stock alone",
      async (contract) => {
        const before = await contract.control.audit();
        const variantId = sandboxId(contract, "prd_cooker");
        const reply = await contract.place(buildOrder({ items: [{ variantId }] }), { key: TEST_KEY });
        expect(created.parse(reply.body).mode).toBe("test");
        const after = await contract.control.audit();
        expect(after.wallets.find(({ mode }) => mode === "live")).toEqual(
          before.wallets.find(({ mode }) => mode === "live"),
        );
        const stock = await contract.send("GET", "/inventory?ids=prd_cooker");
        expect(stock.body).toMatchObject({ data: [{ stock: 500 }] });
        const sandbox = await contract.send("GET", `/inventory?ids=${variantId}`, { key: TEST_KEY });
        expect(sandbox.body).toMatchObject({ data: [{ stock: 500 }] });
      },
    );

    prove(["mode.apart"], "a live order does not exist for the test key", async (contract) => {
      const parcel = await placeParcel(contract);
      const other = await contract.send("GET", `/orders/${parcel.id}`, { key: TEST_KEY });
      expect(other).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
      expect((await contract.get("/orders", listOf(order), { key: TEST_KEY })).data).toEqual([]);
      await contract.post("/imports", { productId: "prd_cooker" });
      expect(await contract.send("GET", "/imports", { key: TEST_KEY })).toMatchObject({ body: { data: [] } });
    });

    prove(["mode.simulate"], "simulate moves a sandbox order and sends its event", async (contract) => {
      await contract.send("PUT", "/webhooks", {
        key: TEST_KEY,
        body: { url: "https://karwan.example/x", events: ["order.shipped"] },
      });
      const variantId = sandboxId(contract, "prd_cooker");
      const reply = await contract.place(buildOrder({ items: [{ variantId }] }), { key: TEST_KEY });
      const { id } = created.parse(reply.body).parcels[0] ?? { id: "" };
      const moved = await contract.post(`/orders/${id}/simulate`, { status: "SHIPPED" }, { key: TEST_KEY });
      expect(moved).toMatchObject({ status: 200, body: { status: "SHIPPED", mode: "test" } });
      await contract.control.settle();
      expect(contract.receiver.received.map(({ event }) => event)).toEqual(["order.shipped"]);
    });
  });
}
