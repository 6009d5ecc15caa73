import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_LIVE_KEY, DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import type { BoughtOrder, HoldHarness } from "../hold-harness.ts";

let harness: HoldHarness;
let cooker = "";

/** Orders held for what the supplier answers. */
export function describeHoldsOfAnswers(opened: () => HoldHarness): void {
  beforeAll(async () => {
    harness = opened();
    const placed = await harness.isPlaced(harness.buy());
    cooker = placed?.items[0]?.variantId ?? "";
  });

  afterAll(() => harness.mend());
  beforeEach(() => harness.mend());

  describe("an order the supplier does not take as it is", () => {
    it("validation_error: is placed once the customer is corrected", async () => {
      await harness.refuse("validation_error", { path: "/orders", message: "The address is too short" });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("did not accept the order. It said: “The address is too short”");
      await harness.press("Correct the customer");
      await harness.fill("Address", "House 7, Street 9, Block C");
      await harness.mend();
      await harness.press("Save and go on");
      expect(await harness.isPlaced(order)).toMatchObject({
        customer: { address: "House 7, Street 9, Block C" },
      });
    });

    it("quote_refused: is placed once the supplier names a shipping price", async () => {
      await harness.refuse("validation_error", { path: "/shipping/quote", message: "No courier goes there" });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("gives no shipping price for this order. It said: “No courier goes there”");
      await harness.mend();
      await harness.press("Try again now");
      await harness.isPlaced(order);
    });
  });

  describe("an order that waits for the account or its key", () => {
    it.each(ACCOUNT_HOLDS)("$code: goes out once that is mended", async ({ because, sees, mended }) => {
      await because();
      const order = harness.buy();
      await harness.open(order);
      await harness.sees(sees);
      await mended();
      await harness.press("Try again now");
      await harness.isPlaced(order);
    });
  });

  describe("an order of which it is not known what the supplier has", () => {
    it("duplicate_differs: is taken over once both were compared", async () => {
      await harness.pausePlacing();
      const order = harness.buy();
      await harness.open(order, "waiting");
      await orderPastTheApp(order);
      await harness.press("Resume placing");
      await harness.untilHeldFor(order, "duplicate_differs");
      await harness.open(order);
      await harness.sees("Compare both and choose.");
      await harness.sees("Rs 1,700");
      await harness.press("Take over the supplier's order");
      expect(await harness.isPlaced(order)).toMatchObject({ codAmount: 1700 });
    });

    it("idempotency_key_reused: is placed again where the supplier has nothing", async () => {
      await harness.refuse("idempotency_key_reused", { path: "/orders" });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("The supplier shows no order under our number.");
      await harness.mend();
      await harness.press("Place again");
      await harness.isPlaced(order);
    });
  });

  describe("an order after the day's last", () => {
    it("daily_cap_reached: tells its place in the queue, and may leave it for the merchant's own location", async () => {
      await harness.refuse("daily_cap_reached", { path: "/orders" });
      const order = harness.buy();
      await harness.open(order);
      await harness.sees("This one is number 1 of 1 in the queue");
      await harness.press("Fulfil from my own location");
      await harness.isMovedAway(order);
    });
  });
}

const supplier = () => harness.world.supplier.control;

type AccountHold = {
  readonly code: string;
  readonly because: () => Promise<unknown>;
  readonly sees: string;
  readonly mended: () => Promise<unknown>;
};

const account = (change: Parameters<ReturnType<typeof supplier>["setAccount"]>[0]) => () =>
  supplier().setAccount(change);

/** Each goes out by *Try again now* once what stood in the way is gone. */
const ACCOUNT_HOLDS: readonly AccountHold[] = [
  {
    code: "invalid_key",
    because: () => supplier().revokeKey({ keyId: DEMO_LIVE_KEY_ID }),
    sees: "The supplier no longer accepts your key. Connect again.",
    mended: () => supplier().addKey({ id: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET, mode: "live" }),
  },
  {
    code: "ip_not_allowed",
    because: account({ allowedIps: ["203.0.113.9"] }),
    sees: "Add the addresses shown under Connection to its allowlist",
    mended: account({ allowedIps: null }),
  },
  {
    code: "reseller_not_active",
    because: account({ status: "pending" }),
    sees: "Your supplier account is not approved yet.",
    mended: account({ status: "active" }),
  },
  {
    code: "dropship_disabled",
    because: () => supplier().setPaused({ paused: true }),
    sees: "The supplier has paused all orders.",
    mended: () => supplier().setPaused({ paused: false }),
  },
];

/** Somebody else uses the number the app is going to use, for another sum. */
async function orderPastTheApp({ id }: BoughtOrder): Promise<void> {
  const shop = harness.world.shopify.control.state({}).id;
  const externalOrderId = [shop, id].map((gid) => gid.split("/").at(-1)).join("-");
  const answer = await fetch(`${harness.world.supplier.baseUrl}/orders`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${DEMO_LIVE_KEY}`, "content-type": "application/json" },
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({
      ...{ externalOrderId, paymentMode: "COD", shippingCharged: 200 },
      customer: { name: "Ayesha", phone: "+923001234567", address: "House 12", city: "Lahore" },
      items: [{ variantId: cooker, quantity: 1, resalePrice: 1500 }],
    }),
  });
  expect(answer.status).toBe(201);
}
