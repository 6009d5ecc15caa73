import type { FrameLocator } from "playwright-core";
import { z } from "zod";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { connectShop, setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { placeChangedOrders } from "./shown-after-placing.ts";
import { showDecisions } from "./shown-decisions.ts";
import { placeHeldOrders } from "./shown-holds.ts";
import { playShownListings } from "./shown-listings.ts";
import { mapOwnProducts } from "./shown-mapping.ts";
import { showMoneyInTrouble, showTestMoney } from "./shown-money.ts";
import { showPrices } from "./shown-prices.ts";
import { waitFor } from "./wait-for.ts";
import type { World } from "./world.ts";

/** A state of the app worth looking at, the admin's address that shows it, and what is pressed there first. */
export type ShownState = {
  readonly name: string;
  readonly path: string;
  readonly act?: (app: FrameLocator) => Promise<void>;
};

const home = `/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;
const cooker = "Pressure Cooker Gasket Set";

/** Plays the world step by step; each step is what every page of the app shall show well. */
export async function* playShownStates(world: World): AsyncGenerator<ShownState> {
  const merchant = createMerchant(world, DEMO_SHOP);
  yield { name: "01-home-first-open", path: home };
  yield { name: "02-catalog-not-connected", path: `${home}/products` };
  yield { name: "03-listings-empty", path: `${home}/listings` };
  yield { name: "03-orders-empty", path: `${home}/orders` };
  yield { name: "03-calls-empty", path: `${home}/orders/calls` };
  yield { name: "03-wallet-not-connected", path: `${home}/wallet` };
  yield { name: "03-funds-not-connected", path: `${home}/wallet/funds` };
  yield { name: "03-payouts-empty", path: `${home}/payouts` };
  yield { name: "04-settings-not-connected", path: `${home}/settings/connection` };
  yield { name: "04-checks-not-yet", path: `${home}/activity?view=checks` };
  yield { name: "04-deliveries-empty", path: `${home}/activity?view=deliveries` };
  await connectSlowly(world, merchant);
  yield { name: "05-catalog-first-walk", path: `${home}/products` };
  await setUpShop(merchant, {
    key: DEMO_LIVE_KEY,
    productIds: ["prd_cooker", "prd_earbuds", "prd_speaker"],
  });
  yield { name: "05-home-connected", path: home };
  // Until it is, each look is a call, and the account has so many a minute.
  await waitFor(() => hasCatalog(merchant), { what: "the catalog to be read", everyMs: 1500 });
  yield* catalogStates();
  yield* playShownListings(world, merchant, home);
  yield { name: "09-settings", path: `${home}/settings` };
  for (const topic of [
    "connection",
    "placing",
    "waiting",
    "holds",
    "confirmation",
    "payment",
    "customers",
    "stock",
    "delivery",
    "stores",
    "team",
    "privacy",
    "notifications",
    "flow",
    "api",
  ])
    yield { name: `09-settings-${topic}`, path: `${home}/settings/${topic}` };
  yield {
    ...{ name: "09-settings-disconnect", path: `${home}/settings/connection` },
    act: async (app) => {
      await app.getByRole("button", { name: "Disconnect", exact: true }).click();
      await app.getByText("Show its products as sold out").waitFor();
    },
  };
  yield { name: "08-mapping-empty", path: `${home}/mapping` };
  for (const [what, path] of Object.entries(await mapOwnProducts(world, merchant)))
    yield { name: `08-${what}`, path: `${home}${path}` };
  yield* showPrices(merchant);
  const orders = { ...(await placeOrders(world, merchant)), ...(await placeChangedOrders(world, merchant)) };
  yield { name: "10-orders-needs-you", path: `${home}/orders` };
  yield { name: "11-orders-all", path: `${home}/orders?tab=all` };
  yield { name: "11-shadow-not-begun", path: `${home}/orders/shadow` };
  yield { name: "11-orders-moving", path: `${home}/orders?tab=moving` };
  yield { name: "11-orders-filtered", path: `${home}/orders?tab=all&route=COD&city=Lahore&from=2026-01-01` };
  yield { name: "11-orders-nothing-found", path: `${home}/orders?tab=all&search=%2399999` };
  yield { name: "11-orders-empty-tab", path: `${home}/orders?tab=cancelled` };
  const chosen = [orders["how-paid"], orders.held, orders.delivered].join(",");
  const run = await merchant.press("orders", "/orders", { intent: "bulk", action: "retry", ids: chosen });
  yield { name: "11-orders-bulk-run", path: `${home}${run}` };
  for (const [what, id] of Object.entries(orders))
    yield { name: `12-order-${what}`, path: `${home}/orders/${id}` };
  for (const rule of [
    { kind: "value", limit: "200000" },
    { kind: "tag", limit: "Check first" },
  ])
    await merchant.press("holds", "/settings/holds", { intent: "add", ...rule });
  yield { name: "09-settings-holds-rules", path: `${home}/settings/holds` };
  yield { name: "12-trace", path: `${home}/orders/${orders.delivered}/trace` };
  yield { name: "15-leave", path: `${home}/settings/leave` };
  for (const [what, id] of Object.entries(await placeHeldOrders(world, merchant)))
    yield { name: `12-hold-${what}`, path: `${home}/orders/${id}` };
  yield {
    ...{ name: "13-home-with-orders", path: home },
    act: async (app) => {
      await app.getByRole("button", { name: "Show the limits" }).click();
      await app.getByText(/Orders placed today: \d+ of about/).waitFor();
    },
  };
  yield { name: "16-wallet", path: `${home}/wallet` };
  yield { name: "16-wallet-pending", path: `${home}/wallet?show=pending` };
  yield { name: "16-wallet-held", path: `${home}/wallet?show=held` };
  yield { name: "16-wallet-nothing-found", path: `${home}/wallet?type=none&from=2030-01-01` };
  yield* showMoneyInTrouble(world, home);
  yield { name: "16-waiting-for-funds", path: `${home}/wallet/funds` };
  yield { name: "16-payouts", path: `${home}/payouts` };
  yield { name: "16-payouts-filtered", path: `${home}/payouts?state=reversed&kind=fee&month=2030-02` };
  yield { name: "16-payouts-undated", path: `${home}/payouts/days/undated` };
  for (const by of ["product", "city", "month", "order"])
    yield { name: `16-profit-${by}`, path: `${home}/payouts/profit?by=${by}` };
  for (const by of ["product", "city", "route", "confirmation"])
    yield { name: `16-refusals-${by}`, path: `${home}/payouts/refusals?by=${by}` };
  yield { name: "16-payouts-day", path: `${home}/payouts/days/${await findPayoutDay(merchant)}` };
  yield { name: "16-payouts-day-empty", path: `${home}/payouts/days/2026-01-05` };
  yield { name: "13-settlement-not-checked", path: `${home}/payouts/check` };
  await merchant.press("settlementCheck", "/payouts/check", { intent: "check_now" });
  yield { name: "13-settlement-checked", path: `${home}/payouts/check` };
  yield { name: "13-settlement-put-aside", path: `${home}/payouts/check?view=put_aside` };
  yield { name: "14-activity", path: `${home}/activity` };
  yield { name: "14-activity-filtered", path: `${home}/activity?about=orders&who=event&from=2026-01-01` };
  yield { name: "14-activity-nothing-found", path: `${home}/activity?order=%23999999` };
  yield { name: "14-activity-checks", path: `${home}/activity?view=checks` };
  yield { name: "14-activity-deliveries", path: `${home}/activity?view=deliveries` };
  yield { name: "15-order-of-nobody", path: `${home}/orders/00000000-0000-4000-8000-000000000000` };
  yield* showDecisions(world, merchant, home);
  yield* showTestMoney(merchant, home);
}

const comingPage = z.object({
  coming: z.object({
    days: z.array(z.object({ day: z.string(), margin: z.object({ parcels: z.number() }) })),
  }),
});

/** A day on which a margin is released. */
async function findPayoutDay(merchant: Merchant): Promise<string> {
  const { coming } = await merchant.read("payouts", "/payouts", comingPage);
  const found = coming.days.find(({ margin }) => margin.parcels > 0);
  if (!found) throw new Error("No margin comes within thirty days");
  return found.day;
}

/** The supplier takes its time over the list that is read first. */
async function connectSlowly(world: World, merchant: Merchant): Promise<void> {
  const { control } = world.supplier;
  await control.addProducts({ count: 230, variantsEach: 3 });
  await control.armFault({ kind: "delay", ms: 9_000, method: "GET", path: "/catalog/products" });
  await connectShop(merchant, DEMO_LIVE_KEY);
  await waitFor(async () => (await control.requests({ path: "/catalog/categories" })).length > 0, {
    what: "the first walk to begin",
  });
}

// While the first walk goes on, a page may have nothing to show.
const catalogPage = z.object({ page: z.object({ source: z.string() }).nullable() });

async function hasCatalog(merchant: Merchant): Promise<boolean> {
  return (await merchant.read("products", "/products", catalogPage)).page?.source === "cache";
}

function* catalogStates(): Generator<ShownState> {
  const catalog = `${home}/products`;
  yield { name: "06-catalog", path: catalog };
  yield { name: "06-catalog-table", path: `${catalog}?view=table` };
  yield { name: "06-catalog-category", path: `${catalog}?category=cat_home_kitchen&inStock=1&sort=cheapest` };
  yield { name: "06-catalog-filtered", path: `${catalog}?search=steel&min=500&max=2000&unlisted=1` };
  yield {
    ...{ name: "06-catalog-chosen", path: `${catalog}?search=steel` },
    act: async (app) => {
      const boxes = app.locator(".k-grid > li").getByRole("checkbox");
      for (const at of [0, 1]) await boxes.nth(at).check();
    },
  };
  const review = `${home}/import/review`;
  yield { name: "06-import-review", path: `${review}?products=prd_urdu,prd_mugs,prd_cooker,prd_no_images` };
  yield { name: "06-import-review-many", path: `${review}?search=steel&all=1` };
  yield { name: "07-catalog-nothing-found", path: `${catalog}?search=zzzz` };
  yield { name: "07-product", path: `${catalog}/prd_cooker` };
  yield { name: "07-product-variants", path: `${catalog}/prd_001` };
  yield { name: "07-product-unknown", path: `${catalog}/prd_nothing` };
}

/** One order in each of the states a merchant meets. */
async function placeOrders(world: World, merchant: Merchant): Promise<Record<string, string>> {
  const { control } = world.shopify;
  const one = { variantId: getVariant(world, DEMO_SHOP, cooker), quantity: 1 };
  const order = (firstName: string, phone: string) => ({
    shop: DEMO_SHOP,
    shipping: 200,
    lines: [one],
    payment: "cod" as const,
    customer: { firstName, lastName: "Example", phone },
  });
  const placed = control.placeOrder(order("Ayesha", "+923001234511"));
  const delivered = control.placeOrder(order("Bilal", "+923001234512"));
  const refused = control.placeOrder(order("Sana", "+923001234513"));
  const unknownCity = control.placeOrder({
    ...order("Hamza", "+923001234514"),
    shippingAddress: { city: "Qasba Nowhere" },
  });
  const twoParcels = control.placeOrder({
    ...order("Zara", "+923001234515"),
    lines: ["Wireless Earbuds", "Bluetooth Speaker"].map((title) => ({
      variantId: getVariant(world, DEMO_SHOP, title),
      quantity: 1,
    })),
  });
  const howPaid = control.placeOrder({
    ...order("Omar", "+923001234516"),
    payment: "pending",
    gateway: "Bank Deposit",
  });
  await moveOrder(world, merchant, delivered.name, delivered.id, ["SHIPPED", "DELIVERED"]);
  await moveOrder(world, merchant, refused.name, refused.id, ["SHIPPED", "RETURNED"]);
  await moveOrder(world, merchant, twoParcels.name, twoParcels.id, ["SHIPPED"]);
  const id = async (name: string, states: readonly string[]) =>
    (await waitForOrder(merchant, name, states)).id;
  return {
    placed: await id(placed.name, ["placed"]),
    delivered: await id(delivered.name, ["delivered"]),
    refused: await id(refused.name, ["refused"]),
    held: await id(unknownCity.name, ["held"]),
    "two-parcels": await id(twoParcels.name, ["on_the_way"]),
    "how-paid": await id(howPaid.name, ["held"]),
  };
}

type Status = "SHIPPED" | "DELIVERED" | "RETURNED";

async function moveOrder(
  world: World,
  merchant: Merchant,
  name: string,
  orderGid: string,
  statuses: readonly Status[],
): Promise<void> {
  await waitForOrder(merchant, name, ["placed"]);
  const { orders } = await world.supplier.control.audit();
  const number = orderGid.split("/").at(-1) ?? "";
  const parcels = orders.filter(({ externalOrderId }) => externalOrderId.endsWith(`-${number}`));
  for (const status of statuses) {
    for (const { id } of parcels) await world.supplier.control.moveParcel({ id, status });
  }
}
