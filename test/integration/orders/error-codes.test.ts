import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  requestOrderCancel,
  retryPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { payParcel } from "#app/domain/orders/commands/payment/pay-parcel.server.ts";
import { resolvePlacementConflict } from "#app/domain/orders/commands/placement/resolve-placement-conflict.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import { type DocumentedCode, documentedCodes } from "#app/supplier/error-codes.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import {
  type AnswerRow,
  CANCEL_ANSWERS,
  ELSEWHERE,
  PASSING_CODES,
  PAY_ANSWERS,
  type PlacingRow,
  placingRows,
  UNKNOWN_OUTCOME_CODES,
} from "./error-code-rows.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let variantId = "";

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
  const where = { listing: { supplierProductId: asId<SupplierProductId>("prd_cooker") } };
  variantId = (await shop.app.db.listingVariant.findFirstOrThrow({ where })).supplierVariantId;
});
afterAll(() => shop.close());

const control = () => shop.supplier.control;
const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const prepaid = () => ({ ...cooker(), payment: "paid" as const });

beforeEach(async () => {
  await control().clearFaults();
  await shop.forgetLimits();
  sellAgain();
});

/** A product that was gone from the catalog for a moment may be a draft since; the merchant sells it again. */
function sellAgain(): void {
  const { control: shopify } = shop.shopify;
  const drafts = shopify.state({}).products.filter(({ status }) => status === "DRAFT");
  for (const { id } of drafts) shopify.editProduct({ id, status: "ACTIVE" });
}

async function sentences(row: OrderRow): Promise<string[]> {
  const page = await findOrderPage(await shop.context(), row.id);
  const waitsFor = page?.waitsFor ? [page.waitsFor] : [];
  return [...(page?.holds.map(({ sentence }) => sentence) ?? []), ...waitsFor];
}

/** Looks again and again until the page of the order says so. */
async function untilRead(gid: string, words: RegExp): Promise<OrderRow> {
  return shop.soon(`the order to say ${words}`, async () => {
    await shop.wake(gid);
    const row = await shop.findOrder(gid);
    const isSaid = row && (await sentences(row)).some((sentence) => words.test(sentence));
    return isSaid ? shop.findOrder(gid) : null;
  });
}

describe("the table of error codes", () => {
  it("names every code of the document, for each call that can answer it", () => {
    const named = [
      ...placingRows(shop, variantId).map(({ code }) => code),
      ...[...PASSING_CODES, ...UNKNOWN_OUTCOME_CODES, ...Object.keys(ELSEWHERE)],
      ...[...CANCEL_ANSWERS, ...PAY_ANSWERS].map(({ code }) => code),
    ];
    expect(new Set(named)).toEqual(new Set(Object.keys(documentedCodes)));
  });
});

const noStock = { kind: "daily_quota_exceeded", method: "GET", path: "/inventory", times: 1 } as const;

async function holdAndPlace(row: PlacingRow): Promise<void> {
  const { gid } = await shop.place(row.order?.() ?? cooker());
  const shown = row.shownAs ?? row.code;
  const held = await shop.until(gid, ({ holdCode }) => holdCode === shown, `the order to be ${shown}`);
  expect(await sentences(held)).toEqual([expect.stringMatching(row.reads)]);
  expect(await shop.atService(held)).toEqual([]);
  await row.mend();
  await control().clearFaults();
  await retryPlacement(await shop.context(), { orderId: held.id, by: "Ali" });
  const placed = await shop.untilState(gid, "placed");
  expect(await shop.openCodes(placed)).toEqual([]);
  expect(await shop.atService(placed)).toHaveLength(row.parcels ?? 1);
}

const rows = placingRows(null, "");
const getRow = (code: DocumentedCode) => {
  const row = placingRows(shop, variantId).find((each) => each.code === code);
  if (!row) throw new Error(`No row is of ${code}`);
  return row;
};

describe("a reason not to place an order", () => {
  it.each(rows.map(({ code }) => code))(
    "%s: says what happened and what to do, and is placed once after it",
    async (code) => {
      const row = getRow(code);
      await row.because();
      await control().armFault(noStock);
      await holdAndPlace(row);
    },
  );

  it.each(rows.filter(({ inChecks }) => inChecks).map(({ code }) => code))(
    "%s: is said just so where the checks found it before POST /orders",
    async (code) => {
      const row = getRow(code);
      await row.because();
      await holdAndPlace(row);
    },
  );
});

describe("an answer of POST /orders that passes by itself", () => {
  it.each(PASSING_CODES)(
    "%s: says that it takes longer, and is placed once without a press",
    async (code) => {
      // It stays until it is cleared, so that no look comes after the order was placed.
      await control().armFault({ kind: "refused", code, method: "POST", path: "/orders", times: 1000 });
      const { gid } = await shop.place(cooker());
      const row = await untilRead(
        gid,
        /(not confirmed this order yet|no more requests right now|requests to the supplier are used up).*by itself|keep trying/,
      );
      await control().clearFaults();
      await shop.forgetLimits();
      await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
      const placed = await shop.untilState(gid, "placed");
      expect(await shop.atService(placed)).toHaveLength(1);
      expect(await shop.openCodes(placed)).toEqual([]);
    },
  );
});

