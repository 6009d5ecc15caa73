import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { runImport } from "#app/domain/catalog/import/run-import.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { type ImportHarness, startImportHarness } from "./import-harness.ts";

const FIVE = ["prd_cooker", "prd_spoons", "prd_bedsheet", "prd_mugs", "prd_lantern"] as const;

let harness: ImportHarness;

beforeAll(async () => {
  harness = await startImportHarness();
});
beforeEach(() => harness.clear());
afterEach(async () => {
  armFailpoints("");
  harness.side.standin.control.searchLag({ lagMs: 0 });
  harness.side.standin.control.rules({ set: { quantities_name_where_stocked: true } });
  for (const productId of FIVE) await harness.standin.control.restoreProduct({ productId });
});
afterAll(() => harness.stop());

const statesOf = async (runId: BulkRunId) => (await harness.itemsOf(runId)).map(({ state }) => state);

describe("a run that is interrupted", () => {
  it.each(["I1", "I2", "I3", "I4", "I5", "I6", "I7"])(
    "makes no product twice after stopping at %s",
    async (point) => {
      const runId = await harness.start(FIVE);
      armFailpoints(`${point}:throw`);
      await harness.work().catch((error: unknown) => expect(error).toMatchObject({ code: "failpoint" }));
      armFailpoints("");
      await harness.work();
      expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
      const titles = harness.productsInShopify().map(({ title }) => title);
      expect(new Set(titles).size).toBe(FIVE.length);
      expect(titles).toHaveLength(FIVE.length);
    },
  );

  it.each(["cut_after", "cut_before"] as const)(
    "makes no product twice when the answer is %s",
    async (kind) => {
      const runId = await harness.start(FIVE);
      harness.side.standin.control.faults({ requests: [{ kind, field: "productSet", times: 3 }] });
      await harness.work().catch((error: unknown) => expect(error).toMatchObject({ retryable: true }));
      await harness.work();
      expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
      expect(harness.productsInShopify()).toHaveLength(FIVE.length);
    },
  );

  it("writes no old quantity over what was sold in between", async () => {
    await harness.start(["prd_cooker"]);
    harness.side.standin.control.faults({ requests: [{ kind: "cut_after", field: "productSet" }] });
    await harness.work().catch(() => undefined);
    const { shop } = await harness.fresh();
    const [product] = harness.productsInShopify();
    const variantId = product?.variants[0]?.id ?? "";
    harness.side.standin.control.setChannels({ id: product?.id ?? "" });
    harness.side.standin.control.placeOrder({ lines: [{ variantId, quantity: 3 }], shipping: 200 });
    await harness.side.standin.control.settle();
    harness.side.standin.control.requests({ clear: true });
    await harness.work();
    expect(harness.operations()).toContain("ProductSet");
    expect(harness.operations()).not.toContain("ProductCreate");
    const [level] = harness.productsInShopify()[0]?.variants[0]?.levels ?? [];
    expect(level).toMatchObject({ locationId: shop.locationGid, available: 497, committed: 3 });
  });

  it("finds a product from before a reinstall by its id and links it again", async () => {
    await harness.start(["prd_cooker"]);
    await harness.work();
    await harness.side.db.bulkRun.deleteMany();
    await harness.side.db.listing.deleteMany();
    const runId = await harness.start(["prd_cooker"]);
    await harness.work();
    const [product, ...others] = harness.productsInShopify();
    expect(others).toEqual([]);
    expect((await harness.itemsOf(runId))[0]?.listing).toMatchObject({
      state: "ready",
      productGid: product?.id,
    });
  });

  it("fails one product that a bug stops, and goes on with the others", async () => {
    const runId = await harness.start(["prd_cooker", "prd_mugs"]);
    const { listing } = (await harness.itemsOf(runId))[0] ?? {};
    // What nothing of ours writes: reading it throws.
    const policy = { whenRemoved: "nowhere" };
    await harness.side.db.listing.update({ where: { id: listing?.id ?? "" }, data: { policy } });
    await harness.work();
    expect(await statesOf(runId)).toEqual(["refused", "done"]);
  });
});

describe("runs beside each other", () => {
  it("makes a product once that is in two runs", async () => {
    const runs = [await harness.start(FIVE), await harness.start(["prd_cooker", "prd_earbuds"])];
    await harness.work();
    for (const runId of runs) expect(new Set(await statesOf(runId))).toEqual(new Set(["done"]));
    expect(harness.productsInShopify()).toHaveLength(6);
  });

  it("leaves a product to the import that was pressed for it alone", async () => {
    const ctx = await harness.fresh();
    const pressed = await importProduct(ctx, { supplierProductId: asId("prd_cooker"), by: "Ali" });
    const runId = await harness.start(["prd_cooker", "prd_mugs"]);
    expect(await harness.workOnce(ctx)).toEqual({ kind: "done" });
    expect(await statesOf(runId)).toEqual(["waiting", "done"]);
    if (pressed.kind !== "started") throw new Error(pressed.kind);
    await runImport(ctx, pressed.listingId);
    expect(await statesOf(runId)).toEqual(["done", "done"]);
    expect(harness.productsInShopify()).toHaveLength(2);
  });

  it("does not begin a second import for a press on a product of a run", async () => {
    await harness.start(["prd_cooker"]);
    const ctx = await harness.fresh();
    expect(await importProduct(ctx, { supplierProductId: asId("prd_cooker"), by: "Ali" })).toMatchObject({
      kind: "started",
    });
    expect(await harness.side.db.work.count({ where: { kind: "listing.import" } })).toBe(0);
  });
});
