import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { answerOf, framed, installedShop, type Pages, STAFF, startPages } from "./pages-harness.ts";

const ROUTE = "settings/route";
const SECRET = "live-demo-secret";

let pages: Pages;
let shopId: ShopId;

beforeAll(async () => {
  pages = await startPages();
});
// Each test finds a shop that was just set up.
beforeEach(async () => {
  await pages.database.prisma.shop.deleteMany();
  shopId = await installedShop(pages);
});
afterAll(() => pages?.close());

function press(fields: Readonly<Record<string, string>>, userId?: number) {
  return pages.press(ROUTE, "/settings", fields, { userId });
}

const connections = () => pages.database.prisma.supplierConnection.findMany({ where: { shopId } });
const connect = () => press({ intent: "connect", keyId: "lk_demo", secret: SECRET });

describe("the connection", () => {
  beforeEach(() => pages.world.supplier.control.reset());

  it("is the owner's to make: staff are refused and nothing is stored", async () => {
    const answer = await answerOf(
      await press({ intent: "connect", keyId: "lk_demo", secret: SECRET }, STAFF),
    );
    expect(answer).toMatchObject({ ok: false, reason: "Only the owner of the store can do this." });
    expect(await connections()).toEqual([]);
  });

  it.each([
    ["", "", "This does not look like a key."],
    ["lk_demo", "wrong", "The supplier does not know this key."],
    ["no spaces", "in keys", "This does not look like a key."],
  ])("refuses the key %j with a sentence", async (keyId, secret, reason) => {
    expect(await answerOf(await press({ intent: "connect", keyId, secret }))).toMatchObject({
      ok: false,
      reason,
    });
    expect(await connections()).toEqual([]);
  });

  it("says why when the key only works from other addresses", async () => {
    await pages.world.supplier.control.setAccount({
      status: "suspended",
      statusReason: "Documents are missing",
    });
    const answer = await answerOf(await connect());
    expect(answer).toMatchObject({ ok: false, reason: "The supplier has suspended your account." });
    expect(JSON.stringify(answer)).toContain("Documents are missing");
  });

  it("says when a key may be tried again after too many", async () => {
    await pages.database.prisma.shop.update({
      ...{ where: { id: shopId }, data: { keyTries: 10, keyTriesSince: new Date() } },
    });
    expect(await answerOf(await connect())).toEqual({
      ok: false,
      reason: "Too many keys were tried. This one was not sent.",
      detail: "Try again in 10 minutes.",
    });
  });

  it("connects with the right key", async () => {
    expect(await answerOf(await connect())).toEqual({
      ok: true,
      done: "Live key connected: Karwan Demo Store",
    });
  });

  it("never shows the secret again", async () => {
    await connect();
    const shown = await (await pages.read("settings/topic/route", "/settings/connection")).text();
    const html = await (await pages.open("/settings/connection", framed(pages))).text();
    expect(shown).toContain("lk_demo");
    expect(shown + html).not.toContain(SECRET);
  });

  it("is checked, tested and given a new secret", async () => {
    await connect();
    for (const intent of ["check", "test_event", "rotate"]) {
      expect(await answerOf(await press({ intent, mode: "live" }))).toMatchObject({ ok: true });
    }
  });

  it("says so when there is no such key", async () => {
    await connect();
    expect(await answerOf(await press({ intent: "check", mode: "test" }))).toMatchObject({
      ok: false,
      reason: "This key is not connected any more.",
    });
  });

  it("has its stores named by the merchant, one name each", async () => {
    await connect();
    const name = (names: object) => press({ intent: "name_stores", names: JSON.stringify(names) });
    await pages.database.prisma.supplierStore.createMany({
      data: ["store_a", "store_b"].map((storeId, at) => ({ shopId, mode: "live", storeId, number: at + 1 })),
    });
    expect(await answerOf(await name({ store_a: "Depot" }))).toEqual({ ok: true, done: "Saved" });
    expect(await answerOf(await name({ store_b: "depot" }))).toMatchObject({
      ok: false,
      reason: "Two stores have the same name.",
    });
    const page = await pages.read("settings/topic/route", "/settings/stores");
    expect(await page.json()).toMatchObject({
      stores: [{ storeId: "store_a", name: "Depot", byNumber: "Supplier store 1" }, { name: "" }],
    });
    for (const names of ["not json", "[1]", JSON.stringify({ store_a: "x".repeat(41) })])
      expect((await press({ intent: "name_stores", names })).status).toBe(400);
  });

  it("ends when the owner disconnects", async () => {
    await connect();
    expect(await answerOf(await press({ intent: "disconnect", mode: "live" }))).toEqual({
      ok: true,
      done: "Disconnected",
    });
    expect(await connections()).toMatchObject([{ active: false }]);
    expect(await answerOf(await press({ intent: "name_stores", names: "{}" }))).toMatchObject({ ok: false });
  });
});

