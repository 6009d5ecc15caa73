import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import {
  type ProductSelection,
  type Review,
  reviewImport,
} from "#app/domain/catalog/import/review-import.server.ts";
import { startImport } from "#app/domain/catalog/import/start-import.server.ts";
import { startReviewed } from "#app/domain/catalog/import/start-reviewed.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { BulkRunId, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { DEMO_SHOP } from "#test/integration/shopify/harness.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { type ImportHarness, startImportHarness } from "./import-harness.ts";

const OTHER_SHOP = "karwan-other.myshopify.com";

let importHarness: ImportHarness;
let otherId: ShopId;
let made: SupplierProductId[];

beforeAll(async () => {
  importHarness = await startImportHarness({ otherShops: [OTHER_SHOP] });
  otherId = await importHarness.addShop(OTHER_SHOP);
  made = (await importHarness.standin.control.addProducts({ count: 45 })).map(asId<SupplierProductId>);
});
beforeEach(async () => {
  await importHarness.clear();
  await importHarness.standin.control.restoreProduct({ productId: made[22] ?? "" });
});
afterAll(() => importHarness.stop());

describe("two shops of one account that import at once", () => {
  const FIVE = ["prd_cooker", "prd_spoons", "prd_bedsheet", "prd_mugs", "prd_lantern"];
  const key = accountKeyOf(asId(DEMO_ACCOUNT_ID));

  async function mappings() {
    const { imports } = await importHarness.standin.control.audit();
    return imports.filter(({ deleted }) => !deleted);
  }

  it("get listings of their own, each product once, within the limits they share", async () => {
    const { supplierAccount } = importHarness.side.db;
    const unused = { slots: [], slotSecond: 0 };
    await supplierAccount.upsert({ where: { key }, create: { key, ...unused }, update: unused });
    const before = (await importHarness.standin.control.requests()).length;
    const earlier = (await mappings()).map(({ id }) => id);
    const runs = [await importHarness.start(FIVE), await importHarness.start(FIVE, {}, otherId)];
    await Promise.all([importHarness.work(), importHarness.work(otherId)]);
    for (const runId of runs) {
      const items = await importHarness.itemsOf(runId);
      expect(items.map(({ state }) => state)).toEqual(FIVE.map(() => "done"));
    }
    for (const [id, domain] of [
      [importHarness.shopId, DEMO_SHOP],
      [otherId, OTHER_SHOP],
    ] as const) {
      const listings = await importHarness.side.db.listing.findMany({ where: { shopId: id } });
      const products = importHarness.productsInShopify(domain);
      expect(listings.map(({ supplierProductId }) => supplierProductId).toSorted()).toEqual(FIVE.toSorted());
      expect(listings.map(({ productGid }) => productGid).toSorted()).toEqual(
        products.map((product) => product.id).toSorted(),
      );
    }
    const mapped = (await mappings()).filter(({ id }) => !earlier.includes(id));
    expect(mapped.map(({ integrationId, productId }) => `${integrationId} ${productId}`)).toHaveLength(10);
    expect(Map.groupBy(mapped, ({ integrationId }) => integrationId).size).toBe(2);
    const asked = (await importHarness.standin.control.requests()).slice(before);
    expect(new Set(asked.map(({ status }) => status))).not.toContain(429);
    const [counted, ...others] = await supplierAccount.findMany();
    expect(others).toEqual([]);
    expect(counted?.slots.reduce((sum, calls) => sum + calls, 0)).toBe(asked.length);
  });
});

