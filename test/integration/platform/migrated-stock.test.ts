import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationsDirectory, runMigrations } from "#app/platform/database/migrations.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const LAST_BEFORE = "20261126150200_no_asking_for_prices";

let database: TestDatabase;
let directory: string;
let ours: ShopRows;
let theirs: ShopRows;
let before: Awaited<ReturnType<typeof readOldTables>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("drop schema public cascade; create schema public");
  directory = await mkdtemp(join(tmpdir(), "karwan-stock-"));
  const names = (await readdir(migrationsDirectory)).filter((name) => name <= LAST_BEFORE);
  for (const name of names)
    await cp(join(migrationsDirectory, name), join(directory, name), { recursive: true });
  await runMigrations(database.url, { directory });
  ours = await fillShop(1);
  theirs = await fillShop(2);
  before = await readOldTables();
  await cp(migrationsDirectory, directory, { recursive: true });
  await runMigrations(database.url, { directory });
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await database.drop();
});

type ShopRows = { readonly shop: string; readonly listing: string };

/** A listing of two variants, one of which is linked as well, and a link of before links had parts. */
async function fillShop(number: 1 | 2): Promise<ShopRows> {
  const [shop, listing, full, bare] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [run, bundle, old] = [randomUUID(), randomUUID(), randomUUID()];
  // The gids are the same in both shops, the figures are all others.
  const figure = (of: number) => number * 1000 + of;
  const moment = (of: number) => `'2026-11-0${number} 10:00:${of}Z'`;
  await database.pool.query(`
    insert into shop (id, domain, updated_at) values ('${shop}', 'stock-${number}.myshopify.com', now());
    insert into listing (id, shop_id, mode, supplier_product_id, supplier_store_id, origin, created_at, updated_at)
      values ('${listing}', '${shop}', 'live', 'prd', 'store', 'mapped', ${moment(10)}, now());
    insert into listing_variant (id, shop_id, listing_id, mode, supplier_variant_id, variant_gid, inventory_item_gid,
        sku, title, supplier_title, weight_kg, wholesale_pkr, min_resale_pkr, price_pkr, stock, stock_at, stock_by,
        pushed_quantity, stock_moved_at, stock_unsure, stock_cap, stock_due_at, offered, told_at, fixed_price_pkr,
        compare_at_pkr, suggested_pkr, supplier_compare_at_pkr, pushed_price_pkr, price_due_at, pushed_cost_pkr,
        cost_due_at, sales_held_at, updated_at)
      values ('${full}', '${shop}', '${listing}', 'live', 'var_1', 'gid://variant/1', 'gid://item/1',
        'SKU-${number}', 'Red', 'Lal', 0.25, ${figure(1)}, ${figure(2)}, ${figure(3)}, ${figure(4)}, ${moment(11)}, 'sweep',
        ${figure(5)}, ${moment(12)}, true, ${figure(6)}, ${moment(13)}, false, ${moment(14)}, ${figure(7)},
        ${figure(8)}, ${figure(9)}, ${figure(10)}, ${figure(11)}, ${moment(15)}, ${figure(12)},
        ${moment(16)}, ${moment(17)}, ${moment(18)});
    insert into listing_variant (id, shop_id, listing_id, mode, supplier_variant_id, wholesale_pkr, min_resale_pkr,
        price_pkr, updated_at)
      values ('${bare}', '${shop}', '${listing}', 'live', 'var_2', ${figure(21)}, ${figure(22)}, ${figure(23)}, now());
    insert into bulk_run (id, shop_id, mode, kind, by) values ('${run}', '${shop}', 'live', 'reprice', '7');
    insert into price_change (shop_id, run_id, listing_variant_id, from_pkr, to_pkr)
      values ('${shop}', '${run}', '${full}', ${figure(31)}, ${figure(32)});
    insert into variant_link (id, shop_id, mode, variant_gid, product_gid, inventory_item_gid, supplier_product_id,
        supplier_variant_id, supplier_store_id, title, variant_title, variant_sku, sku, wholesale_pkr, min_resale_pkr,
        price_pkr, pushed_quantity, stock_moved_at, stock_unsure, stock_cap, stock_due_at, by, at)
      values ('${bundle}', '${shop}', 'live', 'gid://variant/1', 'gid://product/1', 'gid://item/1', 'prd_a',
        'var_a', 'store_a', 'Gift box', 'Box', 'OWN-${number}', 'SKU-A', ${figure(41)}, ${figure(42)},
        ${figure(43)}, ${figure(44)}, ${moment(21)}, true, ${figure(45)}, ${moment(22)}, '7', ${moment(23)});
    insert into variant_link_part (shop_id, link_id, mode, position, supplier_product_id, supplier_variant_id,
        supplier_store_id, title, sku, quantity, wholesale_pkr, min_resale_pkr, stock, stock_at, told_at)
      values ('${shop}', '${bundle}', 'live', 0, 'prd_a', 'var_a', 'store_a', 'Mug', 'SKU-A', 3, ${figure(41)},
        ${figure(42)}, ${figure(46)}, ${moment(24)}, ${moment(25)}),
      ('${shop}', '${bundle}', 'live', 1, 'prd_b', 'var_b', null, 'Spoon', null, 2, ${figure(51)},
        ${figure(52)}, ${figure(53)}, null, null);
    insert into variant_link (id, shop_id, mode, variant_gid, supplier_product_id, supplier_variant_id,
        supplier_store_id, title, sku, wholesale_pkr, min_resale_pkr, by, at)
      values ('${old}', '${shop}', 'test', 'gid://variant/3', 'prd_c', 'var_c', 'store_c', 'Lamp', 'SKU-C', ${figure(61)},
        ${figure(62)}, '7', ${moment(26)})`);
  return { shop, listing };
}