describe("the price rule", () => {
  const draft = (more: object) => ({
    intent: "price_rule",
    draft: JSON.stringify({ ...toPriceDraft(suggestedRule), ...more }),
  });
  const ninetyNine = draft({ base: "multiply", value: "1.75", ending: "99" });
  const saved = () => pages.database.prisma.listingSettings.findUnique({ where: { shopId } });

  it("is any staff member's to set, and saved at once while nothing is in the store", async () => {
    const response = await press(ninetyNine, STAFF);
    expect(await answerOf(response)).toEqual({ ok: true, done: "Saved. No price in your store changes" });
    expect(await saved()).toMatchObject({
      ...{ priceRule: { base: { kind: "multiply", percent: 175 }, ending: "99" }, savedBy: "2" },
    });
  });

  it("is refused with each mistake at its field, and the old one stays", async () => {
    await press(ninetyNine);
    const tiers = [
      { upTo: "500", kind: "multiply", value: "2" },
      { upTo: "400", kind: "multiply", value: "" },
      { upTo: "", kind: "add", value: "300" },
    ];
    expect(await answerOf(await press(draft({ base: "tiers", tiers })))).toEqual({
      ok: false,
      reason: "The rule is not saved. Correct what is marked.",
      errors: {
        "tiers.1.upTo": "This overlaps the tier above, which goes up to Rs 500.",
        "tiers.1.value": "Enter a number like 1.6, with at most two decimals.",
      },
    });
    expect(await saved()).toMatchObject({ priceRule: { ending: "99" } });
  });

  it.each(["not json", "[]", "{}"])("answers a form nobody sends with 400: %s", async (text) => {
    expect((await press({ intent: "price_rule", draft: text })).status).toBe(400);
  });
});

