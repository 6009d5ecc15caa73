import { describe, expect, it } from "vitest";
import { describeEntry } from "#app/domain/activity/service-log/describe-entry.ts";
import { matchLog, type OwnReceipt } from "#app/domain/activity/service-log/match-log.ts";

const at = "2026-11-26T10:00:00.000Z";
const receipt = (eventId: string, deliveryId: string): OwnReceipt => ({
  ...{ eventId, deliveryId, topic: "order.shipped", receivedAt: new Date(at) },
});
const match = (
  entries: readonly unknown[],
  receipts: readonly OwnReceipt[] = [],
  known: readonly string[] = [],
) => matchLog({ entries: entries.map(describeEntry), receipts, knownEventIds: new Set(known) });

describe("the service's log beside our receipts", () => {
  it("is matched by the event's id, wherever the entry has it", () => {
    const rows = match(
      [
        {
          id: "dlv_1",
          eventId: "evt_1",
          event: "order.shipped",
          status: "delivered",
          attempts: 2,
          createdAt: at,
        },
        { delivery: { payload: { id: "evt_2" } }, name: "order.delivered" },
      ],
      [receipt("evt_1", "11"), receipt("evt_2", "12")],
    );
    expect(rows.map(({ match: how, received }) => [how, received?.deliveryId])).toEqual([
      ["both", "11"],
      ["both", "12"],
    ]);
    expect(rows[0]?.sent).toMatchObject({ event: "order.shipped", status: "delivered", attempts: 2 });
    expect(rows[0]?.sent?.at).toEqual(new Date(at));
  });

  it.each([
    ["lost", { eventId: "evt_9", event: "order.shipped", status: "failed" }],
    ["lost", { eventId: "evt_9", event: "order.shipped", status: "delivered" }],
    ["lost", { eventId: "evt_9" }],
    ["on_its_way", { eventId: "evt_9", event: "order.shipped", status: "pending" }],
    ["no_receipt", { eventId: "evt_9", event: "product.stock_changed", status: "delivered" }],
    ["receipt_gone", { eventId: "evt_old", event: "order.shipped", status: "delivered" }],
    ["unmatched", { status: "failed" }],
    ["unmatched", "a text alone"],
    ["unmatched", null],
  ])("is %s where it was not received: %j", (expected, entry) => {
    expect(match([entry], [], ["evt_old"]).map((row) => row.match)).toEqual([expected]);
  });

  it("shows what only we have after the log, each receipt once", () => {
    const rows = match([{ eventId: "evt_1" }], [receipt("evt_1", "11"), receipt("evt_3", "13")]);
    expect(rows.map((row) => [row.match, row.received?.deliveryId])).toEqual([
      ["both", "11"],
      ["only_here", "13"],
    ]);
  });

  it("shows an entry as it came, with what may be about a person covered", () => {
    const [row] = match([
      { eventId: "evt_1", payload: { customer: { name: "Ayesha Khan", phone: 923001234567 } }, extra: true },
    ]);
    expect(row?.sent?.raw).toContain('"extra": true');
    expect(row?.sent?.raw).toContain("evt_1");
    expect(row?.sent?.raw).not.toMatch(/Ayesha|923001234567/);
  });
});
