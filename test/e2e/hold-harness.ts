import type { PrismaClient } from "@prisma/client";
import { expect } from "vitest";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { PlacingTimesColumns } from "#app/domain/orders/rules/placing-times.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import type { ErrorCode } from "#test/standins/supplier/api-error.ts";
import type { MoveParcel } from "#test/standins/supplier/control.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { asId } from "#test/support/as-id.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

const titles = { cooker: "Pressure Cooker Gasket Set", earbuds: "Wireless Earbuds" };

export type BoughtOrder = { readonly id: string; readonly name: string };

export type HoldHarness = Awaited<ReturnType<typeof openHoldHarness>>;

/** A shop that places by itself, with its owner in front of a browser: orders are held, looked at and fixed. */
export async function openHoldHarness({ key = DEMO_LIVE_KEY }: { readonly key?: string } = {}) {
  const database = await createTestDatabase();
  const world = await startWorld({ databaseUrl: database.url });
  const browser = await shareBrowser();
  const merchant = createMerchant(world, DEMO_SHOP);
  await world.supplier.control.setAccount({ plan: "scale", tier: 4 });
  await world.supplier.control.setTerms({ blacklistRefusals: 1000 });
  await world.supplier.control.topUp({ amount: 500_000 });
  await setUpShop(merchant, { key, productIds: ["prd_cooker", "prd_earbuds"] });
  const admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
  await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
  return {
    ...{ world, merchant, admin, db: database.prisma },
    /** Another window, where the app is opened anew. */
    openAt: async (width: number) => openAdmin(await openPage(browser, { width }), world.admin.url),
    ...describeHands(world, merchant, admin, database.prisma),
    close: () => closeAll(browser, world, database),
  };
}

async function closeAll(browser: SharedBrowser, world: World, database: { drop(): Promise<void> }) {
  await browser.close();
  await world.close();
  await database.drop();
}

let phones = 0;

/** Another customer each time: the same phone and items within hours would be asked about. */
function freshPhone(): string {
  phones += 1;
  return `+92300${String(2_000_000 + phones)}`;
}

