import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { exportListings } from "#app/domain/catalog/listings/list/export-listings.server.ts";
import {
  type ListingsSlice,
  listingIdsQuery,
} from "#app/domain/catalog/listings/list/find-listing-ids.server.ts";
import { type ListingsQuery, listListings } from "#app/domain/catalog/listings/list/list-listings.server.ts";
import { noListingsFilter } from "#app/domain/catalog/listings/list/listings-filter.ts";
import { listingsViews } from "#app/domain/catalog/listings/list/listings-view.ts";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import type { AccountId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createListedVariant, type ListedVariantOverrides } from "#test/support/create-listed-variant.ts";
import { createTestDatabase, type TestDatabase, writeManyRows } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let harness: ShopHarness;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
});
afterAll(() => database.drop());

async function newShop(): Promise<ShopContext> {
  const { id: shopId } = await harness.createShop();
  const id = randomUUID();
  const none = Buffer.from("none");
  await harness.db.supplierConnection.create({
    data: {
      ...{ id, shopId, mode: "live", active: true, keyId: "lk_none", accountId: asId<AccountId>("none") },
      keySecretEnc: harness.crypto.seal("none", connectionPlace(id, "key_secret_enc")),
      ...{ webhookTokenHash: id, webhookTokenEnc: none, webhookSecretEnc: none },
    },
  });
  return harness.contextOf(shopId);
}

let number = 0;

type Made = Partial<Prisma.ListingUncheckedCreateInput> & {
  readonly variant?: ListedVariantOverrides;
};

/** A listing that stands in the shop, each a minute after the one before. */
async function make({ shop }: ShopContext, { variant, ...overrides }: Made = {}) {
  number += 1;
  const listing = await harness.db.listing.create({
    data: {
      ...{
        shopId: shop.id,
        mode: "live",
        supplierProductId: asId(`prd_${number}`),
        title: `Product ${number}`,
      },
      state: "ready",
      ...{ createdAt: new Date(Date.UTC(2026, 10, 1, 0, number)), ...overrides },
    },
  });
  await createListedVariant(harness.db, listing, {
    ...{ supplierVariantId: asId(`var_${number}`), stock: 7, ...variant },
  });
  return listing;
}

async function listed(ctx: ShopContext, query: Partial<ListingsQuery> = {}) {
  const all = { view: "all", filter: noListingsFilter, search: "", sort: "newest", place: null } as const;
  return listListings(ctx, { ...all, ...query });
}

async function titles(ctx: ShopContext, query: Partial<ListingsQuery> = {}) {
  return (await listed(ctx, query)).listings.map(({ title }) => title);
}

function at(side: "after" | "before", cursor: string | null): Pick<ListingsQuery, "place"> {
  const parsed = parsePageCursor(cursor ?? "");
  return { place: parsed && { side, cursor: parsed } };
}

