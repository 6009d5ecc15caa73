import type { Shop } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeChoiceToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { mintAccountToken, mintSessionToken } from "#test/standins/shopify/session-token.ts";
import type { AccountOrder, ChoiceAnswer } from "../../../extensions/account-tracking/src/account-order.ts";
import { PHONE, type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
let shop: Shop;
let other: Shop;
let apiKey = "";
let apiSecret = "";

beforeAll(async () => {
  storefront = await startStorefront();
  const { env } = storefront.app;
  apiKey = env.SHOPIFY_API_KEY;
  apiSecret = env.SHOPIFY_API_SECRET[0] ?? "";
});
afterAll(() => storefront?.close());
beforeEach(async () => {
  shop = await storefront.createShop();
  other = await storefront.createShop();
});

let customers = 0;

/** As Shopify signs it for the page of an order; another customer each time. */
function tokenOf(over: Partial<Parameters<typeof mintAccountToken>[0]> = {}): string {
  customers += 1;
  const customerGid = `gid://shopify/Customer/${customers}`;
  const { now } = storefront.time;
  return mintAccountToken({ shop: shop.domain, customerGid, apiKey, apiSecret, now, ...over });
}

const right = { number: "#1042", phone: PHONE, lang: "en" };

function ask(fields: Readonly<Record<string, string>> = right, token = tokenOf()): Promise<Response> {
  return fetch(`${storefront.web.url}/account/track`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, origin: "https://shopify.example" },
    body: new URLSearchParams(fields),
  });
}

describe("the block of an order in its customer's account", () => {
  it("is told the steps, the cash, the sender and the courier, as the tracking page tells them", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    const shippedAt = new Date("2026-11-25T09:00:00Z");
    await storefront.createParcels(order, [{ courier: "TCS", trackingNumber: "779000111", shippedAt }], {
      senderName: "Rang Kurtas",
    });
    const answer = await ask();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const shown: AccountOrder = await answer.json();
    expect(shown).toEqual({
      sender: "Rang Kurtas",
      order: expect.any(String),
      choices: null,
      parcels: [
        {
          steps: [
            { step: "received", isDone: true, day: "24 Nov" },
            { step: "confirmed", isDone: true, day: null },
            { step: "packed", isDone: true, day: null },
            { step: "on_the_way", isDone: true, day: "25 Nov" },
            { step: "delivered", isDone: false, day: null },
          ],
          end: null,
          cashPkr: 2499,
          courier: "TCS",
          trackingNumber: "779000111",
          trackingUrl: null,
        },
      ],
    });
    const page = await storefront.open({ shop, params: `order=${shown.order}` });
    expect(await page.text()).toContain("#1042");
  });

  it("finds it by Shopify's id too, where that page has no number", async () => {
    const { orderGid: id } = await storefront.createOrder(shop);
    const { orderGid: others } = await storefront.createOrder(other);
    expect((await ask({ id, phone: PHONE })).status).toBe(200);
    // The page that thanks for it says so before there is the order.
    const confirmed = id.replace("/Order/", "/OrderIdentity/");
    expect((await ask({ id: confirmed, phone: PHONE })).status).toBe(200);
    for (const fields of [
      { id, phone: "+923219999999" },
      { id: others, phone: PHONE },
      { id: "1", phone: PHONE },
    ])
      expect((await ask(fields)).status).toBe(404);
    const tries = Array.from({ length: 8 }, (_, at) => ask({ id, phone: `0321${1_000_000 + at}` }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(7).fill(404), 429]);
  });

  it("is told of what ended otherwise only how far it came", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    await storefront.createParcels(order, [{ status: "CANCELLED" }]);
    const shown: AccountOrder = await (await ask({ ...right, lang: "ur" })).json();
    expect((await ask({ number: right.number, phone: PHONE })).status).toBe(200);
    expect(shown.parcels).toMatchObject([
      { steps: [{ step: "received", day: "24 نومبر" }], end: { kind: "cancelled" }, cashPkr: null },
    ]);
  });

  it("is told nothing of where the goods come from", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    await storefront.createParcels(order, [{}]);
    expect(await (await ask()).text()).not.toMatch(/wholesale|77777|prd_|upplier|wallet/);
  });

  it("asks for a look at the service's tracking once, as the tracking page does", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    await storefront.createParcels(order, [{}]);
    const work = () => storefront.app.db.work.count({ where: { shopId: shop.id, kind: "parcel.refresh" } });
    for (let look = 0; look < 3; look += 1) await ask();
    await expect.poll(work).toBe(1);
  });
});

