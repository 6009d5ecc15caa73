import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findCatalogState } from "#app/domain/catalog/browse/catalog-state.server.ts";
import { listCategoryTree } from "#app/domain/catalog/browse/category-tree.server.ts";
import { disconnectSupplier } from "#app/domain/connection/disconnect-supplier.server.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { connectInput, testKey } from "#test/integration/connection/connect-input.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { type CatalogHarness, startCatalogHarness } from "./catalog-harness.ts";

let harness: CatalogHarness;
let shop: Awaited<ReturnType<CatalogHarness["connected"]>>;

beforeAll(async () => {
  harness = await startCatalogHarness();
});
beforeEach(async () => {
  await harness.reset();
  await harness.supplier.control.setAccount({ plan: "scale" });
  shop = await harness.connected();
});
afterEach(async () => {
  armFailpoints(undefined);
  await harness.supplier.control.clearFaults();
});
afterAll(() => harness.close());

const live = () => ({ shopId: shop.shopId, mode: "live" as const });
const countOffered = () => harness.db.catalogProduct.count({ where: { ...live(), goneAt: null } });

describe("the walk through the catalog", () => {
  it("is asked for at once by connecting, and so is the ledger's", async () => {
    const where = { shopId: shop.shopId, kind: "sweep.run" } as const;
    const work = await harness.db.work.findMany({ where, orderBy: { subject: "asc" } });
    expect(work).toMatchObject([
      { subject: "catalog/live", lane: "sweeps" },
      { subject: "ledger/live", lane: "sweeps" },
    ]);
    expect((await shop.schedule()).queuedAt).not.toBeNull();
  });

  it("reads categories once and products a hundred at a time, in the catalog's order", async () => {
    await harness.supplier.control.addProducts({ count: 210 });
    const before = await harness.countAsked();
    await shop.walk();
    const asked = await harness.asked(before);
    const { length } = await harness.db.catalogProduct.findMany({ where: live() });
    expect(asked).toEqual([
      "GET /catalog/categories",
      ...Array.from({ length: Math.ceil(length / 100) }, () => "GET /catalog/products"),
    ]);
    const rows = await harness.db.catalogProduct.findMany({ where: live(), orderBy: { position: "asc" } });
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at));
    expect(rows.at(-1)?.supplierProductId).toBe("made_00210");
    expect(await shop.schedule()).toMatchObject({ progress: null, lastResult: { seen: length, gone: 0 } });
  });

  it.each(["R1", "R2"])(
    "killed at %s goes on where it stood, and keeps every product once",
    async (point) => {
      await harness.supplier.control.addProducts({ count: 210 });
      const before = await harness.countAsked();
      armFailpoints(`${point}:throw`);
      await expect(shop.takeRun("live")).rejects.toThrow();
      armFailpoints(undefined);
      while (!(await shop.takeRun("live")));
      const asked = await harness.asked(before);
      expect(asked.filter((request) => request === "GET /catalog/categories").length).toBe(
        point === "R1" ? 2 : 1,
      );
      expect((await shop.page()).total).toBe(await countOffered());
      expect(await countOffered()).toBeGreaterThan(210);
    },
  );

  it("refused in the middle by the service keeps its place, and tells why pages are as old as they are", async () => {
    await harness.supplier.control.addProducts({ count: 210 });
    await harness.supplier.control.armFault({
      ...{ kind: "error", when: "before", status: 503, method: "GET", path: "/catalog/products" },
      ...{ after: 1, times: 20 },
    });
    await expect(shop.takeRun("live")).rejects.toMatchObject({ retryable: true });
    expect(await countOffered()).toBe(100);
    expect(await findCatalogState(harness.db, live())).toMatchObject({
      ...{ isWalked: false, isWalking: false, seen: 100, failure: "internal_error" },
    });
    await harness.supplier.control.clearFaults();
    while (!(await shop.takeRun("live")));
    expect((await shop.page()).state).toMatchObject({ isWalked: true, failure: null });
    expect(await countOffered()).toBeGreaterThan(210);
  });

  it("that meets a suspended account ends, and marks nothing as gone", async () => {
    await shop.walk();
    const before = await countOffered();
    await harness.supplier.control.setAccount({ status: "suspended", statusReason: "Papers" });
    await shop.walk().catch(() => undefined);
    expect(await countOffered()).toBe(before);
    const page = await shop.page();
    expect(page.state.failure).toBe("reseller_suspended");
    expect(page.cards.length).toBeGreaterThan(0);
  });

  it("marks as gone what it no longer meets, and brings back what it meets again", async () => {
    await shop.walk();
    await harness.supplier.control.removeProduct({ productId: "prd_mugs" });
    await shop.walk();
    expect(await shop.row("prd_mugs")).toMatchObject({ goneAt: expect.any(Date) });
    expect((await shop.schedule()).lastResult).toMatchObject({ gone: 1 });
    expect((await shop.page({ search: "mugs" })).cards).toEqual([]);
    await harness.db.catalogProduct.updateMany({
      where: { supplierProductId: asId("prd_mugs") },
      data: { goneAt: new Date(Date.now() - 10 * 60_000) },
    });
    await harness.supplier.control.restoreProduct({ productId: "prd_mugs" });
    await shop.walk();
    expect(await shop.row("prd_mugs")).toMatchObject({ goneAt: null });
  });

  it("does not believe a list that is suddenly less than half, until it comes a second time", async () => {
    await harness.supplier.control.addProducts({ count: 150 });
    await shop.walk();
    const before = await countOffered();
    for (let at = 1; at <= 150; at += 1)
      await harness.supplier.control.removeProduct({ productId: `made_${String(at).padStart(5, "0")}` });
    await shop.walk();
    expect(await countOffered()).toBe(before);
    await shop.walk();
    expect(await countOffered()).toBe(before - 150);
  });

  it("forgets after a month what was gone", async () => {
    await shop.walk();
    await harness.supplier.control.removeProduct({ productId: "prd_mugs" });
    await harness.db.catalogProduct.updateMany({
      where: { supplierProductId: asId("prd_mugs") },
      data: { goneAt: new Date(Date.now() - 31 * 24 * 60 * 60_000) },
    });
    await shop.walk();
    expect(await shop.row("prd_mugs")).toBeNull();
  });

  it("writes nothing anew for products that did not change", async () => {
    await shop.walk();
    const stored = () =>
      harness.db
        .$queryRaw`select supplier_product_id, product::text, search_text from catalog_product order by 1`;
    const before = await stored();
    await shop.walk();
    expect(await stored()).toEqual(before);
  });

  it("stays within its share of the day's calls and goes on after midnight UTC", async () => {
    const { id } = await shop.schedule();
    await harness.db.schedule.update({ where: { id }, data: { calls: 30_000, callsDay: new Date() } });
    const before = await harness.countAsked();
    await shop.walk();
    expect(await harness.asked(before)).toEqual([]);
    const { lastError, nextRunAt } = await shop.schedule();
    expect(lastError).toBe("share_of_quota_used");
    expect(nextRunAt.getTime()).toBeGreaterThanOrEqual(new Date().setUTCHours(24, 0, 0, 0));
    expect((await shop.page()).state).toMatchObject({ isWalked: false, isWalking: false });
  });

  it("keeps live and sandbox apart, and one shop from another", async () => {
    await harness.supplier.control.addProducts({ count: 3, mode: "test", prefix: "sandbox" });
    await shop.walk();
    const other = await harness.connected(await anotherAccount());
    expect(await harness.db.catalogProduct.count({ where: { NOT: live() } })).toBe(0);
    expect((await other.page()).source).toBe("live");
    await connectSupplier(await shop.fresh(), connectInput(testKey));
    await shop.walk("test");
    expect(await shop.row("sandbox_00001", "test")).not.toBeNull();
    expect(await shop.row("sandbox_00001", "live")).toBeNull();
    expect((await shop.page({ search: "sandbox" })).found).toBe(0);
  });
});