describe("the list of listings", () => {
  it("pages down and up again without losing or repeating one of the same moment", async () => {
    const ctx = await newShop();
    const createdAt = new Date("2026-11-01T00:00:00Z");
    for (let made = 0; made < 120; made += 1) await make(ctx, made % 3 === 0 ? {} : { createdAt });
    const first = await listed(ctx);
    const second = await listed(ctx, at("after", first.next));
    const third = await listed(ctx, at("after", second.next));
    const down = [first, second, third].map(({ listings }) => listings.map(({ id }) => id));
    expect(down.map((ids) => ids.length)).toEqual([50, 50, 20]);
    expect(new Set(down.flat()).size).toBe(120);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await listed(ctx, at("before", third.previous));
    const top = await listed(ctx, at("before", back.previous));
    expect(back.listings.map(({ id }) => id)).toEqual(down[1]);
    expect(top.listings.map(({ id }) => id)).toEqual(down[0]);
    expect(top.previous).toBeNull();
    expect((await listed(ctx, at("after", top.next))).listings.map(({ id }) => id)).toEqual(down[1]);
  });

  it("turns its pages by title, up and down, and by age the other way round", async () => {
    const ctx = await newShop();
    for (let made = 0; made < 60; made += 1)
      await make(ctx, { title: `${made % 2 ? "b" : "A"} ${made % 7}` });
    const all = (await titles(ctx)).concat(await titles(ctx, at("after", (await listed(ctx)).next)));
    const byTitle = all.map((title) => title.toLowerCase()).sort();
    for (const [sort, expected] of [
      ["title", byTitle],
      ["title_down", byTitle.toReversed()],
    ] as const) {
      const first = await listed(ctx, { sort });
      const second = await listed(ctx, { sort, ...at("after", first.next) });
      const back = await listed(ctx, { sort, ...at("before", second.previous) });
      const rows = [...first.listings, ...second.listings];
      expect(rows.map(({ title }) => title.toLowerCase())).toEqual(expected);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(60);
      expect(back.listings.map(({ id }) => id)).toEqual(first.listings.map(({ id }) => id));
    }
    expect((await titles(ctx, { sort: "oldest" }))[0]).toBe(all.at(-1));
    expect(await titles(ctx, { sort: "title", search: "b" })).toEqual(
      all.filter((title) => title.startsWith("b")).sort(),
    );
    // The place of one order is none in another.
    const { next } = await listed(ctx, { sort: "title" });
    expect(await titles(ctx, at("after", next))).toEqual(await titles(ctx));
  });

  it("shows each listing under how it stands, counts them, and keeps what was unlinked apart", async () => {
    const ctx = await newShop();
    const now = new Date();
    const made = {
      in_sync: [{}],
      waiting: [{ state: "importing" }],
      failed: [{ state: "failed", failure: "stopped" }, { syncFailure: "user_errors" }],
      removed: [{ removedAt: now }, { offered: false, takenOut: "draft" }],
      taken_out: [{ takenOut: "quantity", takenOutAt: now }],
      losing: [{ losesMoney: true, locked: { title: "2026-11-20T10:00:00.000Z" } }],
      edited: [{ locked: { title: "2026-11-20T10:00:00.000Z" } }],
      unlinked: [{ unlinkedAt: now, state: "failed" }],
    } satisfies Record<string, readonly Made[]>;
    for (const [view, rows] of Object.entries(made))
      for (const row of rows) await make(ctx, { title: view, ...row });
    for (const [view, rows] of Object.entries(made)) {
      const known = listingsViews.find((each) => each === view);
      expect(await titles(ctx, { view: known })).toEqual(rows.map(() => view));
    }
    const { counts, listings } = await listed(ctx);
    expect(listings.map(({ listingStatus }) => listingStatus)).not.toContain("unlinked");
    expect(listings.map(({ listingStatus, title }) => listingStatus === title)).toEqual(
      listings.map(() => true),
    );
    expect(counts).toEqual({
      ...{ all: 9, needs_you: 2, losing: 1, in_sync: 1, waiting: 1, failed: 2 },
      ...{ removed: 2, taken_out: 1, edited: 1, unlinked: 1 },
    });
  });

  it("counts as needing the merchant what attention is open for, and no longer once it is answered", async () => {
    const ctx = await newShop();
    const listing = await make(ctx);
    const written = { shopId: ctx.shop.id, now: new Date() };
    const subject = { thing: "listing", thingId: listing.id } as const;
    const params = { title: "A", names: "Red" };
    for (const code of ["variants_missing", "import_failed"] as const)
      await harness.db.$transaction((tx) => openAttention(tx, written, { ...subject, code, params }));
    const needing = await listed(ctx, { view: "needs_you" });
    expect(needing.listings).toMatchObject([{ id: listing.id, listingStatus: "in_sync" }]);
    expect(needing.listings[0]?.openIssues.map(({ code }) => code).sort()).toEqual([
      "import_failed",
      "variants_missing",
    ]);
    await harness.db.$transaction((tx) =>
      resolveAttention(tx, written, subject, { by: "1", keep: ["variants_missing"] }),
    );
    expect((await listed(ctx)).counts.needs_you).toBe(1);
    await harness.db.$transaction((tx) => resolveAttention(tx, written, subject, { by: "1" }));
    expect((await listed(ctx)).counts.needs_you).toBe(0);
    const row = await harness.db.listing.findUniqueOrThrow({ where: { id: listing.id } });
    expect(row.updatedAt).toEqual(listing.updatedAt);
  });

  it("finds titles and SKUs by the beginnings of their words, all of them, whatever their case", async () => {
    const ctx = await newShop();
    await make(ctx, { title: "Pressure Cooker Gasket, 5 L", variant: { sku: "KIT-0042/RED" } });
    await make(ctx, { title: "Slow cooker", variant: { sku: "kit-0043" } });
    await make(ctx, { title: "چولہا", variant: { sku: null } });
    expect(await titles(ctx, { search: "cook" })).toEqual(["Slow cooker", "Pressure Cooker Gasket, 5 L"]);
    expect(await titles(ctx, { search: "COOKER gask" })).toEqual(["Pressure Cooker Gasket, 5 L"]);
    expect(await titles(ctx, { search: "kit-0042" })).toEqual(["Pressure Cooker Gasket, 5 L"]);
    expect(await titles(ctx, { search: "slow 0043" })).toEqual(["Slow cooker"]);
    expect(await titles(ctx, { search: "چولہا" })).toEqual(["چولہا"]);
    for (const search of ["ooker", "slow 0042", "%", "'", "\\", "cooker & !gasket", "!!"])
      expect([search, await titles(ctx, { search })]).toEqual([
        search,
        search === "cooker & !gasket" ? ["Pressure Cooker Gasket, 5 L"] : [],
      ]);
    expect(await titles(ctx, { search: "cook", view: "failed" })).toEqual([]);
  });

  it("narrows by how it came and by category, with the categories under it", async () => {
    const ctx = await newShop();
    const of = { shopId: ctx.shop.id, mode: "live" as const };
    await harness.db.catalogCategory.createMany({
      data: [
        { ...of, categoryId: "kitchen", name: "Kitchen", position: 1 },
        { ...of, categoryId: "pots", parentId: "kitchen", name: "Pots", position: 2 },
      ],
    });
    for (const [title, categoryId, origin] of [
      ["Pot", "pots", "imported"],
      ["Knife", "kitchen", "mapped"],
      ["Chair", "home", "imported"],
    ] as const) {
      const { supplierProductId } = await make(ctx, { title, origin });
      await harness.db.catalogProduct.create({
        data: {
          ...{
            ...of,
            supplierProductId,
            categoryId,
            wholesalePkr: rupees(1),
            product: {},
            seenAt: new Date(),
          },
        },
      });
    }
    const by = (filter: Partial<ListingsQuery["filter"]>) =>
      titles(ctx, { filter: { ...noListingsFilter, ...filter } });
    expect(await by({ category: "kitchen" })).toEqual(["Knife", "Pot"]);
    expect(await by({ category: "pots" })).toEqual(["Pot"]);
    expect(await by({ category: "kitchen", origin: "mapped" })).toEqual(["Knife"]);
  });

  it("shows nothing of another shop, nor of the mode that is not in use", async () => {
    const [ctx, other] = [await newShop(), await newShop()];
    await make(ctx, { title: "Cooker" });
    await make(ctx, { title: "Cooker under the test key", mode: "test" });
    const theirs = await make(other, { title: "Cooker of theirs" });
    expect(await titles(ctx)).toEqual(["Cooker"]);
    expect(await titles(ctx, { search: "cooker" })).toEqual(["Cooker"]);
    expect((await listed(ctx)).counts.all).toBe(1);
    const cursor = { key: new Date("2027-01-01"), id: theirs.id };
    expect(await titles(ctx, { place: { side: "after", cursor } })).toEqual(["Cooker"]);
  });

  it("tells what a row is worth: prices, about the margin, stock on both sides, and when it was true", async () => {
    const ctx = await newShop();
    const confirmedAt = new Date("2026-11-20T10:00:00Z");
    const listing = await make(ctx, {
      ...{ confirmedAt, confirmedBy: "sweep" },
      variant: { pushedQuantity: 5 },
    });
    await createListedVariant(harness.db, listing, {
      ...{ supplierVariantId: asId("second"), pricePkr: rupees(2000), stock: 3, pushedQuantity: 3 },
    });
    const [row] = (await listed(ctx)).listings;
    expect(row).toMatchObject({
      ...{ variantCount: 2, prices: { lowest: 1600, highest: 2000 }, margins: { lowest: 360, highest: 720 } },
      ...{ stock: { atService: 10, shown: 8 }, confirmedAt, confirmedBy: "sweep" },
    });
  });
});