type Row = Readonly<Record<string, unknown>>;

async function read(query: string): Promise<readonly Row[]> {
  return (await database.pool.query<Row>(query)).rows;
}

async function readOldTables() {
  return {
    listings: await read("select * from listing order by id"),
    variants: await read("select * from listing_variant order by id"),
    changes: await read("select * from price_change order by id"),
    links: await read("select * from variant_link order by id"),
    parts: await read("select * from variant_link_part order by link_id, position"),
  };
}

describe("stock of before items had a table of their own", () => {
  it("is of each variant of a listing what it was, in one row to be read", async () => {
    expect(before.variants).toHaveLength(4);
    const wanted = before.variants.map((row) => ({ ...row, supplier_title: row.supplier_title ?? "" }));
    expect(await read("select * from listed_variant order by id")).toEqual(wanted);
    expect(await read("select * from price_change order by id")).toEqual(before.changes);
    const items = await read(`
      select item.id, item.shop_id, item.listing_id, item.mode, item.created_at, component.mode as of_mode,
        component.supplier_product_id, component.supplier_variant_id, component.supplier_store_id, component.sku,
        component.position, component.quantity
      from stocked_item as item
      join stocked_component as component on component.shop_id = item.shop_id and component.item_id = item.id
      where item.listing_id is not null order by item.id`);
    const ofListing = new Map(before.listings.map((row) => [row.id, row]));
    const wantedItems = before.variants.map(({ id, shop_id, listing_id, mode, supplier_variant_id }) => ({
      ...{ id, shop_id, listing_id, mode, created_at: ofListing.get(listing_id)?.created_at, of_mode: mode },
      ...{ supplier_product_id: "prd", supplier_variant_id, supplier_store_id: null, sku: null },
      ...{ position: 0, quantity: 1 },
    }));
    expect(items).toEqual(wantedItems);
  });

  it("is of each link what it was, whose parts are its components", async () => {
    expect(before.links).toHaveLength(4);
    const links = await read(`
      select link.id, link.shop_id, item.mode, item.variant_gid, link.product_gid, item.inventory_item_gid,
        first.supplier_product_id, first.supplier_variant_id, first.supplier_store_id, link.title, link.variant_title,
        link.variant_sku, first.sku, first.wholesale_pkr, first.min_resale_pkr, link.price_pkr, item.pushed_quantity,
        item.stock_moved_at, item.stock_unsure, item.stock_cap, item.stock_due_at, link.by, link.at
      from variant_link as link
      join stocked_item as item on item.shop_id = link.shop_id and item.id = link.id and item.listing_id is null
        and item.created_at = link.at
      join stocked_component as first
        on first.shop_id = link.shop_id and first.item_id = link.id and first.position = 0
      order by link.id`);
    expect(links).toEqual(before.links);
    const parts = await read(`
      select component.shop_id, item_id as link_id, component.mode, position, supplier_product_id, supplier_variant_id,
        supplier_store_id, component.title, sku, quantity, wholesale_pkr, min_resale_pkr, stock, stock_at, told_at
      from stocked_component as component join variant_link as link on link.id = item_id
      where stock_by is null order by item_id, position`);
    const withParts = new Set(before.parts.map(({ link_id }) => link_id));
    const ofOldLinks = before.links
      .filter(({ id }) => !withParts.has(id))
      .map((link) => ({
        ...{ shop_id: link.shop_id, link_id: link.id, mode: link.mode, position: 0, quantity: 1 },
        ...{ supplier_product_id: link.supplier_product_id, supplier_variant_id: link.supplier_variant_id },
        ...{ supplier_store_id: link.supplier_store_id, title: link.title, sku: link.sku },
        ...{ wholesale_pkr: link.wholesale_pkr, min_resale_pkr: link.min_resale_pkr },
        ...{ stock: 0, stock_at: null, told_at: null },
      }));
    const byLink = (a: Row, b: Row) => (String(a.link_id) < String(b.link_id) ? -1 : 1);
    expect(parts).toHaveLength(6);
    expect(parts).toEqual([...before.parts, ...ofOldLinks].toSorted(byLink));
  });

  it("goes with its listing, but for what a person linked, and for what another shop has", async () => {
    const kept = async ({ shop }: ShopRows) => ({
      items: await read(`select * from stocked_item where shop_id = '${shop}' order by id`),
      components: await read(
        `select * from stocked_component where shop_id = '${shop}' order by item_id, position`,
      ),
      variants: await read(`select * from listing_variant where shop_id = '${shop}' order by id`),
      changes: await read(`select * from price_change where shop_id = '${shop}'`),
      links: await read(`select * from variant_link where shop_id = '${shop}' order by id`),
    });
    const [mine, others] = [await kept(ours), await kept(theirs)];
    await database.pool.query(`delete from listing where id = '${ours.listing}'`);
    const linked = new Set(mine.links.map(({ id }) => id));
    expect(await kept(ours)).toEqual({
      items: mine.items.filter(({ id }) => linked.has(id)),
      components: mine.components.filter(({ item_id }) => linked.has(item_id)),
      ...{ variants: [], changes: [], links: mine.links },
    });
    expect(mine.items).toHaveLength(4);
    expect(linked.size).toBe(2);
    expect(await kept(theirs)).toEqual(others);
  });
});