describe("a catalog of another account", () => {
  it("shows nothing of the one before it", async () => {
    await shop.walk();
    expect(await countOffered()).toBeGreaterThan(50);
    const leaving = {
      mode: "live" as const,
      by: "Ali",
      openParcels: "stop_updating",
      products: "stay",
    } as const;
    await disconnectSupplier(await shop.fresh(), leaving);
    const outcome = await connectSupplier(await shop.fresh(), connectInput(await anotherAccount()));
    expect(outcome.kind).toBe("connected");
    expect(await harness.db.catalogProduct.count({ where: live() })).toBe(0);
    expect((await shop.page()).source).toBe("live");
  });
});

describe.each([
  ["says so itself", "plain"],
  ["names only its id", "contrary"],
  ["does not say", "sparse"],
] as const)("where a product %s in which category it is", (_how, preset) => {
  it("each category finds its own, and a main category those of its own", async () => {
    await harness.supplier.control.setUndefined({ preset });
    await shop.walk();
    const tree = await listCategoryTree(harness.db, live());
    const home = tree.find(({ id }) => id === "cat_home");
    const kitchen = home?.children.find(({ id }) => id === "cat_home_kitchen");
    expect(kitchen?.count).toBeGreaterThan(2);
    expect(home?.count).toBeGreaterThan(kitchen?.count ?? 0);
    expect((await shop.page({ category: "cat_home_kitchen" })).found).toBe(kitchen?.count);
    expect((await shop.page({ category: "cat_home" })).found).toBe(home?.count);
    const electronics = tree.find(({ id }) => id === "cat_electronics");
    const ofChildren = electronics?.children.reduce((sum, { count }) => sum + count, 0) ?? 0;
    expect(electronics?.count).toBeGreaterThan(ofChildren);
  });
});

let accounts = 0;

async function anotherAccount() {
  accounts += 1;
  const accountId = `acc_${accounts}`;
  const keyId = `lk_other_${accounts}`;
  await harness.supplier.control.addAccount({ id: accountId, brandName: "Other" });
  await harness.supplier.control.addKey({
    ...{ id: keyId, secret: "other-secret-of-the-test", mode: "live", accountId },
    integrationId: `int_${accounts}`,
  });
  return { keyId, secret: "other-secret-of-the-test" };
}