/** Somebody else has used the id the app is about to use. */
async function takeTheId(): Promise<OrderRow> {
  await shop.settings({ paused: true });
  const waiting = await shop.buy(cooker(), "waiting");
  const numbers = [(await shop.context()).shop.gid, waiting.orderGid].map((gid) => gid?.split("/").at(-1));
  const { status } = await fetch(`${shop.supplier.baseUrl}/orders`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${DEMO_LIVE_KEY}`, "content-type": "application/json" },
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({
      ...{ externalOrderId: numbers.join("-"), paymentMode: "COD", shippingCharged: 200 },
      customer: { name: "Ayesha", phone: "+923001234567", address: "House 12", city: "Lahore" },
      items: [{ variantId, quantity: 1, resalePrice: 1500 }],
    }),
  });
  expect(status).toBe(201);
  await shop.settings({ paused: false });
  await shop.wake(waiting.orderGid);
  return waiting;
}

describe("an answer of POST /orders that leaves its outcome open", () => {
  it("duplicate_order: shows both where they differ, and takes over the supplier's on a person's word", async () => {
    const waiting = await takeTheId();
    const row = await untilRead(waiting.orderGid, /already has an order under this number.* Compare both/);
    await resolvePlacementConflict(await shop.context(), { orderId: row.id, by: "Ali", choice: "adopt" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it("idempotency_key_reused: sends nothing more until a person has compared", async () => {
    const code = "idempotency_key_reused";
    await control().armFault({ kind: "refused", code, method: "POST", path: "/orders", times: 100 });
    const { gid } = await shop.place(cooker());
    const row = await untilRead(gid, /saw this request before with other contents\. Nothing more was sent/);
    expect(await shop.posts(row.handoffs[0]?.externalOrderId ?? "")).toHaveLength(1);
    await control().clearFaults();
    await resolvePlacementConflict(await shop.context(), {
      orderId: row.id,
      by: "Ali",
      choice: "place_again",
    });
    const placed = await shop.untilState(gid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
  });
});

describe("cancelling a parcel", () => {
  it.each(CANCEL_ANSWERS)(
    "$code: says so, and cancels it once the supplier does",
    async (answer: AnswerRow) => {
      const { code, reads } = answer;
      const row = await shop.buy(cooker());
      await control().armFault({
        kind: "refused",
        code,
        method: "POST",
        path: "/orders/*/cancel",
        times: 1000,
      });
      await requestOrderCancel(await shop.context(), { orderId: row.id, by: "Ali" });
      const recorded = await untilRead(row.orderGid, reads);
      expect(await shop.atService(recorded)).toMatchObject([
        { status: expect.not.stringContaining("CANCELLED") },
      ]);
      await control().clearFaults();
      await shop.forgetLimits();
      // What the supplier refused for good is asked again on a new press only.
      if (answer.final) await requestOrderCancel(await shop.context(), { orderId: row.id, by: "Ali" });
      await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
      const over = await shop.untilState(row.orderGid, "cancelled");
      expect(await shop.atService(over)).toMatchObject([{ status: "CANCELLED" }]);
      expect(await shop.openCodes(over)).toEqual([]);
    },
  );
});

const pay = async (row: OrderRow) =>
  payParcel(await shop.context(), { parcelId: asId(shop.parcels(row)[0]?.id ?? ""), by: "Ali" });

async function paid(row: OrderRow): Promise<number> {
  const { wallets } = await control().audit();
  const [parcel] = await shop.atService(row);
  const ledger = wallets.find(({ mode }) => mode === "live")?.ledger ?? [];
  return ledger.filter(({ orderId, amount }) => orderId === parcel?.id && amount < 0).length;
}

/** What came of a payment is found out once it has had its time to be booked. */
async function foundOut(row: OrderRow): Promise<void> {
  const where = { shopId: shop.shopId, orderId: row.id, state: "outcome_unknown" as const };
  const longAgo = new Date(Date.now() - 120_000);
  await shop.app.db.paymentIntent.updateMany({ where, data: { sentAt: longAgo } });
  await shop.wake(row.orderGid);
  await shop.soon(
    "the payment to be settled",
    async () => (await shop.app.db.paymentIntent.count({ where })) === 0,
  );
}

describe("paying a parcel", () => {
  it.each(PAY_ANSWERS)(
    "$code: says so, and pays once when it is pressed again",
    async (answer: AnswerRow) => {
      const { code, reads } = answer;
      const { wallets } = await control().audit();
      await control().withdraw({ amount: wallets.find(({ mode }) => mode === "live")?.available ?? 0 });
      const row = await shop.buy(prepaid(), "awaiting_funds");
      await control().topUp({ amount: 1_000_000 });
      await control().armFault({ kind: "refused", code, method: "POST", path: "/orders/*/pay", times: 1 });
      expect(await pay(row)).toMatchObject({ ok: false, reason: expect.stringMatching(reads) });
      expect(await paid(row)).toBe(0);
      await shop.forgetLimits();
      if (answer.outcomeUnknown) await foundOut(row);
      const answers = await Promise.all([pay(row), pay(row)]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
      await shop.untilState(row.orderGid, "placed");
      expect(await paid(row)).toBe(1);
    },
  );

  it("whose answer was lost: is read again, and not paid twice", async () => {
    const row = await shop.buy(prepaid(), "placed");
    expect(await pay(row)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/not waiting for funds/),
    });
    expect(await paid(row)).toBe(1);
  });
});

it("a code the document does not have yet is told in the supplier's own words", async () => {
  const fault = { kind: "refused", code: "webhook_url_invalid", message: "Courier strike" } as const;
  await control().armFault({ ...fault, method: "POST", path: "/orders", times: 1 });
  const { gid } = await shop.place(cooker());
  await untilRead(gid, /did not accept the order\. It said: “Courier strike”/);
  const row = await shop.rested(gid);
  await retryPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
  await shop.untilState(gid, "placed");
});