describe("the review of many products", () => {
  async function review(chosen: ProductSelection, from: number): Promise<Review> {
    const found = await reviewImport(await importHarness.fresh(), { chosen, from });
    if (found.kind !== "review") throw new Error(found.kind);
    return found;
  }

  /** Follows the pages to their end. */
  async function readAll(chosen: ProductSelection): Promise<Review[]> {
    const pages = [await review(chosen, 0)];
    for (let next = pages[0]?.next ?? null; next !== null; ) {
      const page = await review(chosen, next);
      pages.push(page);
      next = page.next;
    }
    return pages;
  }

  const idsOf = (pages: readonly Review[]) => pages.flatMap(({ products }) => products.map(({ id }) => id));

  it("shows each of those chosen once, twenty on a page, in the order they were chosen", async () => {
    await importHarness.cacheCatalog(made);
    const ids = made.toReversed();
    const pages = await readAll({ kind: "products", ids });
    expect(idsOf(pages)).toEqual(ids);
    expect(pages.map(({ products, next, total }) => [products.length, next, total])).toEqual([
      [20, 20, 45],
      [20, 40, 45],
      [5, null, 45],
    ]);
  });

  it("shows each that a filter finds once, and counts what cannot be shown", async () => {
    await importHarness.cacheCatalog(made);
    await importHarness.side.db.catalogProduct.updateMany({
      where: { supplierProductId: made[22] ?? asId("") },
      data: { hasVariants: false },
    });
    await importHarness.standin.control.removeProduct({ productId: made[22] ?? "" });
    const pages = await readAll({ kind: "filter", filter: wholeCatalog });
    expect(idsOf(pages).toSorted()).toEqual(made.filter((_, at) => at !== 22).toSorted());
    expect(pages.reduce((sum, { unread }) => sum + unread, 0)).toBe(1);
  });

  it("tells apart what the store has already, on pages that do not show it too", async () => {
    const [first = ""] = made;
    await importHarness.cacheCatalog(made);
    await importHarness.start([first]);
    await importHarness.work();
    const wanted = { total: 45, inStore: 1 };
    expect(await review({ kind: "products", ids: made }, 20)).toMatchObject(wanted);
    expect(await review({ kind: "filter", filter: wholeCatalog }, 20)).toMatchObject(wanted);
  });

  it("is empty beyond its end", async () => {
    await importHarness.cacheCatalog(made.slice(0, 3));
    const beyond = await review({ kind: "products", ids: made.slice(0, 3) }, 60);
    expect(beyond).toMatchObject({ products: [], next: null, total: 3, unread: 0 });
  });
});

describe("an import of all that a filter finds", () => {
  const imported = async (runId: BulkRunId) =>
    (await importHarness.itemsOf(runId)).map(({ listing }) => listing?.supplierProductId).toSorted();
  const asking = { choices: {}, common: {}, by: "Ali" } as const;

  it("takes each found product that was not taken out in the review, and nothing else", async () => {
    const [dear = "", removed = "", ...found] = made.slice(0, 6);
    await importHarness.cacheCatalog([dear, removed, ...found]);
    await importHarness.side.db.catalogProduct.updateMany({
      where: { supplierProductId: asId(dear) },
      data: { wholesalePkr: rupees(900_000) },
    });
    const filter = { ...wholeCatalog, maxPkr: rupees(899_999) };
    const chosen = { kind: "filter", filter } as const;
    const started = await startReviewed(await importHarness.fresh(), {
      ...asking,
      chosen,
      removed: [asId(removed)],
    });
    if (started.kind !== "started") throw new Error(started.kind);
    await importHarness.work();
    expect(await imported(started.runId)).toEqual(found.toSorted());
    expect(importHarness.productsInShopify()).toHaveLength(found.length);
  });

  it("is refused, not cut, where it finds more than one import may hold", async () => {
    const { id: shopId } = (await importHarness.fresh()).shop;
    await writeManyRows(importHarness.side, [
      Prisma.sql`
        insert into catalog_product (shop_id, mode, supplier_product_id, title, search_text, wholesale_pkr, product, seen_at)
        select ${shopId}::uuid, 'live', 'many' || number, 'Many', '', 100, '{}', now()
        from generate_series(1, 10001) as number`,
    ]);
    const chosen = { kind: "filter", filter: wholeCatalog } as const;
    expect(await startReviewed(await importHarness.fresh(), { ...asking, chosen, removed: [] })).toEqual({
      kind: "too_many",
    });
    expect(await importHarness.side.db.listing.count()).toBe(0);
  });
});

