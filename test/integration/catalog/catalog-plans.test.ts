import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import { catalogCountQuery, catalogIdsQuery } from "#app/domain/catalog/browse/find-catalog-ids.server.ts";
import { unseenQuery } from "#app/domain/catalog/channels/find-unseen.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase, writeManyRows } from "#test/support/postgres.ts";

let database: TestDatabase;
let shopId: ShopId;

/** Twelve shops of 1,000 products each: a query of one of them shall read no more than its own. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { prisma } = database;
  const shops = await Promise.all(
    Array.from({ length: 12 }, (_, n) => prisma.shop.create({ data: { domain: `plan-${n}.myshopify.com` } })),
  );
  shopId = shops[1]?.id ?? asId("");
  await writeManyRows(database, [
    Prisma.sql`insert into catalog_product (shop_id, mode, supplier_product_id, title, search_text, category_id, wholesale_pkr,
       stock, product, position, seen_at)
     select s.id, 'live', 'p' || n, 'Product ' || n, 'product word' || n % 50 || ' nr' || n, 'c' || n % 40,
       300 + n * 7 % 3000, n % 9, jsonb_build_object('id', 'p' || n, 'text', repeat('lorem ', 200)), n, now()
     from shop s, generate_series(1, 1000) n order by s.id, n`,
    Prisma.sql`insert into listing (shop_id, mode, supplier_product_id, updated_at)
     select s.id, 'live', 'p' || n, now() from shop s, generate_series(1, 500) n`,
  ]);
  await prisma.catalogCategory.createMany({
    data: Array.from({ length: 40 }, (_, n) => ({
      ...{ shopId, mode: "live", categoryId: `c${n}`, name: `C${n}`, position: n },
      parentId: n < 5 ? null : `c${n % 5}`,
    })),
  });
  await writeManyRows(database, [Prisma.sql`vacuum analyze`]);
});
afterAll(() => database.drop());

const filters = {
  everything: wholeCatalog,
  "a search": { ...wholeCatalog, search: "word7 prod" },
  "a category": { ...wholeCatalog, category: "c3" },
  "a range of prices": { ...wholeCatalog, minPkr: rupees(500), maxPkr: rupees(600) },
  "what is in stock and not in the store": { ...wholeCatalog, inStock: true, unlisted: true },
};

async function planOf(query: Prisma.Sql): Promise<string> {
  const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(
    `explain (analyze, buffers) ${query.text}`,
    query.values,
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

describe.each(Object.entries(filters))("for %s", (_name, filter) => {
  const place = () => ({ shopId, mode: "live" as const });
  const deep = { way: "after", sort: "catalog", key: 900, id: "p900" } as const;

  it.each([
    ["the first page", { sort: "catalog", cursor: null }],
    ["a page far behind", { sort: "catalog", cursor: deep }],
    ["the page before it", { sort: "catalog", cursor: { ...deep, way: "before" } }],
    ["the cheapest", { sort: "cheapest", cursor: null }],
  ] as const)("%s reads no table whole", async (_what, asked) => {
    const plan = await planOf(catalogIdsQuery(place(), { ...asked, filter, limit: 25 }));
    expect(plan).not.toMatch(/Seq Scan on (catalog_product|listing)\b/);
  });

  it("the count reads no table whole", async () => {
    const plan = await planOf(catalogCountQuery(place(), { filter, most: 20_000 }));
    expect(plan).not.toMatch(/Seq Scan on (catalog_product|listing)\b/);
  });
});

describe("products that are visible nowhere", () => {
  it("are found by an index that holds no others", async () => {
    const plan = await planOf(unseenQuery({ shopId, mode: "live" }, 10_000));
    expect(plan).toContain("listing_unseen_idx");
  });
});

describe("a search", () => {
  it("leaves out other shops' products before any is read", async () => {
    const filter = { ...wholeCatalog, search: "word7" };
    const plan = await planOf(catalogCountQuery({ shopId, mode: "live" }, { filter, most: 20_000 }));
    expect(plan).toContain("catalog_product_words");
    expect(plan).toMatch(/Bitmap Index Scan on catalog_product_words .*rows=20/);
  });
});