describe("a variant that a person linked", () => {
  const link = (mode: string) =>
    database.pool.query(
      `with item as (
         insert into stocked_item (shop_id, mode, variant_gid) values ($1, $2, 'gid://variant/1') returning shop_id, id)
       insert into variant_link (shop_id, id, by) select shop_id, id, '1' from item`,
      [ours.shop, mode],
    );

  it("is linked once in each mode", async () => {
    await expect(link("live")).rejects.toMatchObject({ code: "23505", constraint: "stocked_item_one_link" });
    await expect(link("test")).resolves.toMatchObject({ rowCount: 1 });
    await expect(link("test")).rejects.toMatchObject({ code: "23505", constraint: "stocked_item_one_link" });
  });

  it("does not stay without its link, nor begin without one", async () => {
    const refused = { code: "23514", constraint: "stocked_item_of_something" };
    const insert =
      "insert into stocked_item (shop_id, mode, variant_gid) values ($1, 'test', 'gid://variant/none')";
    await expect(database.pool.query(insert, [ours.shop])).rejects.toMatchObject(refused);
    const links = "delete from variant_link where shop_id = $1";
    await expect(database.pool.query(links, [ours.shop])).rejects.toMatchObject(refused);
    const items = "delete from stocked_item where shop_id = $1 and mode = 'test'";
    await expect(database.pool.query(items, [ours.shop])).resolves.toMatchObject({ rowCount: 2 });
  });
});
