import { describe, expect, it } from "vitest";
import { factCodes } from "#app/domain/messages/timeline/fact-codes.ts";
import { factSentence, listFactCodes } from "#app/domain/orders/commands/fact-sentence.ts";
import { lastingFacts } from "#app/domain/timeline/lasting-facts.ts";

describe("factSentence", () => {
  it.each([
    ["order_seen", { name: "#1042" }, "Order #1042 arrived"],
    ["route_decided", { route: "COD" }, "Payment: cash on delivery"],
    [
      "handoff_placed",
      { parcels: 2, collects: 3300 },
      "Placed with the supplier: 2 parcels, the courier collects Rs 3,300",
    ],
    [
      "parcel_shipped",
      { part: 1, of: 2, courier: "TCS", number: "77-1" },
      "Parcel 1 of 2 was shipped with TCS, number 77-1",
    ],
    ["parcel_shipped", { part: 1, of: 1, courier: null, number: null }, "The parcel was shipped"],
    [
      "handoff_placed",
      { parcels: 1, paid: 1200 },
      "Placed with the supplier: 1 parcel, Rs 1,200 was taken from your wallet",
    ],
    [
      "parcel_refused",
      { part: 1, of: 1, charge: 350, credit: 0 },
      "The parcel was refused at the door; the supplier charged Rs 350",
    ],
    [
      "parcel_refused",
      { part: 1, of: 1, charge: 150, credit: 1000 },
      "The parcel was refused at the door; the supplier charged Rs 150 and credited Rs 1,000",
    ],
    ["fee_taken", { amount: 60 }, "Rs 60 service fee was taken from your wallet"],
    ["fee_taken", { amount: null }, "The service fee was taken from your wallet"],
    ["parcel_status_unknown", { status: "LOST" }, "The parcel has a status we do not know: LOST"],
    ["marked_paid", { amount: 1800 }, "Marked as paid in Shopify, Rs 1,800"],
    ["switched", { autoCod: true }, "Cash on delivery orders are placed automatically"],
    [
      "switched",
      { paused: true, autoPrepaid: false },
      "Prepaid orders are no longer placed automatically; placing was paused",
    ],
    ["answered", { question: "city_as_written", answer: "Pindi Gheb" }, "City “Pindi Gheb” goes as written"],
  ])("reads %s as one plain line", (code, params, sentence) => {
    expect(factSentence(code, params)).toBe(sentence);
  });

  it("carries the sentence of a hold", () => {
    expect(factSentence("held", { code: "how_paid", gateway: "Bank" })).toContain(
      "Waits: We cannot tell how",
    );
  });

  it("shows a code it does not know instead of hiding what happened", () => {
    expect(factSentence("moon_landed", {})).toBe("moon landed");
  });

  it("still reads when the numbers are missing", () => {
    for (const code of listFactCodes()) {
      expect(factSentence(code, {})).not.toMatch(/undefined|null|NaN|\s{2}/);
    }
  });

  it("keeps every fact that names an amount", () => {
    const amounts = { amount: 1234, collects: 1234, charge: 1234, collected: 1234, status: "x" };
    const ofPersons = /_pressed$|^price_fixed$/;
    const naming = listFactCodes().filter((code) => factSentence(code, amounts).includes("1,234"));
    const lasting = new Set<string>(lastingFacts);
    expect(naming.filter((code) => !lasting.has(code) && !ofPersons.test(code))).toEqual([]);
    expect(naming).toContain("margin_released");
  });

  it("has a sentence for every code there is", () => {
    expect([...new Set(listFactCodes())].toSorted()).toEqual([...factCodes].toSorted());
  });
});