describe("the exported listings", () => {
  it("hold a line for each variant, guarded against formulas, and are written down with who took them", async () => {
    const ctx = await newShop();
    await make(ctx, { title: "=1+1", variant: { sku: "+S", title: "Red", pushedQuantity: 6 } });
    const parts: string[] = [];
    const query = { view: "all", filter: noListingsFilter, search: "", sort: "newest", place: null } as const;
    for await (const part of exportListings(ctx, { query, by: "7" })) parts.push(part);
    const [headings, line] = parts.join("").split("\r\n");
    expect(headings).toContain('"Product","Variant","SKU","Status"');
    expect(line).toContain(`"'=1+1","Red","'+S","in sync","imported",1600,`);
    expect(line).toContain(",1000,1200,7,6,");
    const facts = await harness.db.timelineEntry.findMany({ where: { shopId: ctx.shop.id } });
    expect(facts).toMatchObject([{ code: "listings_exported", actor: "person", by: "7" }]);
  });
});

const node: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    Plans: z.array(node).optional(),
  }),
);
type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
};

const plans = z.array(z.object({ "QUERY PLAN": z.array(z.object({ Plan: node })) }));

/** Tables a plan reads whole. */
function wholeReads({ "Node Type": type, "Relation Name": table, Plans = [] }: PlanNode): readonly string[] {
  return [...(type === "Seq Scan" ? [table ?? ""] : []), ...Plans.flatMap(wholeReads)];
}

