import { describe, expect } from "vitest";
import { buildOrder } from "../builders.ts";
import { type Contract, type Prove, TEST_KEY } from "../contract.ts";
import { dataOf, importEntry, listOf } from "../shapes.ts";

const MAPPED = {
  productId: "prd_cooker",
  externalProductId: "p-1",
  customTitle: "My cooker set",
  resalePrice: 1600,
  variants: [{ variantId: "prd_cooker", externalVariantId: "v-1", externalSku: "SKU-1" }],
};

async function importOne(contract: Contract, body: unknown = MAPPED) {
  const reply = await contract.post("/imports", body);
  expect(reply.status).toBe(201);
  const [entry] = dataOf(importEntry).parse(reply.body).data;
  if (entry === undefined) throw new Error("No import");
  return entry;
}

export function describeImports(prove: Prove): void {
  describe("imports", () => {
    prove(["imp.one", "res.import"], "one product is imported", async (contract) => {
      const entry = await importOne(contract);
      expect(entry).toMatchObject({
        productId: "prd_cooker",
        externalProductId: "p-1",
        syncStatus: "ok",
        available: true,
      });
    });

    prove(["imp.batch"], "at most 50 products go in one request", async ({ post }) => {
      const ids = Array.from({ length: 40 }, (_, n) => `prd_${String(n + 1).padStart(3, "0")}`);
      const products = ids.map((productId) => ({ productId }));
      const reply = await post("/imports", { products });
      expect(
        dataOf(importEntry)
          .parse(reply.body)
          .data.map(({ productId }) => productId),
      ).toEqual(ids);
      for (const count of [0, 51]) {
        const wrong = await post("/imports", { products: Array(count).fill({ productId: "prd_cooker" }) });
        expect([count, wrong.status]).toEqual([count, 400]);
      }
      expect((await post("/imports", { products: Array(50).fill({ productId: "prd_mugs" }) })).status).toBe(
        201,
      );
    });

    prove(["imp.again", "imp.maps", "req.variant"], "importing again moves the mapping", async (contract) => {
      const first = await importOne(contract);
      const byExternalId = (externalVariantId: string) =>
        contract.place(buildOrder({ items: [{ externalVariantId }] }));
      expect((await byExternalId("v-1")).status).toBe(201);
      const again = await importOne(contract, {
        ...MAPPED,
        variants: [{ variantId: "prd_cooker", externalVariantId: "v-2" }],
      });
      expect(again.id).toBe(first.id);
      expect((await byExternalId("v-2")).status).toBe(201);
      expect(await byExternalId("v-1")).toMatchObject({ status: 404 });
    });

    prove(["imp.unknown"], "nothing is imported when one product is unknown", async (contract) => {
      const unknown = { products: [{ productId: "prd_cooker" }, { productId: "nothing" }] };
      expect(await contract.post("/imports", unknown)).toMatchObject({
        status: 404,
        body: { error: { code: "not_found" } },
      });
      const strange = { ...MAPPED, variants: [{ variantId: "prd_mugs", externalVariantId: "v" }] };
      expect((await contract.post("/imports", strange)).status).toBe(404);
      expect((await contract.get("/imports", listOf(importEntry))).data).toEqual([]);
      expect((await contract.post("/imports", { externalProductId: "p" })).status).toBe(400);
    });

    prove(["imp.list", "imp.sync"], "sync-result is kept and listed by status", async (contract) => {
      const { id } = await importOne(contract);
      const failed = await contract.post(`/imports/${id}/sync-result`, { status: "failed", error: "gone" });
      expect(failed).toMatchObject({ status: 200 });
      const byStatus = (status: string) => contract.get(`/imports?status=${status}`, listOf(importEntry));
      expect((await byStatus("failed")).data).toMatchObject([{ id, syncStatus: "failed" }]);
      expect((await byStatus("ok")).data).toEqual([]);
      expect((await contract.send("GET", "/imports?status=lost")).status).toBe(400);
      expect((await contract.post(`/imports/${id}/sync-result`, { status: "removed" })).status).toBe(400);
      expect((await contract.post("/imports/nothing/sync-result", { status: "ok" })).status).toBe(404);
    });

    prove(["imp.delete"], "a deleted import is synced no more", async (contract) => {
      await contract.send("PUT", "/webhooks", { body: { url: "https://karwan.example/x" } });
      const { id } = await importOne(contract);
      expect((await contract.send("DELETE", `/imports/${id}`, { key: TEST_KEY })).status).toBe(404);
      expect((await contract.send("DELETE", `/imports/${id}`)).status).toBe(200);
      await contract.control.setStock({ variantId: "prd_cooker", stock: 1 });
      await contract.control.settle();
      expect(contract.receiver.received).toEqual([]);
      expect((await contract.send("DELETE", "/imports/nothing")).status).toBe(404);
    });
  });
}
