import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { pressSections } from "#test/standins/admin/presses/sections.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

const pressAnswer = z.object({
  error: z.string().nullable(),
  requests: z.array(z.object({ method: z.string(), url: z.string(), status: z.number() })),
});
const choice = z.object({ value: z.string(), label: z.string() });
const thingsShape = z.object({
  orders: z.array(choice),
  parcels: z.array(choice),
  products: z.array(choice),
  variants: z.array(choice),
});

let database: TestDatabase;
let world: World;
let merchant: Merchant;
let nextPhone = 1_234_600;
const pressed = new Set<string>();

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  merchant = createMerchant(world, DEMO_SHOP);
  await setUpShop(merchant, {
    key: DEMO_LIVE_KEY,
    productIds: ["prd_cooker", "prd_earbuds"],
  });
  await merchant.press("settings", "/settings", {
    intent: "save",
    autoPrepaid: "false",
    autoCod: "false",
  });
});

afterAll(async () => {
  await world?.close();
  await database?.drop();
});

describe("the drawer", () => {
  it.each([
    ["place-cod"],
    ["place-pending"],
    ["place-paid"],
    ["place-partly"],
    ["place-how-paid"],
    ["place-test-order"],
    ["place-tip"],
    ["place-draft-order"],
    ["place-code"],
    ["place-mixed"],
    ["place-all"],
  ])("%s brings an order into the shop", async (name) => {
    const before = (await things()).orders.length;
    await placeBy(name);
    expect((await things()).orders).toHaveLength(before + 1);
  });

  it("walks a parcel to the door and back", async () => {
    const parcel = await parcelOf(await placeBy("place-cod"));
    for (const name of ["confirm", "pack", "ship", "deliver", "return"]) await press(name, { parcel });
    expect((await things()).parcels.find(({ value }) => value === parcel)?.label).toContain("RETURNED");
  });

  it("refuses one parcel, cancels another and loses a third to silence", async () => {
    await press("refuse", { parcel: await parcelOf(await placeBy("place-cod")) });
    await press("cancel-parcel", { parcel: await parcelOf(await placeBy("place-cod")) });
    await press("fail-confirmation", { parcel: await parcelOf(await placeBy("place-cod")) });
  });

  it("acts on an order as the merchant does in Shopify", async () => {
    const order = await placeBy("place-cod", { quantity: "3" });
    for (const name of ["hold", "release", "edit-city", "edit", "refund", "pay"]) {
      await press(name, { order, city: "Karachi" });
    }
    await press("cancel-order", { order: await placeBy("place-cod") });
    await press("fulfill", { order: await placeBy("place-cod") });
    const placed = await placeBy("place-cod");
    await parcelOf(placed);
    // The app accepts the request only after the service took the order; before that there is nothing to take back.
    const parts = () => world.shopify.control.fulfillmentOrdersOf({ shop: DEMO_SHOP, orderId: placed });
    const isAccepted = async () => parts().every(({ requestStatus }) => requestStatus === "ACCEPTED");
    await waitFor(isAccepted, { what: "the request to be accepted" });
    await press("request-cancel", { order: placed });
  });

  it("changes the catalog, the wallet and the time", async () => {
    const variant = (await things()).variants[0]?.value ?? "";
    await press("set-stock", { variant, stock: "3" });
    await press("set-price", { variant, wholesale: "1100" });
    await press("set-title", { variant, title: "Gasket set, renamed" });
    await press("add-variant", { variant });
    await press("remove-product", { variant });
    await press("restore-product", { variant });
    await press("remove-variant", { variant: (await things()).variants.at(-1)?.value ?? "" });
    const delivered = await world.supplier.control.deliveries({ event: "product.updated" });
    expect(delivered.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"changes":["title"]'),
        expect.stringContaining('"changes":["variants"]'),
      ]),
    );
    await press("top-up", { amount: "5000" });
    await press("withdraw", { amount: "1000" });
    await press("advance-clock", { days: "20" });
  });

  it("breaks everything it offers to break", async () => {
    for (const { groups } of pressSections.filter(({ title }) => title === "Break things")) {
      for (const { name } of groups.flatMap(({ presses }) => presses)) await press(name, {});
    }
  });

  it("has no press that was not tried", () => {
    const all = pressSections.flatMap(({ groups }) => groups.flatMap(({ presses }) => presses));
    expect(all.map(({ name }) => name).filter((name) => !pressed.has(name))).toEqual([]);
  });
});

async function press(name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(`${world.admin.url}/world/press/group`, {
    method: "POST",
    body: JSON.stringify({ shop: DEMO_SHOP, fields: { ...fields, press: name } }),
  });
  const { error, requests } = pressAnswer.parse(await answer.json());
  expect({ name, error }).toEqual({ name, error: null });
  expect(requests.at(-1)?.status).toBe(200);
  pressed.add(name);
}

async function things(): Promise<z.infer<typeof thingsShape>> {
  const answer = await fetch(`${world.admin.url}/world/things`, {
    method: "POST",
    body: JSON.stringify({ shop: DEMO_SHOP }),
  });
  return thingsShape.parse(await answer.json());
}

/** Places an order of another customer each time, and waits until Shopify has split it into fulfillment orders. */
async function placeBy(name: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const variant = (await things()).products[0]?.value ?? "";
  const phone = `+92300${nextPhone++}`;
  await press(name, { variant, quantity: "1", shipping: "200", city: "Lahore", phone, ...fields });
  const order = (await things()).orders[0]?.value ?? "";
  const parts = () => world.shopify.control.fulfillmentOrdersOf({ shop: DEMO_SHOP, orderId: order });
  await waitFor(async () => parts().length > 0, { what: `the order of ${name} to be routed` });
  return order;
}

/** The merchant requests fulfillment in Shopify; the parcel follows. */
async function parcelOf(order: string): Promise<string> {
  const label = (await things()).orders.find(({ value }) => value === order)?.label ?? "";
  const name = label.split(" ")[0] ?? "";
  const isRouted = () =>
    world.shopify.control.fulfillmentOrdersOf({ shop: DEMO_SHOP, orderId: order }).length > 0;
  await waitFor(async () => isRouted(), { what: `${name} to be routed` });
  await press("request", { order });
  return waitFor(
    async () => (await things()).parcels.find((parcel) => parcel.label.startsWith(`${name} `))?.value,
    { what: `a parcel of ${name}` },
  );
}
