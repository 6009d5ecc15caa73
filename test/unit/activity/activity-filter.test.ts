import { describe, expect, it } from "vitest";
import { ORDER_NUMBER, parseFactCursor, toFactCursor } from "#app/domain/activity/activity-filter.ts";
import { topicOf } from "#app/domain/timeline/fact-topics.ts";

describe("the place where a page of the activity ends", () => {
  it("comes back from an address as it was written", () => {
    const cursor = { at: new Date("2026-11-26T10:00:00.123Z"), id: 42n };
    expect(parseFactCursor(toFactCursor(cursor))).toEqual(cursor);
  });

  it.each(["", "42", "1_", "_1", "1_2_3", "a_b", `${"9".repeat(20)}_1`])("is nothing for %j", (text) => {
    expect(parseFactCursor(text)).toBeNull();
  });
});

describe("the number of an order", () => {
  it.each(["#1042", "1042", "RC-1042", "#1042-A"])("is %s", (text) =>
    expect(ORDER_NUMBER.test(text)).toBe(true),
  );
  it.each(["03001234567", "+92 300 1234567", "Ayesha", "", "1042 Ayesha"])(
    "is not %j, which stays out of addresses",
    (text) => expect(ORDER_NUMBER.test(text)).toBe(false),
  );
});

describe("what a fact is about", () => {
  it.each([
    ["order", "parcel_delivered", "orders"],
    ["order", "payment_made", "money"],
    ["shop", "ledger_exported", "money"],
    ["shop", "switched", "settings"],
    ["shop", "import_asked", "listings"],
    ["listing", "price_followed", "listings"],
    ["mapping", "product_mapped", "listings"],
    ["connection", "connection_made", "connection"],
    ["shop", "sweep_mended", "connection"],
    ["shop", "orders_exported", "orders"],
  ] as const)("a %s's %s is %s", (thing, code, topic) => expect(topicOf({ thing, code })).toBe(topic));
});
