import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_LIVE_KEY, DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import { type BoughtOrder, type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;
let cooker = "";

beforeAll(async () => {
  ground = await openHoldGround();
  const placed = await ground.isPlaced(ground.buy());
  cooker = placed?.items[0]?.variantId ?? "";
});
afterAll(() => ground?.close());
beforeEach(() => ground.mend());

const supplier = () => ground.world.supplier.control;

describe("an order the supplier does not take as it is", () => {
  it("validation_error: is placed once the customer is corrected", async () => {
    await ground.refuse("validation_error", { path: "/orders", message: "The address is too short" });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("did not accept the order. It said: “The address is too short”");
    await ground.press("Correct the customer");
    await ground.fill("Address", "House 7, Street 9, Block C");
    await ground.mend();
    await ground.press("Save and go on");
    expect(await ground.isPlaced(order)).toMatchObject({
      customer: { address: "House 7, Street 9, Block C" },
    });
  });

  it("quote_refused: is placed once the supplier names a shipping price", async () => {
    await ground.refuse("validation_error", { path: "/shipping/quote", message: "No courier goes there" });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("gives no shipping price for this order. It said: “No courier goes there”");
    await ground.mend();
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });
});

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
    sees: "Add the addresses shown under Connection.",
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

describe("an order that waits for the account or its key", () => {
  it.each(ACCOUNT_HOLDS)("$code: goes out once that is mended", async ({ because, sees, mended }) => {
    await because();
    const order = ground.buy();
    await ground.open(order);
    await ground.sees(sees);
    await mended();
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });
});

describe("an order of which it is in doubt what the supplier has", () => {
  it("duplicate_differs: is taken over once both were compared", async () => {
    await ground.pausePlacing();
    const order = ground.buy();
    await ground.open(order, "waiting");
    await orderPastTheApp(order);
    await ground.press("Resume placing");
    await ground.open(order);
    await ground.sees("Compare both and choose.");
    await ground.sees("Rs 1,700");
    await ground.press("Take over the supplier's order");
    expect(await ground.isPlaced(order)).toMatchObject({ codAmount: 1700 });
  });

  it("idempotency_key_reused: is placed again where the supplier has nothing", async () => {
    await ground.refuse("idempotency_key_reused", { path: "/orders" });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("The supplier shows no order under our number.");
    await ground.mend();
    await ground.press("Place again");
    await ground.isPlaced(order);
  });
});

describe("an order after the day's last", () => {
  it("daily_cap_reached: tells its place in the queue, and may leave it for the merchant's own location", async () => {
    await ground.refuse("daily_cap_reached", { path: "/orders" });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("This one is number 1 of 1 in the queue");
    await ground.press("Fulfil from my own location");
    await ground.isMovedAway(order);
  });
});

/** Somebody else uses the number the app is going to use, for another sum. */
async function orderPastTheApp({ id }: BoughtOrder): Promise<void> {
  const shop = ground.world.shopify.control.state({}).id;
  const externalOrderId = [shop, id].map((gid) => gid.split("/").at(-1)).join("-");
  const answer = await fetch(`${ground.world.supplier.baseUrl}/orders`, {
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