describe("the switches", () => {
  const row = () => pages.database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } });
  const onlyPrepaid = { intent: "save", autoPrepaid: "true", autoCod: "false" };
  const preferences = {
    intent: "save",
    autoPrepaid: "true",
    autoCod: "true",
    paused: "false",
    codGateways: "Cash on Delivery (COD)\nCash",
    senderName: "Rang Rez",
    shippingShare: "none",
    markPaidOnDelivery: "false",
    notifyCustomers: "true",
  };

  it("keep who turned them on and since when", async () => {
    await press(onlyPrepaid);
    const shop = await row();
    expect(shop.autoPrepaidBy).toBe("1");
    expect(shop.autoPrepaidSince).toBeInstanceOf(Date);
    expect(shop.autoCodSince).toBeNull();
  });

  it("keep their date when another setting is saved", async () => {
    await press(onlyPrepaid);
    const before = await row();
    expect(await answerOf(await press(preferences))).toEqual({ ok: true, done: "Saved" });
    const after = await row();
    expect(after.autoPrepaidSince).toEqual(before.autoPrepaidSince);
    expect(after.autoCodSince).toBeInstanceOf(Date);
    expect(after).toMatchObject({
      senderName: "Rang Rez",
      shippingShare: "none",
      markPaidOnDelivery: false,
      codGateways: ["Cash on Delivery (COD)", "Cash"],
    });
  });

  it("begin anew when they were off in between", async () => {
    await press(preferences);
    const before = await row();
    await press({ ...preferences, autoCod: "false" });
    expect(await row()).toMatchObject({ autoCodSince: null, autoCodBy: null });
    await press(preferences);
    const after = await row();
    expect(after.autoCodSince?.getTime()).toBeGreaterThan(before.autoCodSince?.getTime() ?? 0);
  });

  it("say who asks customers for a confirmation, how long, and what follows", async () => {
    const asked = { confirmationAsker: "supplier", confirmationLimitHours: "72", whenNotConfirmed: "cancel" };
    expect(await answerOf(await press({ intent: "save", ...asked }))).toEqual({ ok: true, done: "Saved" });
    expect(await row()).toMatchObject({ ...asked, confirmationLimitHours: 72, confirmationReminderHours: 4 });
  });

  it("say in which language customers' pages begin and what stands on them, with places that are known", async () => {
    const words = {
      customerLanguage: "ur",
      customerWordsEn: " Ask {sender} about {order} ",
      customerWordsUr: "",
    };
    expect(await answerOf(await press({ intent: "save", ...words }))).toEqual({ ok: true, done: "Saved" });
    expect(await row()).toMatchObject({
      customerLanguage: "ur",
      customerWordsEn: "Ask {sender} about {order}",
    });
    const wrong = await answerOf(
      await press({ intent: "save", customerWordsEn: "Dear {name}", senderName: "Other" }),
    );
    expect(wrong).toMatchObject({ ok: false, detail: expect.stringContaining("{name} means nothing") });
    expect(await row()).toMatchObject({ customerWordsEn: "Ask {sender} about {order}" });
    expect((await row()).senderName).not.toBe("Other");
  });

  it("stand in the activity", async () => {
    for (const fields of [onlyPrepaid, preferences, { ...preferences, autoCod: "false" }])
      await press(fields);
    const facts = await pages.database.prisma.timelineEntry.findMany({ where: { shopId, code: "switched" } });
    expect(facts.length).toBeGreaterThanOrEqual(3);
    expect(facts.every(({ by }) => by === "1")).toBe(true);
  });

  it.each([
    [{ ...preferences, shippingShare: "half" }, "shippingShare"],
    [{ ...preferences, autoCod: "perhaps" }, "autoCod"],
    [{ intent: "save", whenRefused: "sell" }, "whenRefused"],
    [{ intent: "save", confirmationAsker: "nobody" }, "confirmationAsker"],
    [{ intent: "save", confirmationLimitHours: "0" }, "confirmationLimitHours"],
    [{ intent: "save", confirmationReminderHours: "73" }, "confirmationReminderHours"],
    [{ intent: "save", customerLanguage: "fr" }, "customerLanguage"],
    [{ intent: "save", customerWordsUr: "x".repeat(301) }, "customerWordsUr"],
    [{ intent: "erase" }, "intent"],
  ])("refuse a form they do not know", async (fields, name) => {
    const response = await press(fields);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(name);
  });
});

describe("a page that stood open while somebody else saved", () => {
  const settings = () => pages.database.prisma.listingSettings.findUniqueOrThrow({ where: { shopId } });

  it("sends only what was changed of the stock, and flips nothing back", async () => {
    const save = (fields: Readonly<Record<string, string>>) => press({ intent: "save_stock", ...fields });
    const all = { stockBuffer: "3", whenOutOfStock: "draft", whenStockEdited: "leave" };
    expect(await answerOf(await save(all))).toMatchObject({ ok: true });
    await save({ whenStockEdited: "put_right" });
    await save({ stockBuffer: "5" });
    expect(await settings()).toMatchObject({
      ...{ stockBuffer: 5, whenOutOfStock: "draft", whenStockEdited: "put_right" },
    });
  });

  it("sends only what was changed of what follows the supplier, and flips nothing back", async () => {
    const save = (fields: Readonly<Record<string, string>>) =>
      press({ intent: "supplier_changes", ...fields });
    await save({ whenContentChanges: "follow", whenVariantsChange: "follow", changeGuardPercent: "7" });
    await save({ whenRemoved: "archive" });
    await save({ changeGuardPercent: "9" });
    expect(await settings()).toMatchObject({
      ...{ whenContentChanges: "follow", whenVariantsChange: "follow", whenRemoved: "archive" },
      changeGuardPercent: 9,
    });
  });
});
