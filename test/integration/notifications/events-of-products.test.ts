import type { Listing, Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import {
  type GuardedChange,
  guardAutomaticChange,
} from "#app/domain/catalog/listings/sync/guard-automatic-change.server.ts";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { saveNotificationSettings } from "#app/domain/notifications/notification-settings.server.ts";
import type { ProductGid, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import { createListing } from "#test/support/create-listing.ts";
import { type MailHarness, startMailHarness } from "./mail-harness.ts";

const ADDRESS = "ali@rang.example";

let harness: MailHarness;
let shopId: ShopId;
let listings = 0;

beforeAll(async () => {
  harness = await startMailHarness();
});
afterAll(() => harness?.close());
beforeEach(async () => {
  // 15:00 in Karachi: the digest of the day is past.
  harness.time.now = new Date("2026-11-26T10:00:00Z");
  shopId = await harness.createShop();
  await harness.addConfirmed(shopId, ADDRESS);
});

const mails = () => harness.to(ADDRESS);
const subjects = () => mails().map(({ subject }) => subject);
const choose = async (
  choices: Parameters<typeof saveNotificationSettings>[1]["choices"],
  more: { readonly priceRisePercent?: number } = {},
) => saveNotificationSettings(await harness.context(shopId), { choices, ...more, by: "1" });

/** A product of the store, in as many variants. */
async function list(
  variants: readonly string[] = [],
  over: Partial<Prisma.ListingUncheckedCreateInput> = {},
) {
  listings += 1;
  const { db } = harness.app;
  const listing = await createListing(db, { shopId, number: listings, over });
  for (const variant of variants)
    await createListedVariant(db, listing, { supplierVariantId: asId(variant) });
  return listing;
}

const isAbout = async (code: AttentionCode, { id }: Pick<Listing, "id">) => {
  const scope = { shopId, now: harness.time.now };
  await harness.app.db.$transaction((tx) =>
    openAttention(tx, scope, { code, thing: "listing", thingId: id }),
  );
};

/** The supplier asks so much for what cost 1,000. */
const costs = (variant: string, toPkr: number, mode: Mode = "live") =>
  harness.app.db.costChange.create({
    data: {
      ...{ shopId, mode, supplierVariantId: asId(variant), at: harness.time.now },
      ...{ fromPkr: rupees(1000), toPkr: rupees(toPkr) },
    },
  });

/** Asks the change guard for each of them; with so many it stops. */
async function askGuard(change: GuardedChange, asked: readonly Listing[], mode: Mode = "live") {
  const ctx = await harness.context(shopId);
  for (const { id: listingId } of asked)
    await ctx.db.$transaction((tx) =>
      guardAutomaticChange(ctx, tx, { listingId, mode, change, changeGuardPercent: 5 }),
    );
}

async function listMany(count: number, over: Partial<Prisma.ListingUncheckedCreateInput> = {}) {
  const made: Listing[] = [];
  for (let at = 0; at < count; at += 1) made.push(await list([], over));
  return made;
}

describe("mails about products", () => {
  it("tell of prices that rose by more than the percent, and of no others", async () => {
    await choose({ prices_up: "at_once" }, { priceRisePercent: 10 });
    await list(["a", "b"]);
    await list(["c"]);
    await list(["d"]);
    harness.later(1);
    await costs("a", 1100);
    await costs("b", 900);
    expect(await harness.sweep(shopId)).toBe(0);
    await costs("c", 1101);
    await costs("d", 2000);
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["2 products cost you more, or sell too low · Rang & Co"]);
    expect(mails()[0]?.text).toContain("rose by more than 10 % for 2 variants");
  });

  it("count a product once whose sizes all cost more, and which sells too low for it", async () => {
    await choose({ prices_up: "at_once" }, { priceRisePercent: 10 });
    const sizes = ["s", "m", "l", "xl", "xxl"];
    const shirt = await list(sizes);
    harness.later(1);
    for (const size of sizes) await costs(size, 1500);
    await isAbout("loses_money", shirt);
    await isAbout("below_minimum", shirt);
    await isAbout("sales_held", await list());
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["2 products cost you more, or sell too low · Rang & Co"]);
    expect(mails()[0]?.text).toContain("for 5 variants");
  });

  it("count the merchant's own product that is linked with what costs more, and nothing that is not in the store", async () => {
    await choose({ prices_up: "at_once" }, { priceRisePercent: 10 });
    const productGid = asId<ProductGid>("gid://shopify/Product/own");
    for (const [at, variant] of ["o1", "o2"].entries())
      await createLinkedVariant(
        harness.app.db,
        { shopId, mode: "live", variantGid: asId(`gid://own/${at}`), productGid, by: "1" },
        { supplierProductId: asId("own"), supplierVariantId: asId(variant), position: 0, quantity: 1 },
      );
    await list(["t"], { mode: "test" });
    harness.later(1);
    for (const variant of ["o1", "o2", "nowhere"]) await costs(variant, 1500);
    await costs("t", 1500, "test");
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["1 product costs you more, or sells too low · Rang & Co"]);
    expect(mails()[0]?.text).toContain("for 2 variants");
  });

  it("count what the change guard stopped, with what costs more among it once", async () => {
    await choose({ prices_up: "at_once" }, { priceRisePercent: 10 });
    const many = await listMany(7);
    many.push(await list(["g1", "g2"]));
    harness.later(1);
    await askGuard("news_prices", many);
    for (const variant of ["g1", "g2"]) await costs(variant, 1500);
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["8 products cost you more, or sell too low · Rang & Co"]);
  });

  it("count products that were removed at once by themselves, without the guard that stopped them", async () => {
    await choose({ products_removed: "at_once" });
    harness.later(1);
    const many = await listMany(20, { offered: false, removedAt: harness.time.now });
    await askGuard("news_out", many);
    await isAbout("variants_gone", many[0] ?? (await list()));
    expect(await harness.sweep(shopId)).toBe(1);
    expect(subjects()).toEqual(["20 products are not offered any more as they were · Rang & Co"]);
  });

  it("count nothing the guard stopped in test mode once the shop is live", async () => {
    await choose({ products_removed: "at_once", prices_up: "at_once" });
    const many = await listMany(8, { mode: "test" });
    harness.later(1);
    await askGuard("news_out", many, "test");
    await askGuard("news_prices", many, "test");
    expect(await harness.sweep(shopId)).toBe(0);
  });
});