describe("a press of that block", () => {
  const press = (fields: Readonly<Record<string, string>>, token = tokenOf()) =>
    fetch(`${storefront.web.url}/account/choose`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ lang: "en", ...fields }),
    });

  /** An order that was read, and what the block is given to press with. */
  async function showUnplaced() {
    const made = await storefront.createOrder(shop, { state: "held" });
    const where = { shopId_id: { shopId: shop.id, id: made.id } };
    await storefront.app.db.order.update({ where, data: { readAt: storefront.time.now } });
    const { choices }: AccountOrder = await (await ask()).json();
    return { made, choices, order: choices?.order ?? "" };
  }

  const factsOf = (thingId: string) =>
    storefront.app.db.timelineEntry.findMany({ where: { shopId: shop.id, thingId } });

  it("confirms once, however often it is pressed, as the customer in their account", async () => {
    const { made, choices, order } = await showUnplaced();
    expect(choices).toMatchObject({ isAsked: true, canCorrect: false });
    const answers = await Promise.all([1, 2].map(() => press({ order, intent: "confirm" })));
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { isDone: true, says: "Thank you. Your order is confirmed." },
      ]);
    const facts = await factsOf(made.id);
    expect(facts).toMatchObject([{ actor: "customer", params: { how: "account", result: "confirmed" } }]);
    const again: AccountOrder = await (await ask()).json();
    expect(again.choices?.isAsked).toBe(false);
  });

  it("cancels in the customer's language, and says afterwards that there is nothing to choose", async () => {
    const { made, order } = await showUnplaced();
    const answer: ChoiceAnswer = await (await press({ order, intent: "cancel", lang: "ur" })).json();
    expect(answer.isDone).toBe(true);
    expect(answer.says).toContain("منسوخ");
    expect(await storefront.app.db.orderDecision.count({ where: { orderId: made.id, kind: "cancel" } })).toBe(
      1,
    );
    const after: AccountOrder = await (await ask()).json();
    expect(after.choices).toBeNull();
    expect(await (await press({ order, intent: "confirm" })).json()).toMatchObject({ isDone: false });
  });

  it("that is too late changes nothing, and says so", async () => {
    const { made, order } = await showUnplaced();
    await storefront.createParcels(made, [{ status: "PROCESSING" }], { senderName: "Rang & Co" });
    for (const intent of ["confirm", "cancel"])
      expect(await (await press({ order, intent })).json()).toEqual({
        isDone: false,
        says: "It is too late for this: your parcel is packed. Ask Rang & Co.",
      });
    expect(await factsOf(made.id)).toEqual([]);
    expect(await storefront.app.db.work.count({ where: { shopId: shop.id, kind: "order.reconcile" } })).toBe(
      0,
    );
  });

  it("opens nothing with another shop's token, a forged or ended one, and asks for nothing else", async () => {
    const { made, order } = await showUnplaced();
    const until = new Date(storefront.time.now.getTime() - 1);
    const signer = { crypto: storefront.app.crypto, shop };
    const cases = [
      press({ order, intent: "cancel" }, tokenOf({ shop: other.domain })),
      press({ order: `${order}x`, intent: "cancel" }),
      press({ order: makeChoiceToken(signer, { orderId: made.id, until }), intent: "cancel" }),
    ];
    for (const answer of await Promise.all(cases))
      expect([answer.status, await answer.text()]).toEqual([404, ""]);
    expect((await press({ order, intent: "correct", address: "Elsewhere" })).status).toBe(400);
    expect((await press({ order, intent: "cancel" }, "nothing")).status).toBe(401);
    expect(await factsOf(made.id)).toEqual([]);
  });
});

