import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import { type PriceDraft, toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { ShopId, SupplierVariantId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import {
  answerOf,
  createListing,
  installedShop,
  OTHER_SHOP,
  type Pages,
  someId,
  startPages,
} from "./pages-harness.ts";

const LIST = "listings/route";
const DETAIL = "listings/listing/route";
const PREVIEW = "listings/bulk-preview";
const RUN = "runs/route";

let pages: Pages;
let shopId: ShopId;
let otherShopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
  shopId = await installedShop(pages);
  otherShopId = await installedShop(pages, { shop: OTHER_SHOP });
});
beforeEach(async () => {
  const { prisma } = pages.database;
  await prisma.bulkRun.deleteMany();
  await prisma.listing.deleteMany();
});
afterAll(() => pages?.close());

const list = z.object({
  view: z.string(),
  listings: z.array(z.object({ id: z.string(), listingStatus: z.string() })),
});

async function listed(query: string) {
  return list.parse(await (await pages.read(LIST, `/listings${query}`)).json());
}

describe("the list of listings", () => {
  it.each([
    "?state=nonsense",
    "?after=1_2",
    "?before=%27%20or%201=1",
    "?search=%25&after=",
    `?after=99999999999999_${someId()}&before=0_${someId()}`,
    "?origin=stolen&category=%00&search=%00",
    "?search=%27%20%26%20!x%3A*%20%5C",
  ])("still answers for a bent address %s", async (query) => {
    expect((await pages.read(LIST, `/listings${query}`)).status).toBe(200);
  });

  it("shows what an address asks for, and nothing of another shop", async () => {
    const mine = await createListing(pages, shopId, { removedAt: new Date() });
    const foreign = await createListing(pages, otherShopId, { removedAt: new Date() });
    const page = await listed("?state=removed");
    expect(page.view).toBe("removed");
    expect(page.listings.map(({ id }) => id)).toContain(mine.id);
    expect(JSON.stringify(page)).not.toContain(foreign.id);
  });

  it("leaves as a CSV file with what the filters show", async () => {
    const mine = await createListing(pages, shopId, { title: "Teapot of the file" });
    await createListing(pages, otherShopId, { title: "Teapot of theirs" });
    const response = await pages.readRaw("/listings/export?search=teapot");
    expect(response.headers.get("content-type")).toContain("text/csv");
    const text = await response.text();
    expect(text).toContain(mine.title);
    expect(text).not.toContain("theirs");
    expect(text.trim().split("\r\n")).toHaveLength(2);
  });

  it("names what is the merchant's in the file, a price at its own variant only", async () => {
    const { prisma } = pages.database;
    const { variantId, ...listing } = await createListing(pages, shopId, { title: "Samovar of the file" });
    const supplierVariantId = asId<SupplierVariantId>(`${listing.supplierProductId}_other`);
    await createListedVariant(prisma, listing, {
      ...{ supplierVariantId, sku: "SKU-Z", suggestedPkr: rupees(1600), stock: 4 },
    });
    const since = "2026-11-20T10:00:00.000Z";
    const locked = { title: since, [`price/${variantId}`]: since };
    await prisma.listing.update({ where: { id: listing.id }, data: { locked } });
    const text = await (await pages.readRaw("/listings/export?search=samovar")).text();
    const lines = text.trim().split("\r\n");
    expect(lines[1]).toContain(`,"price title",`);
    expect(lines[2]).toContain(`,"title",`);
    expect(text).not.toContain(variantId);
  });
});

