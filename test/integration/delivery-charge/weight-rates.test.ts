import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDeliveryPage } from "#app/domain/delivery-charge/delivery-settings.server.ts";
import {
  applyWeightRates,
  previewWeightRates,
  undoWeightRates,
} from "#app/domain/delivery-charge/weight-rates.server.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { PUBLISHED_TERMS } from "#test/standins/supplier/terms.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
});
afterAll(() => shop?.close());

/** Karwan wrote no rates, and the supplier was never asked and charges what the document says. */
beforeEach(async () => {
  const { control } = shop.shopify;
  await shop.receiveEventsAgain();
  control.setScopes({ scopes: control.scopesOf().required });
  control.setShipsFrom({ locationId: (await shop.context()).shop.locationGid ?? "", ships: true });
  await shop.supplier.control.setTerms({ shippingRates: PUBLISHED_TERMS.shippingRates });
  expect(await undoWeightRates(await shop.context(), { by })).toEqual({ kind: "undone" });
  // A day's share of calls is less than all tests ask for.
  await shop.app.db.schedule.updateMany({
    where: { shopId: shop.shopId, kind: "quotes" },
    data: { calls: 0 },
  });
  // What the test before had asked is over.
  await shop.sweep("quotes");
  await shop.app.db.deliveryQuote.deleteMany({ where: { shopId: shop.shopId } });
});

const by = "Test";
const apply = async () =>
  expect(await applyWeightRates(await shop.context(), { by })).toEqual({ kind: "applied" });
const page = async () => getDeliveryPage(await shop.context());
const rates = () => shop.shopify.control.state().profiles[0]?.groups[0]?.zones[0]?.rates ?? [];
const prices = () => rates().map(({ name, price }) => `${name} ${price / 100}`);
const issue = () =>
  shop.app.db.attention.findFirst({
    where: { shopId: shop.shopId, code: "delivery_rates_moved", resolvedAt: null },
  });

/** Rs 2 more than the document says, for parcels of up to a kilogram. */
const dearer = {
  bands: [
    { upToKg: 0.5, cost: 150 },
    { upToKg: 1, cost: 202 },
    { upToKg: 2, cost: 250 },
    { upToKg: 5, cost: 350 },
    { upToKg: 10, cost: 500 },
  ],
  perKgAbove: 30,
};

describe("rates by weight in the delivery profile", () => {
  it("are shown before they are written, with what stays beside them", async () => {
    const result = await previewWeightRates(await shop.context());
    expect(result).toMatchObject({
      kind: "ready",
      preview: {
        zoneName: "Domestic",
        otherLocations: 1,
        otherRates: [{ name: "Standard", price: "200.0" }],
      },
    });
    expect(rates()).toHaveLength(1);
  });

  it("are not written without the permission, or where Shopify refuses", async () => {
    const { control } = shop.shopify;
    const { granted } = control.scopesOf();
    control.setScopes({ scopes: granted.filter((scope) => scope !== "write_shipping") });
    expect(await applyWeightRates(await shop.context(), { by })).toEqual({ kind: "not_allowed" });
    control.setScopes({ scopes: granted });
    control.faults({ requests: [{ kind: "refused", field: "deliveryProfileUpdate:run" }] });
    expect(await applyWeightRates(await shop.context(), { by })).toMatchObject({ kind: "refused" });
    expect(rates()).toHaveLength(1);
    expect((await page()).weightRates).toBeNull();
  });

  it("are written once, whether or not the answer arrives, and are what customers pay", async () => {
    shop.shopify.control.faults({ requests: [{ kind: "cut_after", field: "deliveryProfileUpdate" }] });
    expect(await applyWeightRates(await shop.context(), { by })).toEqual({ kind: "applied" });
    expect(prices()).toHaveLength(8);
    expect(prices()).toContain("Standard delivery 150");
    expect((await page()).weightRates).toMatchObject({ moved: [] });
    await applyWeightRates(await shop.context(), { by });
    expect(prices()).toHaveLength(8);
    const variantId = shop.line("cooker", 1600).variantId ?? "";
    await fetch(`${shop.shopify.url}/checkout`, {
      method: "POST",
      headers: { "x-forwarded-host": DEMO_SHOP },
      body: new URLSearchParams({ variantId, quantity: "1", phone: "03001234567", city: "Lahore" }),
      redirect: "manual",
    });
    const lines = JSON.stringify(shop.shopify.control.state().orders.at(-1)?.shippingLines);
    expect(lines).toContain("20000");
  });

  it("raise an alarm when the supplier charges another sum, which ends when they are written anew", async () => {
    await apply();
    await shop.sweep("quotes");
    expect(await issue()).toBeNull();
    await shop.supplier.control.setTerms({ shippingRates: dearer });
    await shop.sweep("quotes");
    expect(await issue()).toMatchObject({ params: { count: 1, was: 200, now: 202 } });
    expect((await page()).weightRates?.moved).toMatchObject([{ upToGrams: 1000, was: 200, pkr: 202 }]);
    await applyWeightRates(await shop.context(), { by });
    expect(await issue()).toBeNull();
    expect(prices()).toContain("Standard delivery 202");
    expect(prices()).not.toContain("Standard delivery 200");
  });

  it("are kept as written while Shopify still has them, wherever Karwan ships from since", async () => {
    await apply();
    const { control } = shop.shopify;
    const place = { locationId: (await shop.context()).shop.locationGid ?? "" };
    control.setShipsFrom({ ...place, ships: false });
    control.faults({ requests: [{ kind: "refused", field: "deliveryProfileUpdate:run" }] });
    expect(await undoWeightRates(await shop.context(), { by })).toMatchObject({ kind: "refused" });
    control.faults({ requests: [{ kind: "cut_before", field: "deliveryProfileUpdate" }] });
    expect(await undoWeightRates(await shop.context(), { by })).toMatchObject({ kind: "refused" });
    expect((await page()).weightRates).not.toBeNull();
    expect(prices()).toHaveLength(8);
    expect(await undoWeightRates(await shop.context(), { by })).toEqual({ kind: "undone" });
    expect(prices()).toEqual(["Standard 200"]);
    control.setShipsFrom({ ...place, ships: true });
    await apply();
  });

  it("are taken out again with one press, and nothing else is", async () => {
    await apply();
    expect(await undoWeightRates(await shop.context(), { by })).toEqual({ kind: "undone" });
    expect(prices()).toEqual(["Standard 200"]);
    expect((await page()).weightRates).toBeNull();
    expect(await undoWeightRates(await shop.context(), { by })).toEqual({ kind: "undone" });
  });

  it("have no place where no profile ships to Pakistan from Karwan's location", async () => {
    const { locationGid } = (await shop.context()).shop;
    shop.shopify.control.setShipsFrom({ locationId: locationGid ?? "", ships: false });
    expect(await previewWeightRates(await shop.context())).toEqual({ kind: "no_zone" });
    expect(await applyWeightRates(await shop.context(), { by })).toEqual({ kind: "no_zone" });
  });
});
