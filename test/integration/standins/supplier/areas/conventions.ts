import { describe, expect } from "vitest";
import { buildOrder, placeOrder } from "../builders.ts";
import type { Contract, Prove } from "../contract.ts";
import { errorBody, listedProduct, listOf, order } from "../shapes.ts";

async function walk(contract: Contract, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await contract.get(`/catalog/products?limit=${limit}${query}`, listOf(listedProduct));
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

export function describeConventions(prove: Prove): void {
  describe("conventions", () => {
    prove(
      ["conv.json", "conv.list", "conv.limit-default", "conv.amounts", "conv.dates", "conv.ids"],
      "a list is JSON of documented rows, 50 to a page",
      async (contract) => {
        const reply = await contract.send("GET", "/catalog/products");
        expect(reply.headers.get("content-type")).toContain("application/json");
        const page = listOf(listedProduct).parse(reply.body);
        expect(page.data).toHaveLength(50);
        expect(page.nextCursor).toBeTypeOf("string");
      },
    );

    prove(["conv.limit-range"], "a limit outside 1 to 100 is refused", async ({ send }) => {
      for (const limit of ["0", "101", "-1", "ten", "1.5", ""]) {
        for (const path of ["/catalog/products", "/imports", "/orders", "/wallet/transactions"]) {
          const reply = await send("GET", `${path}?limit=${limit}`);
          expect([path, limit, reply.status]).toEqual([path, limit, 400]);
          expect(errorBody.parse(reply.body).error.code).toBe("validation_error");
        }
      }
      expect((await send("GET", "/catalog/products?limit=1")).body).toMatchObject({ data: [{}] });
      expect((await send("GET", "/catalog/products?limit=100")).status).toBe(200);
    });

    prove(["conv.cursor"], "following the cursor gives every row once", async (contract) => {
      const ids = await walk(contract, 7);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(await walk(contract, 100));
    });

    prove(["conv.cursor"], "rows added while reading do not repeat or hide others", async (contract) => {
      for (let n = 0; n < 4; n += 1) await placeOrder(contract);
      const first = await contract.get("/orders?limit=2", listOf(order));
      await placeOrder(contract);
      const rest = await contract.get(`/orders?cursor=${first.nextCursor}`, listOf(order));
      const ids = [...first.data, ...rest.data].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(4);
    });

    prove(
      ["conv.cursor-opaque"],
      "a made-up cursor, or one of another list, is refused",
      async (contract) => {
        await placeOrder(contract);
        await placeOrder(contract);
        const { nextCursor } = await contract.get("/orders?limit=1", listOf(order));
        for (const path of ["/orders?cursor=nonsense", `/catalog/products?cursor=${nextCursor}`]) {
          expect(await contract.send("GET", path)).toMatchObject({
            status: 400,
            body: { error: { code: "validation_error" } },
          });
        }
      },
    );

    prove(["conv.catalog-cache"], "a catalog answer is a minute old at most", async (contract) => {
      const stockOf = async () => (await contract.send("GET", "/catalog/products/prd_cooker")).body;
      expect(await stockOf()).toMatchObject({ stock: 500 });
      await contract.control.setStock({ variantId: "prd_cooker", stock: 3 });
      expect(await stockOf()).toMatchObject({ stock: 500 });
      await contract.control.clock.advance({ minutes: 1 });
      expect(await stockOf()).toMatchObject({ stock: 3 });
    });

    prove(["err.validation", "res.error"], "a validation error lists each problem", async (contract) => {
      const body = { ...buildOrder(), externalOrderId: undefined, paymentMode: "CARD" };
      const reply = await contract.place(body);
      const { error } = errorBody.parse(reply.body);
      expect([reply.status, error.code]).toEqual([400, "validation_error"]);
      const recorded = JSON.stringify(error);
      if (contract.switches.errorDetailsKey === "absent") return;
      expect(recorded).toContain("externalOrderId");
      expect(recorded).toContain("paymentMode");
    });

    prove(["err.json"], "what is not JSON is a validation error", async ({ send }) => {
      const bodies = ["{", "", "[]", '"text"', "{}}", "\ufeff{}", "null"];
      for (const [index, rawBody] of bodies.entries()) {
        const headers = { "Idempotency-Key": `key-${index}` };
        const reply = await send("POST", "/orders", { rawBody, headers });
        expect([rawBody, reply.status]).toEqual([rawBody, 400]);
        expect(errorBody.parse(reply.body).error.code).toBe("validation_error");
      }
    });

    prove(
      ["err.not-found", "ver.path"],
      "only v1 and its addresses are served",
      async ({ baseUrl, send }) => {
        expect(baseUrl).toMatch(/\/v1$/);
        expect(await send("GET", "/nowhere")).toMatchObject({
          status: 404,
          body: { error: { code: "not_found" } },
        });
        expect((await send("DELETE", "/orders")).status).toBe(404);
        expect((await send("GET", "/../v2/me")).status).toBe(404);
      },
    );
  });
}