describe("an import of a thousand products", () => {
  it("has its new rows analysed before anything points at them", async () => {
    const { db } = importHarness.side;
    const knownRows = async () => {
      const [table] = await db.$queryRaw<{ rows: number }[]>`
        select reltuples::float as rows from pg_class where oid = 'listing'::regclass`;
      return table?.rows;
    };
    await importHarness.start(Array.from({ length: 999 }, (_, number) => `prd_few_${number}`));
    expect(await knownRows()).toBeLessThan(999);
    await importHarness.clear();
    await importHarness.start(Array.from({ length: 1000 }, (_, number) => `prd_many_${number}`));
    expect(await knownRows()).toBeGreaterThanOrEqual(1000);
  });
});

describe("presses without end", () => {
  it("open three imports at most, and each ended one makes room", async () => {
    const asked = {
      supplierProductIds: [asId<SupplierProductId>("prd_cooker")],
      choices: {},
      common: {},
      by: "Ali",
    };
    for (let press = 0; press < 3; press += 1) await importHarness.start(["prd_cooker"]);
    const refused = { kind: "not_now", reason: expect.stringMatching(/still under way/) };
    expect(await startImport(await importHarness.fresh(), asked)).toMatchObject(refused);
    expect(await importHarness.side.db.bulkRun.count()).toBe(3);
    await importHarness.side.db.bulkRun.updateMany({ data: { finishedAt: new Date() } });
    expect(await startImport(await importHarness.fresh(), asked)).toMatchObject({ kind: "started" });
  });

  it("at one moment begin one import, and hold no connection while it is begun", async () => {
    const asked = {
      supplierProductIds: [asId<SupplierProductId>("prd_cooker")],
      choices: {},
      common: {},
      by: "Ali",
    };
    const ctx = await importHarness.fresh();
    const begun = await Promise.all(Array.from({ length: 6 }, () => startImport(ctx, asked)));
    const started = begun.filter(({ kind }) => kind === "started");
    expect(started.length).toBeLessThanOrEqual(3);
    expect(await importHarness.side.db.bulkRun.count()).toBe(started.length);
  });

  it("begin no import of more than a page may name of what the copy of the catalog does not hold", async () => {
    await importHarness.cacheCatalog(["prd_cooker"]);
    const review = (count: number) => {
      const made = Array.from({ length: count }, (_, at) => asId<SupplierProductId>(`made-up-${at}`));
      return {
        chosen: { kind: "products", ids: [asId("prd_cooker"), ...made] },
        removed: [],
        choices: {},
        common: {},
      } satisfies Omit<Parameters<typeof startReviewed>[1], "by">;
    };
    const refused = await startReviewed(await importHarness.fresh(), { ...review(201), by: "Ali" });
    expect(refused).toMatchObject({ kind: "not_now", reason: expect.stringMatching(/More than 200/) });
    expect(await importHarness.side.db.listing.count()).toBe(0);
    // While the catalog is being read a merchant imports what the page showed of it.
    const begun = await startReviewed(await importHarness.fresh(), { ...review(2), by: "Ali" });
    expect(begun).toMatchObject({ kind: "started", products: 3 });
  });

  it("keep what was chosen for each product, beside what holds for all", async () => {
    const choices = { prd_mugs: { title: "Mugs" }, prd_spoons: { title: "Spoons" } };
    await importHarness.start(["prd_cooker", "prd_mugs", "prd_spoons"], {
      choices,
      common: { status: "DRAFT" },
    });
    const rows = await importHarness.side.db.listing.findMany({ orderBy: { supplierProductId: "asc" } });
    expect(rows.map(({ plan }) => plan)).toEqual([
      { status: "DRAFT" },
      { status: "DRAFT", title: "Mugs" },
      { status: "DRAFT", title: "Spoons" },
    ]);
  });
});
