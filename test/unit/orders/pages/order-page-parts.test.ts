import { describe, expect, it } from "vitest";
import { toCustomerOnPage } from "#app/domain/orders/page/customer-on-page.ts";
import { planOrderActions } from "#app/domain/orders/page/order-actions.ts";
import { shownState } from "#app/domain/orders/page/shown-state.ts";
import { parsePageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { asId } from "#test/support/as-id.ts";

const original = {
  name: "Ayesha Example",
  phone: "0300 1234567",
  address: "House 1, Street 2",
  city: "khi",
  province: null,
  postalCode: null,
  calledPhone: null,
};

describe("toCustomerOnPage", () => {
  it("shows the original only where something else was sent", () => {
    const sent = { ...original, phone: "+923001234567", city: "Karachi" };
    const page = toCustomerOnPage(original, { sent });
    expect(page?.wasSent).toBe(true);
    expect(page?.fields.filter((field) => field.original !== null)).toEqual([
      { field: "phone", sent: "+923001234567", original: "0300 1234567" },
      { field: "city", sent: "Karachi", original: "khi" },
    ]);
  });

  it("shows the order's own customer while nothing is sent", () => {
    const page = toCustomerOnPage(original, { sent: null });
    expect(page?.wasSent).toBe(false);
    expect(page?.fields.every((field) => field.original === null)).toBe(true);
  });

  it("shows nothing after erasure", () => {
    expect(toCustomerOnPage(null, { sent: null })).toBeNull();
  });
});

describe("planOrderActions", () => {
  const order = { state: "placed" as const, cancelRequestedAt: null, placeRequestedAt: null };
  const actionsOf = (status: string, mode: Mode = "live") =>
    planOrderActions({ order, parcels: [{ id: asId("p"), status }], mode });

  it("offers cancel until a parcel is packed", () => {
    expect(actionsOf("CONFIRMED").cancel).toBe(true);
    expect(actionsOf("PROCESSING").cancel).toBe(false);
    expect(actionsOf("SHIPPED").cancel).toBe(false);
  });

  it("offers pay for parcels that wait for the wallet", () => {
    expect(actionsOf("AWAITING_FUNDS").pay).toEqual(["p"]);
    expect(actionsOf("RECEIVED").pay).toEqual([]);
  });

  it("offers hold while the order may still be placed by itself", () => {
    const holds = (state: "new" | "waiting" | "to_place" | "held" | "placing" | "placed") =>
      planOrderActions({ order: { ...order, state }, parcels: [], mode: null }).hold;
    expect((["new", "waiting", "to_place"] as const).map(holds)).toEqual([true, true, true]);
    expect((["held", "placing", "placed"] as const).map(holds)).toEqual([false, false, false]);
  });

  it("simulates test parcels only", () => {
    expect(actionsOf("RECEIVED", "test").simulate).toEqual({ p: ["CONFIRMED", "CANCELLED"] });
    expect(actionsOf("RECEIVED").simulate).toEqual({});
  });

  it("does not ask for a cancellation twice", () => {
    const asked = { ...order, cancelRequestedAt: new Date() };
    expect(
      planOrderActions({ order: asked, parcels: [{ id: asId("p"), status: "RECEIVED" }], mode: "live" })
        .cancel,
    ).toBe(false);
  });
});

describe("shownState", () => {
  it("shows an order as being placed as soon as somebody pressed", () => {
    expect(shownState({ state: "to_place", placeRequestedAt: new Date() })).toBe("placing");
    expect(shownState({ state: "to_place", placeRequestedAt: null })).toBe("to_place");
  });

  it("does not hide that a pressed order is held", () => {
    expect(shownState({ state: "held", placeRequestedAt: new Date() })).toBe("held");
  });
});

describe("the cursor of a page", () => {
  const id = "0b7f2f6e-5a53-4f39-9f4e-2f6c0a4f9d11";

  it.each([new Date("2026-11-21T08:00:00Z"), 1800, -1, "", "lawn suit, 3 pcs", "چولہا", "a_b"])(
    "comes back as it went, by %s",
    (key) => {
      expect(parsePageCursor(toPageCursor({ key, id }))).toEqual({ key, id });
    },
  );

  it.each([
    "",
    "x",
    "1_2",
    `${"9".repeat(30)}_${id}`,
    `${"9".repeat(15)}_${id}`,
    `1_${id}' or 1=1`,
    `n${"9".repeat(12)}_${id}`,
    `t%_${id}`,
  ])("refuses %j", (text) => {
    expect(parsePageCursor(text)).toBeNull();
  });
});