function describeHands(world: World, merchant: Merchant, admin: AdminPage, db: PrismaClient) {
  const { app, page } = admin;
  const folder = `${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;
  const line = (product: keyof typeof titles, price: number, quantity = 1) => ({
    ...{ variantId: getVariant(world, DEMO_SHOP, titles[product]), price, quantity },
  });
  const sees = (text: string) => app.getByText(text, { exact: false }).first().waitFor();
  /** Of the holds; the timeline remembers them. */
  const isGone = (text: string) =>
    expect.poll(() => app.locator(".k-hold").getByText(text, { exact: false }).count()).toBe(0);
  const press = (name: string) => app.getByRole("button", { name, exact: true }).first().click();
  const until = ({ name }: BoughtOrder, ...states: string[]) => waitForOrder(merchant, name, states);
  /** What the service has of it. */
  const atService = async (order: BoughtOrder) => {
    const number = order.id.split("/").at(-1);
    const { orders } = await world.supplier.control.audit();
    return orders.filter(({ externalOrderId }) => externalOrderId.includes(`-${number}`));
  };
  return {
    line,
    /** The app's address inside the admin. */
    folder,
    /** A customer checks out: a cooker, cash on delivery, Rs 200 of shipping, unless said otherwise. */
    buy(order: Partial<NewOrder> = {}): BoughtOrder {
      const phone = freshPhone();
      const customer = { firstName: "Ayesha", lastName: "Example", phone };
      return world.shopify.control.placeOrder({
        ...{ lines: [line("cooker", 1600)], payment: "cod", shipping: 200, customer },
        ...order,
      });
    },
    /** Waits until the order stands still, and opens its page. */
    async open(order: BoughtOrder, ...states: string[]) {
      const { id } = await until(order, ...(states.length > 0 ? states : ["held", "waiting"]));
      await page.goto(`${folder}/orders/${id}`);
      await app.getByRole("heading", { level: 1, name: order.name }).waitFor();
    },
    ...{ sees, isGone, press, until },
    /** Its row says so, not a page whose timeline remembers the hold from before. Returns its id. */
    async untilHeldFor(order: BoughtOrder, code: HoldCode) {
      const where = { orderGid: asId<OrderGid>(order.id), state: "held", holdCode: code } as const;
      const select = { id: true } as const;
      const what = `${order.name} to be held for ${code}`;
      return (await waitFor(() => db.order.findFirst({ where, select }), { what })).id;
    },
    /** Opens the app anew: what another subject left half done on its page is not in the way. */
    async startOver() {
      await page.goto(folder);
      await app.getByRole("heading", { level: 1 }).first().waitFor();
    },
    /** Its work is due, as after a while or a sweep. */
    async reconcileAgain(order: BoughtOrder) {
      const data = { requestedGeneration: { increment: 1 }, nextRunAt: new Date() };
      await db.work.updateMany({ where: { kind: "order.reconcile", subject: order.id }, data });
    },
    /** Leaving asks first, as something is half done; whoever stays is where they were. */
    async staysWhenAsked() {
      await page.getByRole("link", { name: "Listings", exact: true }).first().click();
      const question = app.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Stay", exact: true }).click();
      await question.waitFor({ state: "hidden" });
    },
    /** A rule of the merchant's holds orders over so many rupees. */
    async holdOver(overPkr: number) {
      const { id: shopId } = await db.shop.findFirstOrThrow({ where: { domain: DEMO_SHOP } });
      const rule = { effect: "hold", kind: "value", params: { overPkr }, createdBy: "1" } as const;
      await db.orderRule.create({ data: { shopId, ...rule } });
    },
    /** A rule of the merchant's wants orders over so many rupees confirmed. */
    async confirmOver(overPkr: number) {
      const { id: shopId } = await db.shop.findFirstOrThrow({ where: { domain: DEMO_SHOP } });
      const rule = { effect: "confirm", kind: "value", params: { overPkr }, createdBy: "1" } as const;
      await db.orderRule.create({ data: { shopId, ...rule } });
    },
    dropRules: () => db.orderRule.deleteMany(),
    /** When orders go by themselves; at once and at any time where nothing is said. */
    async setTimes(times: Partial<PlacingTimesColumns>) {
      const anyTime = { graceMinutes: null, graceUntilMinute: null };
      const noHours = { workingDays: [], workingFromMinute: null, workingToMinute: null };
      await db.shop.updateMany({ data: { ...anyTime, ...noHours, ...times } });
    },
    pausePlacing: () => merchant.press("settings", "/settings", { intent: "save", paused: "true" }),
    resumePlacing: () => merchant.press("settings", "/settings", { intent: "save", paused: "false" }),
    /** Whoever is in front of the browser from the next page on; 1 owns the store. */
    signIn: (person: number) =>
      page.context().addCookies([{ name: "person", value: String(person), url: world.admin.url }]),
    /** The service answers a call so, until it is mended. */
    refuse: (code: ErrorCode, call: { readonly path: string; readonly message?: string }) =>
      world.supplier.control.armFault({ kind: "refused", code, method: "POST", times: 1000, ...call }),
    mend: () => world.supplier.control.clearFaults(),
    async moveParcels(order: BoughtOrder, ...statuses: MoveParcel["status"][]) {
      for (const { id } of await atService(order)) {
        for (const status of statuses) await world.supplier.control.moveParcel({ id, status });
      }
    },
    fill: (label: string, text: string) => app.getByLabel(label, { exact: true }).first().fill(text),
    atService,
    /** It stands at a location of the merchant's own, and the service knows nothing of it. */
    async isMovedAway(order: BoughtOrder) {
      const { control } = world.shopify;
      const placeOf = () => control.fulfillmentOrdersOf({ orderId: order.id }).map((one) => one.locationName);
      await expect.poll(placeOf).not.toContain("Karwan");
      expect(await atService(order)).toEqual([]);
    },
    async isNeverSent(order: BoughtOrder) {
      await until(order, "cancelled");
      expect(await atService(order)).toEqual([]);
    },
    /** The fix worked: the page says so by itself, and the service has exactly one order. */
    async isPlaced(order: BoughtOrder) {
      await until(order, "placed");
      const live = (await atService(order)).filter(({ status }) => status !== "CANCELLED");
      expect(live).toHaveLength(1);
      return live[0];
    },
  };
}
