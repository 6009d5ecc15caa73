import { describe, expect, it } from "vitest";
import { parseSupplierEvent } from "#app/supplier/webhook-event.ts";
import { hostileTexts } from "#test/fixtures/hostile-text.ts";
import { measureRuns } from "#test/support/measure-runs.ts";

const order = {
  id: "ord_1",
  externalOrderId: "77-1001",
  parcel: { part: 1, of: 2 },
  status: "RETURNED",
  codAmount: 1800,
  tracking: { number: "TRK1", courier: "TCS", url: null },
};

function deliver(event: string, data: unknown, overrides: Record<string, unknown> = {}) {
  const body = { id: "evt_1", event, mode: "live", createdAt: "2026-11-21T10:00:00Z", data, ...overrides };
  return parseSupplierEvent(Buffer.from(JSON.stringify(body)));
}

describe("parseSupplierEvent", () => {
  it("reads an order event and keeps everything that came", () => {
    const event = deliver("order.shipped", { ...order, brandNew: { deep: 1 } });
    expect(event).toMatchObject({ kind: "order", id: "evt_1", mode: "live", order: { codAmount: 1800 } });
    expect(event).toHaveProperty("order.raw.brandNew.deep", 1);
  });

  it("tells a field that did not come from one that came empty", () => {
    const event = deliver("order.shipped", { id: "ord_1", cancellationReason: null });
    expect(event).toMatchObject({ kind: "order", order: { cancellationReason: null } });
    expect(event?.kind === "order" && event.order.codAmount).toBeUndefined();
  });

  it.each([
    ["beside the order", { ...order, type: "rto" }, "rto"],
    ["in a part of its own", { ...order, return: { type: "return" } }, "return"],
    ["deeper", { ...order, outcome: { details: { type: "rto" } } }, "rto"],
    ["nowhere", order, null],
    ["with another meaning", { ...order, type: "parcel" }, null],
    ["inside an item", { ...order, items: [{ type: "rto" }] }, null],
  ])("finds the type of a return %s", (_, data, expected) => {
    expect(deliver("order.returned", data)).toMatchObject({ kind: "order", returnType: expected });
  });

  it.each([
    ["beside the order", { ...order, amount: 540 }, 540],
    ["in a part of its own", { ...order, release: { amount: 540 } }, 540],
    ["nowhere but in the fee", { ...order, platformFee: { amount: 60 } }, null],
    ["as a fraction", { ...order, amount: 540.5 }, null],
  ])("finds the released amount %s", (_, data, expected) => {
    expect(deliver("wallet.margin_released", data)).toMatchObject({ kind: "order", amountPkr: expected });
  });

  it("looks for neither in other events", () => {
    const event = deliver("order.delivered", { ...order, type: "rto", amount: 1 });
    expect(event).toMatchObject({ returnType: null, amountPkr: null });
  });

  it("reads a product event with and without its product", () => {
    const product = { id: "p1", title: "Cup", variants: [{ id: "p1", wholesalePrice: 100, stock: 4 }] };
    expect(deliver("product.stock_changed", { productId: "p1", product, changes: ["stock"] })).toMatchObject({
      kind: "product",
      product: { productId: "p1", product: { variants: [{ stock: 4 }] }, changes: ["stock"] },
    });
    expect(deliver("product.removed", { productId: "p1", product: null })).toMatchObject({
      kind: "product",
      product: { changes: [] },
    });
  });

  it.each([
    ["an event it does not know", "account.renamed", { id: "x" }],
    ["a wallet event it does not know", "wallet.topped_up", { id: "x", amount: 5 }],
    ["an order event without an id", "order.shipped", { status: "SHIPPED" }],
    ["a product event without an id", "product.updated", {}],
  ])("keeps %s", (_, name, data) => {
    expect(deliver(name, data)).toMatchObject({ kind: "unknown", event: name, data });
  });

  it("keeps a status, a mode and a payment mode it does not know", () => {
    const event = deliver(
      "order.shipped",
      { ...order, status: "LOST", paymentMode: "LATER" },
      { mode: "staging" },
    );
    expect(event).toMatchObject({ mode: "staging", order: { status: "LOST", paymentMode: "LATER" } });
  });

  it.each(["id", "event", "mode", "createdAt", "data"])("refuses a body without %s", (member) => {
    expect(deliver("order.shipped", order, { [member]: undefined })).toBeNull();
  });

  it.each(["", "null", "[]", '"text"', "{", '{"id":1}'])("refuses the body %o", (text) => {
    expect(parseSupplierEvent(Buffer.from(text))).toBeNull();
  });

  it("is not led astray by names of the prototype", () => {
    const body =
      '{"id":"evt_1","event":"order.returned","mode":"live","createdAt":"x","data":{"id":"o","__proto__":{"type":"rto"}}}';
    expect(parseSupplierEvent(Buffer.from(body))).toMatchObject({ kind: "order", order: { id: "o" } });
    expect({}).not.toHaveProperty("type");
  });
});

/** What the intake takes of an order's event. */
const mostBytes = 128 * 1024;

function bodyOf(event: string, data: object): Buffer {
  const body = { id: "evt_1", event, mode: "live", createdAt: "2026-11-21T10:00:00Z", data };
  return Buffer.from(JSON.stringify(body));
}

/** What is said of an order or a product, with this text where one is read. */
function saying(text: string): object {
  const ofOrder = { externalOrderId: text, cancellationReason: text, tracking: { courier: text } };
  const ofProduct = { productId: text, changes: [text] };
  return { id: "ord_1", marginReleaseAt: text, type: text, ...ofOrder, ...ofProduct };
}

describe("reading a body", () => {
  it("costs none of a stranger's much more than an ordinary one of the largest size", () => {
    const item = { externalVariantId: "gid://shopify/ProductVariant/1", sku: "CUP-1", quantity: 1 };
    const items = Array.from({ length: 1500 }, () => item);
    const ordinary = bodyOf("order.shipped", { ...order, items });
    expect(Math.abs(ordinary.length - mostBytes)).toBeLessThan(mostBytes / 10);
    const ordinaryMs = measureRuns(() => parseSupplierEvent(ordinary), 20).clockMs;
    const slow = [...hostileTexts(20261123, 120, mostBytes)].flatMap((text) => {
      const data = saying(text.slice(0, mostBytes / 4));
      const bodies = [Buffer.from(text), bodyOf("order.returned", data), bodyOf("product.updated", data)];
      const times = bodies.map((body) => measureRuns(() => parseSupplierEvent(body), 3).ownMs / ordinaryMs);
      return Math.max(...times) > 20 ? [`${text.slice(0, 20)}…: ${times.map(Math.round)} times`] : [];
    });
    expect(slow).toEqual([]);
  }, 60_000);
});
