import { describe, expect, it } from "vitest";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { planContact } from "#app/domain/orders/customer/contact/plan-contact.ts";

const parcel = (
  status: string,
  overrides: Partial<{ confirmation: string | null; codPkr: Rupees }> = {},
) => ({
  ...{ status, confirmation: null, codPkr: rupees(900), ...overrides },
});

function contactOf(overrides: Partial<Parameters<typeof planContact>[0]>) {
  const contact = planContact({
    ...{ state: "to_place", route: "COD", outstandingPkr: rupees(1800), parcels: [], orderName: "#1042" },
    ...{
      customer: { name: "Ayesha", phone: "0300-1234567" },
      sender: "Rang",
      trackingUrl: null,
      choiceUrl: null,
      ...overrides,
    },
  });
  if (!contact) throw new Error("No contact");
  return contact;
}

describe("a message to a customer", () => {
  it("names the sender, the order and the cash, in three languages", () => {
    const { texts, phone } = contactOf({});
    expect(phone).toBe("+923001234567");
    for (const text of Object.values(texts)) {
      for (const part of ["Ayesha", "Rang", "#1042", "Rs 1,800"].slice(text === texts.ur ? 1 : 0))
        expect(text).toContain(part);
    }
  });

  it("carries the link to confirm it by a press, while that can still be done", () => {
    const choiceUrl = "https://rang.pk/apps/karwan/order?order=token";
    for (const text of Object.values(contactOf({ choiceUrl }).texts))
      expect(text).toContain(`\n${choiceUrl}`);
    const left = { state: "on_the_way", parcels: [parcel("SHIPPED")], choiceUrl } as const;
    expect(contactOf(left).texts.en).not.toContain(choiceUrl);
  });

  it("is not offered by WhatsApp to a landline, which can be called", () => {
    const customer = { name: "Ayesha", phone: "042-35761999" };
    expect(contactOf({ customer })).toMatchObject({ phone: "+924235761999", hasWhatsApp: false });
    expect(contactOf({})).toMatchObject({ hasWhatsApp: true });
  });

  it.each([
    ["can still be confirmed", { state: "to_place" }, true],
    ["is on its way", { state: "on_the_way", parcels: [parcel("SHIPPED")] }, true],
    ["is delivered", { state: "delivered", parcels: [parcel("DELIVERED")] }, false],
    ["was refused", { state: "refused", parcels: [parcel("RETURNED")] }, false],
    ["is cancelled", { state: "cancelled" }, false],
  ] as const)("asks what came of it until the order is over: one that %s", (_what, overrides, asksResult) => {
    expect(contactOf(overrides)).toMatchObject({ asksResult });
  });

  it("keeps an order's number and a sum left to right among Urdu letters", () => {
    const { ur } = contactOf({}).texts;
    expect(ur).toContain("\u200e#1042\u200e");
    expect(ur).toMatch(/\u200eRs.1,800\u200e/);
  });

  it("asks for what the couriers of open parcels collect once it is placed", () => {
    const parcels = [parcel("RECEIVED"), parcel("CANCELLED"), parcel("DELIVERED"), parcel("CONFIRMED")];
    expect(contactOf({ state: "placed", parcels }).texts.en).toContain("Rs 1,800");
  });

  it.each([
    ["a prepaid order", { route: "PREPAID" }],
    ["an order that is over", { state: "delivered" }],
    ["a prepaid parcel", { state: "placed", parcels: [parcel("RECEIVED", { codPkr: rupees(0) })] }],
  ] as const)("asks no cash for %s", (_what, overrides) => {
    expect(contactOf(overrides).texts.en).not.toContain("Rs ");
  });

  it("has the link to the tracking page while a parcel is on its way, and at no other time", () => {
    const trackingUrl = "https://rang.myshopify.com/apps/karwan/track?order=1";
    const parcels = [parcel("SHIPPED")];
    for (const text of Object.values(contactOf({ state: "on_the_way", parcels, trackingUrl }).texts))
      expect(text.split("\n").at(-1)).toBe(trackingUrl);
    expect(contactOf({ trackingUrl }).texts.en).not.toContain("track");
    expect(contactOf({ state: "delivered", parcels, trackingUrl }).texts.en).not.toContain("track");
  });

  it("asks to confirm only before the parcel left", () => {
    expect(contactOf({}).texts.en).toContain("Reply YES");
    const left = contactOf({ state: "on_the_way", parcels: [parcel("SHIPPED")] });
    expect(left.texts.roman_urdu).toContain("raste mein");
    expect(left.texts.en).not.toContain("Reply YES");
  });

  it("never names a supplier", () => {
    expect(Object.values(contactOf({}).texts).join(" ")).not.toMatch(/supplier|service|wholesal/i);
  });
});

describe("who confirms an order", () => {
  it.each([
    ["PENDING", "need not call"],
    ["FAILED", "Call them yourself"],
    ["CONFIRMED", "confirmed it to the supplier"],
    ["NOT_REQUIRED", "asks nobody"],
  ])("is said for %s", (confirmation, words) => {
    const { whoConfirms } = contactOf({ state: "placed", parcels: [parcel("RECEIVED", { confirmation })] });
    expect(whoConfirms).toContain(words);
  });

  it("is nobody's question once the parcel left", () => {
    const parcels = [parcel("SHIPPED", { confirmation: "PENDING" })];
    expect(contactOf({ state: "on_the_way", parcels }).whoConfirms).toBeNull();
  });

  it("is not said of somebody unknown", () => {
    const unknown = { state: "held" as const, route: null, outstandingPkr: null, parcels: [] };
    expect(
      planContact({
        ...unknown,
        customer: null,
        orderName: "",
        sender: "Rang",
        ...{ trackingUrl: null, choiceUrl: null },
      }),
    ).toBeNull();
  });
});
