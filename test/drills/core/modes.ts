import { randomUUID } from "node:crypto";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { publishByHand, setUpShop, startImport } from "#test/demo/set-up-shop.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { createSupplierSender, sendInTurn, supplierBodiesOf } from "./deliveries.ts";
import { awaitNextSecond, moveParcels, pressOnOrder, touchOrder } from "./merchant-moves.ts";
import { type DrillOrder, type OrderFacts, readFacts, settleForGood, settleInto } from "./order-facts.ts";
import { type OrderKind, placeOrder, titlesOf } from "./orders.ts";
import { problemsOfFulfillments, problemsOfPlaced, problemsOfWaiting } from "./problems.ts";
import type { DrillStage } from "./stage.ts";

/** A live connection sends no test order of Shopify's, pressed or not (R37). */
export async function playShopifyTestOrder(stage: DrillStage): Promise<void> {
  await stage.play("a Shopify test order is held by a live connection, pressed or not", async () => {
    const order = placeOrder(stage, "COD", { test: true });
    const problemsOf = (facts: OrderFacts) =>
      problemsOfWaiting(facts, { state: ["held"], handoffs: 0, code: "shopify_test_order" });
    const held = await settleInto(stage, order, problemsOf);
    if (held.length > 0) return held;
    await pressOnOrder(stage, order, "place");
    return settleForGood(stage, order, problemsOf);
  });
}

/** A shop whose only key is a test one: real orders wait, and those picked touch nobody (R37). */
export async function playTestShop(stage: DrillStage): Promise<void> {
  await stage.play(
    "a test connection places a real order only when pressed, and tells no customer",
    async () => {
      const merchant = await openTestShop(stage);
      const order = placeOrder(stage, "COD", { shop: merchant.shop });
      const waits = await settleInto(stage, order, (facts) =>
        problemsOfWaiting(facts, { state: ["held"], handoffs: 0, code: "test_connection" }),
      );
      if (waits.length > 0) return waits;
      await touchOrder(stage, order, "look again");
      const stillWaits = problemsOfWaiting(await readFacts(stage, order), { state: ["held"], handoffs: 0 });
      await pressOnOrder(stage, order, "place", merchant);
      const placed = await settleInto(stage, order, (facts) => problemsOfTest(facts, "COD", "placed"));
      if (placed.length > 0) return placed;
      await moveParcels(stage, order, "DELIVERED");
      const delivered = await settleForGood(stage, order, (facts) =>
        problemsOfTest(facts, "COD", "delivered"),
      );
      return [...stillWaits, ...delivered, ...mailsOf(stage, order)];
    },
  );
}

async function openTestShop({ world }: DrillStage): Promise<Merchant> {
  const secret = randomUUID();
  const shop = "karwan-test-key.myshopify.com";
  await world.supplier.control.addAccount({ id: "rsl_test_key", brandName: "Karwan Test Key" });
  await world.supplier.control.addKey({
    ...{ id: "test_only", secret, mode: "test" },
    ...{ accountId: "rsl_test_key", integrationId: "int_test_key" },
  });
  world.shopify.control.createShop({ domain: shop, plan: { partnerDevelopment: false } });
  const merchant = createMerchant(world, shop);
  await setUpShop(merchant, { key: `test_only:${secret}`, productIds: ["prd_cooker"] });
  return merchant;
}

function problemsOfTest(facts: OrderFacts, kind: OrderKind, state: string): string[] {
  const ids = Object.keys(facts.posts);
  return [
    ...problemsOfPlaced(facts, { kind, state: [state] }),
    ...ids.filter((id) => !id.startsWith("t-")).map((id) => `${id} does not start with t-`),
    ...facts.parcels.filter(({ mode }) => mode !== "test").map(({ id }) => `${id} is no test parcel`),
    ...(facts.financialStatus === "PENDING" ? [] : [`Shopify says ${facts.financialStatus}`]),
  ];
}

function mailsOf({ world }: DrillStage, { gid, shop }: DrillOrder): string[] {
  const mails = world.shopify.control.state({ shop }).mails.filter(({ orderId }) => orderId === gid);
  return mails.map(({ kind }) => `the customer was told: ${kind}`);
}

/** Both keys in one shop, live in use: what test mode tells, even under a live order's own name, is not heard. */
export async function playTestEvents(stage: DrillStage): Promise<void> {
  await stage.play("events of a test order touch no live one, even under its ids", async () => {
    const live = placeOrder(stage, "COD");
    const placed = await settleInto(stage, live, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
    if (placed.length > 0) return placed;
    const tried = await tryInTestMode(stage);
    await sendAsTest(stage, live);
    await touchOrder(stage, live, "look again");
    const untouched = await settleForGood(stage, live, (facts) => [
      ...problemsOfPlaced(facts, { kind: "COD" }),
      ...problemsOfFulfillments(facts, { count: 0, events: [] }),
    ]);
    return [...tried, ...untouched];
  });
}

/** Places and delivers one picked order under the shop's test key, then goes live again. */
async function tryInTestMode(stage: DrillStage): Promise<readonly string[]> {
  const { merchant } = stage;
  const kind = "other goods";
  const press = (fields: Record<string, string>) => merchant.press("settings", "/settings", fields);
  const [keyId = "", secret = ""] = DEMO_TEST_KEY.split(":");
  await press({ intent: "connect", keyId, secret });
  await press({ intent: "activate", mode: "test" });
  await startImport(merchant, ["prd_mugs"]);
  await waitFor(async () => isListed(stage, kind), { what: "a product under the test key" });
  await publishByHand(merchant);
  const order = placeOrder(stage, kind);
  const held = await settleInto(stage, order, (facts) =>
    problemsOfWaiting(facts, { state: ["held"], handoffs: 0, code: "test_connection" }),
  );
  await pressOnOrder(stage, order, "place");
  const placed = await settleInto(stage, order, (facts) => problemsOfTest(facts, kind, "placed"));
  if (placed.length === 0) await moveParcels(stage, order, "DELIVERED");
  const delivered = await settleForGood(stage, order, (facts) => problemsOfTest(facts, kind, "delivered"));
  await press({ intent: "activate", mode: "live" });
  await awaitNextSecond();
  return [...held, ...placed, ...delivered, ...mailsOf(stage, order)];
}

async function isListed({ db, merchant }: DrillStage, kind: OrderKind): Promise<boolean> {
  const ready = await db.listing.findMany({ where: { shop: { domain: merchant.shop }, state: "ready" } });
  return titlesOf(kind).every((title) => ready.some((listing) => listing.title === title));
}

/** A live order's own event, told as if test mode had said that it was delivered. */
async function sendAsTest(stage: DrillStage, live: DrillOrder): Promise<void> {
  const sign = await createSupplierSender(stage, live);
  const [known] = await supplierBodiesOf(stage, live);
  if (!known) throw new Error(`The service told nothing of ${live.name}`);
  const data = { ...known.data, status: "DELIVERED" };
  const invalidEvent = { ...known, id: `evt_${randomUUID()}`, event: "order.delivered", mode: "test", data };
  await sendInTurn([sign(invalidEvent)]);
}