describe("the plans of the list", () => {
  let ctx: ShopContext;
  const middle = { key: new Date("2026-11-10T00:00:00Z"), id: "00000000-0000-4000-8000-000000000000" };

  beforeAll(async () => {
    ctx = await newShop();
    const neighbour = await newShop();
    for (const { shop } of [ctx, neighbour]) {
      const listings = Prisma.sql`
        insert into listing (shop_id, mode, supplier_product_id, title, state, taken_out, created_at, updated_at)
        select ${shop.id}::uuid, 'live', 'p' || n, 'Product ' || n || ' kitchen' || n % 700,
          case when n % 50 = 0 then 'failed' else 'ready' end, case when n % 40 = 0 then 'draft' end,
          timestamptz '2026-11-20' - n * interval '5 minutes', now() from generate_series(1, 4000) n`;
      const variants = Prisma.sql`
        with made as (
          select gen_random_uuid() as item_id, listing.*, n from listing cross join generate_series(1, 2) n
          where shop_id = ${shop.id}::uuid
        ),
        item as (
          insert into stocked_item (id, shop_id, mode, listing_id) select item_id, shop_id, mode, id from made
        ),
        component as (
          insert into stocked_component (shop_id, item_id, mode, supplier_product_id, supplier_variant_id,
            wholesale_pkr, min_resale_pkr)
          select shop_id, item_id, mode, supplier_product_id, supplier_product_id || 'v' || n, 1, 1 from made
        )
        insert into listing_variant (id, shop_id, mode, listing_id, supplier_variant_id, sku, price_pkr, updated_at)
        select item_id, shop_id, mode, id, supplier_product_id || 'v' || n, 'S-' || supplier_product_id || '-' || n, 1,
          now() from made`;
      await writeManyRows(database, [listings, variants]);
    }
    await writeManyRows(database, [
      Prisma.sql`vacuum analyze listing, listing_variant, stocked_item, stocked_component`,
    ]);
  });

  const all: ListingsSlice = {
    view: "all",
    filter: noListingsFilter,
    search: "",
    sort: "newest",
    place: null,
    limit: 51,
  };

  it.each<readonly [string, Partial<ListingsSlice>]>([
    ["the first page", {}],
    ["a page in the middle", { place: { side: "after", cursor: middle } }],
    ["the page before the middle", { place: { side: "before", cursor: middle } }],
    ["the first by title", { sort: "title" }],
    [
      "what follows a title",
      { sort: "title", place: { side: "after", cursor: { ...middle, key: "product 2" } } },
    ],
    ["the oldest", { sort: "oldest" }],
    ["what needs the merchant", { view: "needs_you" }],
    ["one standing", { view: "taken_out", place: { side: "after", cursor: middle } }],
    ["a rare word", { search: "kitchen77" }],
    ["two words and a part of a SKU", { search: "product p3999" }],
  ])("read no table whole for %s", async (_what, slice) => {
    const query = listingIdsQuery(ctx, { ...all, ...slice });
    const explained = plans.parse(
      await harness.db.$queryRaw(Prisma.sql`explain (format json) ${query ?? Prisma.empty}`),
    );
    const roots = explained.flatMap((row) => row["QUERY PLAN"].map(({ Plan }) => Plan));
    expect(roots.length).toBe(1);
    expect(roots.flatMap(wholeReads)).toEqual([]);
  });
});