describe("one press on many listings", () => {
  const policy = { intent: "bulk", action: "policy", policy: "whenRemoved", value: "archive" };

  it("begins a run whose page names each listing, and leaves out what is not this shop's", async () => {
    const mine = await createListing(pages, shopId);
    const foreign = await createListing(pages, otherShopId);
    const response = await pages.press(LIST, "/listings", { ...policy, ids: `${foreign.id},${mine.id}` });
    const address = response.headers.get("x-remix-redirect") ?? "";
    expect(address).toMatch(/^\/runs\/listings\//);
    const run = await pages.read(RUN, address);
    expect(await run.json()).toMatchObject({
      run: { action: "policy", total: 1, isFinished: false, rows: [{ listing: { id: mine.id } }] },
    });
    expect((await pages.read(RUN, address, { shop: OTHER_SHOP })).status).toBe(404);
    const strip = z.object({ running: z.object({ total: z.number(), settled: z.number() }) });
    const page = strip.parse(await (await pages.read(LIST, "/listings")).json());
    expect(page.running).toEqual({ total: 1, settled: 0 });
  });

  it("takes everything the filters show", async () => {
    for (const title of ["Kettle one", "Kettle two"]) await createListing(pages, shopId, { title });
    await createListing(pages, otherShopId, { title: "Kettle of theirs" });
    const response = await pages.press(LIST, "/listings", { ...policy, all: "1", address: "search=kettle" });
    const run = await pages.read(RUN, response.headers.get("x-remix-redirect") ?? "");
    expect(await run.json()).toMatchObject({ run: { total: 2 } });
  });

  it("counts before a press on all only what can be done, and takes just that", async () => {
    const able = await createListing(pages, shopId, { title: "Lantern of ours" });
    await createListing(pages, shopId, { title: "Lantern of yours", origin: "mapped" });
    await createListing(pages, shopId, { title: "Lantern coming", state: "importing" });
    await createListing(pages, otherShopId, { title: "Lantern of theirs" });
    const address = "search=lantern";
    const counted = await pages.read(PREVIEW, `/listings/bulk-preview?${address}&all=1&action=unlink`);
    const unable = [
      { reason: expect.stringContaining("your own product"), count: 1, names: ["Lantern of yours"] },
      { reason: "It is being added to your store just now.", count: 1, names: ["Lantern coming"] },
    ];
    expect(await counted.json()).toEqual({ able: [able.id], unable: expect.arrayContaining(unable) });
    const pressed = { intent: "bulk", action: "unlink", all: "1", address };
    const response = await pages.press(LIST, "/listings", pressed);
    const run = await pages.read(RUN, response.headers.get("x-remix-redirect") ?? "");
    expect(await run.json()).toMatchObject({ run: { total: 1, rows: [{ listing: { id: able.id } }] } });
  });

  it("counts the chosen ones, and leaves out what is not this shop's", async () => {
    const [mine, foreign] = [await createListing(pages, shopId), await createListing(pages, otherShopId)];
    const own = await createListing(pages, shopId, { origin: "mapped", title: "Own lamp" });
    const ids = [foreign, own, mine].map(({ id }) => id).join(",");
    const answer = await pages.read(PREVIEW, `/listings/bulk-preview?action=delete&ids=${ids}`);
    expect(await answer.json()).toMatchObject({
      able: [mine.id],
      unable: [{ count: 1, names: ["Own lamp"] }],
    });
  });

  it("counts nothing where an address is not wholly understood, or the action is none", async () => {
    const bent = await pages.read(PREVIEW, "/listings/bulk-preview?supplier=x&all=1&action=delete");
    expect(await bent.json()).toMatchObject({ ok: false, reason: "This page is out of date." });
    expect((await pages.read(PREVIEW, "/listings/bulk-preview?action=burn")).status).toBe(404);
  });

  it.each(["state=vanished", "search=kettle&supplier=x", `search=${"kettle ".repeat(20)}`, "origin=stolen"])(
    "takes nothing where the address %s is not wholly understood",
    async (address) => {
      await createListing(pages, shopId, { title: "Kettle that stays" });
      const form = { intent: "bulk", action: "delete", all: "1", address };
      expect(await answerOf(await pages.press(LIST, "/listings", form))).toMatchObject({
        ...{ ok: false, reason: "This page is out of date." },
      });
    },
  );

  it("takes an address as Shopify's admin opens it, on any page of the list", async () => {
    await createListing(pages, shopId, { title: "Samovar" });
    const address = "search=samovar&state=all&after=1_2&embedded=1&host=abc&shop=a.myshopify.com&id_token=x";
    const response = await pages.press(LIST, "/listings", { ...policy, all: "1", address });
    expect(response.headers.get("x-remix-redirect")).toMatch(/^\/runs\/listings\//);
  });

  it("says so when none of the listings is here, or nothing was chosen to do", async () => {
    const foreign = await createListing(pages, otherShopId);
    expect(
      await answerOf(await pages.press(LIST, "/listings", { ...policy, ids: foreign.id })),
    ).toMatchObject({ ok: false, reason: "None of these listings is here any more." });
    const mine = await createListing(pages, shopId);
    expect(
      await answerOf(await pages.press(LIST, "/listings", { ...policy, value: "burn", ids: mine.id })),
    ).toMatchObject({ ok: false, reason: "Choose what to do." });
  });

  it("answers a form it does not know with 400 and the field's name", async () => {
    const response = await pages.press(LIST, "/listings", { ...policy, ids: "1,2" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("ids");
  });
});

describe("the page of a listing", () => {
  it.each(["not-an-id", "0", someId()])("is not found under %s", async (id) => {
    expect((await pages.read(DETAIL, `/listings/${id}`)).status).toBe(404);
  });

  it("is not found for a listing of another shop", async () => {
    const foreign = await createListing(pages, otherShopId);
    expect((await pages.read(DETAIL, `/listings/${foreign.id}`)).status).toBe(404);
  });

  it("shows each price with what the rule says and the floor, and what is the merchant's with its date", async () => {
    const since = "2026-11-20T10:00:00.000Z";
    const listing = await createListing(pages, shopId, { locked: { title: since } });
    const page = await pages.read(DETAIL, `/listings/${listing.id}`);
    expect(await page.json()).toMatchObject({
      ...{ listing: { listingStatus: "edited" }, shopify: { kind: "not_there" } },
      kept: [{ field: "title", since }],
      variants: [{ pricePkr: 1600, ruled: { pricePkr: 1600, floorPkr: 1200 }, minResalePkr: 1200 }],
      policy: { own: {}, ofShop: { whenRemoved: "draft" } },
    });
  });

  it("says that a product is gone from Shopify, and is shown all the same", async () => {
    const listing = await createListing(pages, shopId, { productGid: asId("gid://shopify/Product/999999") });
    const page = await pages.read(DETAIL, `/listings/${listing.id}`);
    expect(await page.json()).toMatchObject({ shopify: { kind: "gone" }, variants: [{ stock: 4 }] });
  });

  it("refuses a price below the minimum beside its field, and keeps one that is not", async () => {
    const { id, variantId } = await createListing(pages, shopId);
    const fix = async (price: string) =>
      answerOf(await pages.press(DETAIL, `/listings/${id}`, { intent: "fix_price", variantId, price }));
    expect(await fix("1199")).toMatchObject({
      ok: false,
      errors: { pricePkr: "Rs 1,200 is the lowest price allowed." },
    });
    for (const price of ["", "12.5", "ten"]) expect(await fix(price)).toMatchObject({ ok: false });
    expect(await fix("1999")).toMatchObject({ ok: true });
    const row = () => pages.database.prisma.listingVariant.findUniqueOrThrow({ where: { id: variantId } });
    expect(await row()).toMatchObject({ fixedPricePkr: 1999, pricePkr: 1999 });
    const cleared = await pages.press(DETAIL, `/listings/${id}`, { intent: "clear_price", variantId });
    expect(await answerOf(cleared)).toMatchObject({ ok: true });
    expect(await row()).toMatchObject({ fixedPricePkr: null, pricePkr: 1600 });
  });

  it("is priced by a rule of its own, but for what is the merchant's, until the shop's counts again", async () => {
    const { prisma } = pages.database;
    const { id, variantId } = await createListing(pages, shopId);
    const row = () => prisma.listingVariant.findUniqueOrThrow({ where: { id: variantId } });
    const press = async (fields: Record<string, string>) =>
      answerOf(await pages.press(DETAIL, `/listings/${id}`, fields));
    const own = (draft: Partial<PriceDraft>) =>
      press({ intent: "own_rule", draft: JSON.stringify({ ...toPriceDraft(suggestedRule), ...draft }) });
    const ownRule = async () => {
      const page = await pages.read(DETAIL, `/listings/${id}`);
      return z.object({ pricing: z.object({ own: z.unknown() }) }).parse(await page.json()).pricing.own;
    };
    expect(await own({ base: "multiply", value: "0.5" })).toMatchObject({
      ok: false,
      errors: { value: "Less than 1 sells below cost. Enter 1 or more." },
    });
    expect(await ownRule()).toBeNull();
    expect(await own({ base: "add", value: "911" })).toMatchObject({ ok: true });
    expect(await ownRule()).toMatchObject({ base: { kind: "add", addPkr: 911 } });
    expect(await row()).toMatchObject({ pricePkr: 1911, priceDueAt: expect.any(Date) });
    await prisma.listing.update({
      where: { id },
      data: { locked: { [`price/${variantId}`]: "2026-11-20T10:00:00.000Z" } },
    });
    expect(await press({ intent: "shop_rule" })).toMatchObject({ ok: true });
    expect(await ownRule()).toBeNull();
    expect(await row()).toMatchObject({ pricePkr: 1911 });
    await prisma.listing.update({ where: { id }, data: { locked: {} } });
    expect(await press({ intent: "shop_rule" })).toMatchObject({ ok: true });
    expect(await row()).toMatchObject({ pricePkr: 1600 });
  });

  it("of a product that was the merchant's before keeps its price when its own rule ends", async () => {
    const { id, variantId } = await createListing(pages, shopId, {
      origin: "mapped",
      policy: { priceRule: { ...suggestedRule, base: { kind: "add", addPkr: rupees(911) } } },
    });
    const { prisma } = pages.database;
    const where = { where: { id: variantId } };
    await prisma.listingVariant.update({ ...where, data: { pricePkr: rupees(1911) } });
    const answer = await answerOf(await pages.press(DETAIL, `/listings/${id}`, { intent: "shop_rule" }));
    expect(answer).toEqual({ ok: true, done: "Its prices are yours again" });
    expect(await prisma.listingVariant.findUniqueOrThrow(where)).toMatchObject({ pricePkr: 1911 });
    expect(await prisma.listing.findUniqueOrThrow({ where: { id } })).toMatchObject({ policy: {} });
  });

  it("keeps what this listing does differently from the shop, and gives it back", async () => {
    const { id } = await createListing(pages, shopId, { policy: { whenOutOfStock: "hide" } });
    const asTheShop = {
      ...{ whenOutOfStock: "shop", whenCostChanges: "shop", whenContentChanges: "follow" },
      ...{ whenVariantsChange: "shop", whenRemoved: "archive" },
    };
    const save = async (stockBuffer: string) =>
      answerOf(await pages.press(DETAIL, `/listings/${id}`, { intent: "policy", stockBuffer, ...asTheShop }));
    expect(await save("-1")).toMatchObject({ ok: false, errors: { stockBuffer: expect.any(String) } });
    expect(await save("3")).toEqual({ ok: true, done: "Saved for this listing" });
    const row = () => pages.database.prisma.listing.findUniqueOrThrow({ where: { id } });
    expect((await row()).policy).toEqual({
      ...{ stockBuffer: 3, whenContentChanges: "follow", whenRemoved: "archive" },
    });
    await save("");
    expect((await row()).policy).toEqual({ whenContentChanges: "follow", whenRemoved: "archive" });
    const facts = await pages.database.prisma.timelineEntry.findMany({ where: { shopId, thingId: id } });
    expect(facts.map(({ code, by }) => [code, by])).toEqual([
      ["own_policy_saved", "1"],
      ["own_policy_saved", "1"],
    ]);
  });

  it("does not let single variants be hidden, neither of one listing nor of many", async () => {
    const { id } = await createListing(pages, shopId, { policy: { whenOutOfStock: "draft" } });
    const policy = {
      ...{ intent: "policy", stockBuffer: "", whenOutOfStock: "hide", whenCostChanges: "shop" },
      ...{ whenContentChanges: "shop", whenVariantsChange: "shop", whenRemoved: "shop" },
    };
    expect((await pages.press(DETAIL, `/listings/${id}`, policy)).status).toBe(400);
    const many = { intent: "bulk", action: "policy", policy: "whenOutOfStock", value: "hide", ids: id };
    expect(await answerOf(await pages.press(LIST, "/listings", many))).toMatchObject({
      ok: false,
      reason: "Choose what to do.",
    });
    const row = await pages.database.prisma.listing.findUniqueOrThrow({ where: { id } });
    expect(row.policy).toEqual({ whenOutOfStock: "draft" });
  });

  it("has a look once more on a press of Try again", async () => {
    const { id } = await createListing(pages, shopId, { syncFailure: "user_errors" });
    const response = await pages.press(DETAIL, `/listings/${id}`, { intent: "try_again" });
    expect(await answerOf(response)).toEqual({ ok: true, done: "Trying again" });
    const where = { shopId_kind_subject: { shopId, kind: "listing.reconcile", subject: id } };
    expect(await pages.database.prisma.work.findUnique({ where })).not.toBeNull();
  });

  it("answers an unknown button with 400", async () => {
    const { id } = await createListing(pages, shopId);
    expect((await pages.press(DETAIL, `/listings/${id}`, { intent: "explode" })).status).toBe(400);
  });
});
