import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { VariantGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { diffSchemas } from "../../../prisma/schema-diff.ts";

let migrated: TestDatabase;
let described: TestDatabase;

beforeAll(async () => {
  [migrated, described] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const schema = await readFile(new URL("../../../prisma/schema.prisma", import.meta.url), "utf8");
  const fromNothing = await diffSchemas(inject("templateUrl"), null, schema);
  await described.pool.query("drop schema public cascade");
  await described.pool.query(fromNothing);
});
afterAll(() => Promise.all([migrated.drop(), described.drop()]));

// Views are the migrations' own as well: Prisma's language says only which columns the client reads.
const columns = `select table_name, column_name, data_type, udt_name, is_nullable, column_default, datetime_precision,
  numeric_precision, numeric_scale
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '_prisma_migrations' order by 1, 2`;
// Prisma's language has no index over part of a table or over what is computed; those are the migrations' own.
const indexes = `select indrelid::regclass::text as tablename, indexrelid::regclass::text as indexname,
  pg_get_indexdef(indexrelid) as indexdef from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and indrelid::regclass::text <> '_prisma_migrations'
  and indpred is null and indexprs is null order by 1, 2`;
// Nor has it checks of values.
const constraints = `select conrelid::regclass::text as tablename, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> '_prisma_migrations'
  and contype in ('p', 'f', 'u') order by 1, 2`;

describe("the tables", () => {
  it.each([
    ["columns", columns],
    ["indexes", indexes],
    ["constraints", constraints],
  ])("have the same %s by the migrations as by the schema", async (_what, query) => {
    const [actual, wanted] = await Promise.all([migrated.pool.query(query), described.pool.query(query)]);
    expect(actual.rows.length).toBeGreaterThan(0);
    expect(actual.rows).toEqual(wanted.rows);
  });

  it("all carry the shop, which a receipt may leave open, but for an account's limits, terms, ledger and wallet, and the keys", async () => {
    const { rows } = await migrated.pool.query<{ table_name: string; is_nullable: string | null }>(
      `select tables.table_name, columns.is_nullable from information_schema.tables
       left join information_schema.columns on columns.table_schema = 'public'
         and columns.table_name = tables.table_name and columns.column_name = 'shop_id'
       where tables.table_schema = 'public' and tables.table_type = 'BASE TABLE'
         and tables.table_name not in ('shop', '_prisma_migrations')
       order by 1`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.is_nullable !== "NO")).toEqual([
      { table_name: "delivery", is_nullable: "YES" },
      { table_name: "hash_key", is_nullable: null },
      { table_name: "ledger_copy", is_nullable: null },
      { table_name: "ledger_entry", is_nullable: null },
      { table_name: "sealing_key", is_nullable: null },
      { table_name: "supplier_account", is_nullable: null },
      { table_name: "terms", is_nullable: null },
      { table_name: "wallet_reading", is_nullable: null },
    ]);
  });

  it("point at each other by shop and id together, so that no row points into another shop", async () => {
    const { rows } = await migrated.pool.query<{ tablename: string; definition: string }>(
      `select conrelid::regclass::text as tablename, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const toShop = /^FOREIGN KEY \(shop_id\) REFERENCES shop\(id\)/;
    const composite = /^FOREIGN KEY \(shop_id, \w+\) REFERENCES \S+\(shop_id, id\)/;
    expect(rows.filter((row) => !toShop.test(row.definition) && !composite.test(row.definition))).toEqual([]);
    expect(rows.filter((row) => composite.test(row.definition)).length).toBeGreaterThan(5);
  });

  it("are read together by views that have each column the client reads", async () => {
    const views = `select table_name from information_schema.views where table_schema = 'public'`;
    expect((await migrated.pool.query(views)).rows).toEqual([{ table_name: "listed_variant" }]);
    const { prisma } = migrated;
    const shop = await prisma.shop.create({ data: { domain: "views.myshopify.com" } });
    const ofShop = { shopId: shop.id, mode: "live" as const };
    const listing = await prisma.listing.create({ data: { ...ofShop, supplierProductId: asId("prd") } });
    const gids = { variantGid: asId<VariantGid>("gid://shopify/ProductVariant/1"), supplierTitle: "Lal" };
    const { id } = await createListedVariant(prisma, listing, {
      ...{ supplierVariantId: asId("var"), title: "Red", stock: 7, pushedQuantity: 5, ...gids },
    });
    // A link is no variant of a listing.
    const link = { ...ofShop, variantGid: gids.variantGid, by: "7" };
    await createLinkedVariant(prisma, link, {
      supplierProductId: asId("prd"),
      supplierVariantId: asId("var"),
    });
    expect(await prisma.listedVariant.findMany({ include: { listing: true } })).toMatchObject([
      {
        ...{ id, ...ofShop, listingId: listing.id, listing: { id: listing.id }, ...gids },
        ...{ supplierVariantId: "var", title: "Red", pricePkr: 1600, wholesalePkr: 1000, minResalePkr: 1200 },
        ...{ stock: 7, pushedQuantity: 5, stockUnsure: false, offered: true, stockAt: null },
      },
    ]);
  });

  it("refuse a row that points into another shop", async () => {
    const { prisma } = migrated;
    const [mine, theirs] = await Promise.all(
      ["mine", "theirs"].map((name) => prisma.shop.create({ data: { domain: `${name}.myshopify.com` } })),
    );
    if (!mine || !theirs) throw new Error("two shops");
    const order = await prisma.order.create({
      data: { shopId: theirs.id, orderGid: asId("gid://shopify/Order/1") },
    });
    const smuggled = prisma.effect.create({ data: { shopId: mine.id, orderId: order.id, key: "x" } });
    await expect(smuggled).rejects.toMatchObject({ code: "P2003" });
  });
});