describe("whoever has no business with an order", () => {
  it("is told the same of one that is unknown, another customer's, another shop's or erased", async () => {
    await storefront.createOrder(shop);
    await storefront.createOrder(other, { name: "#2001" });
    const answers = [
      await ask({ ...right, number: "#9999" }),
      await ask({ ...right, phone: "+923219999999" }),
      await ask({ ...right, phone: "not a phone" }),
      await ask({ ...right, number: "#2001" }),
      await ask(right, tokenOf({ shop: other.domain })),
    ];
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([404, ""]);
    expect((await ask()).status).toBe(200);
  });

  it("has no answer without Shopify's word of now, for this app, in its own signature", async () => {
    await storefront.createOrder(shop);
    const { now } = storefront.time;
    const good = tokenOf();
    const [head, body = "", signature] = good.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const moved = Buffer.from(JSON.stringify({ ...claims, dest: other.domain })).toString("base64url");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const adminToken = mintSessionToken({ shop: shop.domain, userId: 1, apiKey, apiSecret, now });
    const tokens = {
      missing: "",
      "none at all": "nothing",
      "signed by somebody else": tokenOf({ apiSecret: "another secret" }),
      "another app's": tokenOf({ apiKey: "another-app" }),
      "too old": tokenOf({ now: new Date(now.getTime() - 301_000) }),
      "of later": tokenOf({ now: new Date(now.getTime() + 60_000) }),
      changed: `${head}.${moved}.${signature}`,
      unsigned: `${unsigned}.${body}.`,
      longer: `${good}.more`,
      "of the shop's own admin": adminToken,
      "of no shop": tokenOf({ shop: "evil.example" }),
    };
    for (const [what, token] of Object.entries(tokens)) {
      const answer = await ask(right, token);
      expect([what, answer.status, await answer.text()]).toEqual([what, 401, ""]);
    }
    expect((await ask(right, good)).status).toBe(200);
  });

  it("is counted as on the storefront: ten tries for a number, sixty of one customer", async () => {
    const ofOrder = [];
    for (let at = 0; at < 11; at += 1)
      ofOrder.push((await ask({ ...right, number: "77", phone: `0321${1_000_000 + at}` })).status);
    expect(ofOrder).toEqual([...Array(10).fill(404), 429]);
    const token = tokenOf();
    const ofCustomer = [];
    for (let at = 0; at < 61; at += 1)
      ofCustomer.push((await ask({ number: `8${at}`, phone: `0322${1_000_000 + at}` }, token)).status);
    expect(ofCustomer.filter((status) => status === 404)).toHaveLength(60);
    expect(ofCustomer.at(-1)).toBe(429);
  });

  it("has no other page, and no shop that left", async () => {
    const headers = { authorization: `Bearer ${tokenOf()}` };
    expect((await fetch(`${storefront.web.url}/account/orders`, { headers })).status).toBe(404);
    expect((await ask({ number: "1".repeat(5000), phone: "" })).status).toBe(400);
    expect((await ask({ number: "1042" })).status).toBe(400);
    await storefront.app.db.shop.update({ where: { id: shop.id }, data: { state: "uninstalled" } });
    expect((await ask()).status).toBe(404);
  });

  it("leaves neither number nor phone nor token in the log", async () => {
    const token = tokenOf();
    await ask(right, token);
    const said = JSON.stringify(storefront.logged);
    expect(said).toContain("/account/track");
    expect(said).not.toMatch(/3001234567|#1042/);
    expect(said).not.toContain(token);
  });
});

describe("Shopify's sandbox", () => {
  it("may read the answers from whichever origin it runs at, and sends no cookie", async () => {
    const before = await fetch(`${storefront.web.url}/account/track`, {
      method: "OPTIONS",
      headers: { origin: "null", "access-control-request-headers": "authorization" },
    });
    expect(before.status).toBe(204);
    expect(before.headers.get("access-control-allow-headers")).toContain("authorization");
    const refused = await ask(right, "nothing");
    for (const { headers } of [before, refused]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  });
});
