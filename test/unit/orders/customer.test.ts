import { describe, expect, it } from "vitest";
import { cleanText } from "#app/domain/orders/customer/clean-text.ts";
import { cutNotes } from "#app/domain/orders/customer/cut-notes.ts";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import {
  type CustomerInput,
  planCustomer,
  type WrittenAddress,
} from "#app/domain/orders/customer/plan-customer.ts";
import { planPhone } from "#app/domain/orders/customer/plan-phone.ts";

const ADDRESS: WrittenAddress = {
  firstName: "Ayesha",
  lastName: "Example",
  address1: "House 12, Street 4, Block B",
  address2: "Near Sample Park",
  city: "lahore",
  province: "Punjab",
  zip: "54000",
  phone: "0300 0000001",
};

function buildCustomer(
  address: Partial<WrittenAddress> = {},
  overrides: Partial<CustomerInput> = {},
): CustomerInput {
  return {
    shippingAddress: { ...ADDRESS, ...address },
    billingAddress: null,
    customer: null,
    access: "granted",
    knownAsWritten: new Set(),
    chosenCities: new Map(),
    ...overrides,
  };
}

describe("phones", () => {
  it.each([
    ..."0300-0000001|+92 300 0000001|923000000001|00923000000001|3000000001|+9203000000001".split("|"),
    ..."92-0300-0000001|۰۳۰۰۰۰۰۰۰۰۱|٠٣٠٠٠٠٠٠٠٠١|(0300) 0000001|0300.000.0001|call me 0300 0000001".split("|"),
    "\u200E+92\u00A0300\u00A00000001",
  ])("%s is read", (written) => {
    const phone = "+923000000001";
    expect(planPhone([written])).toEqual({ kind: "ready", phone, second: null, isLandline: false });
  });

  it.each([
    ["0355-0000001", "+923550000001"],
    ["0364 0000001", "+923640000001"],
    ["0370-0000001", "+923700000001"],
  ])("%s, of a newer range, is read as %s", (written, phone) => {
    expect(planPhone([written])).toEqual({ kind: "ready", phone, second: null, isLandline: false });
  });

  it.each([
    "0300-0000001 / 0321-0000002",
    "03000000001,03210000002",
    "0300 0000001 or 0321 0000002",
    "0300 0000001 ya 0321 0000002",
    "+923000000001 +923210000002",
    "0300000000103210000002",
    "03000000001 03210000002",
    "0300-0000001\n0321-0000002",
    "۰۳۰۰۰۰۰۰۰۰۱ / ۰۳۲۱۰۰۰۰۰۰۲",
  ])("%s holds two numbers", (written) => {
    expect(planPhone([written])).toMatchObject({
      kind: "ready",
      phone: "+923000000001",
      second: "+923210000002",
    });
  });

  it.each(["021-35678901", "042 35761999", "0513456789"])(
    "%s is a landline, placed with a warning",
    (written) => {
      expect(planPhone([written])).toMatchObject({ kind: "ready", isLandline: true });
    },
  );

  it.each(["+447911123456", "+971501234567", "+91 98765 43210"])("%s is foreign", (written) => {
    expect(planPhone([written])).toEqual({ kind: "foreign" });
  });

  it.each(["0342 123 456", "12345", "none", "0300000000123", "111-222-333"])("%s is no number", (written) => {
    expect(planPhone([written])).toMatchObject({ kind: "invalid", written });
  });

  it("prefers a mobile to a landline and to a foreign number, wherever it stands", () => {
    const planned = planPhone(["021-35678901 / 0300-0000001", "+447911123456"]);
    expect(planned).toEqual({
      kind: "ready",
      phone: "+923000000001",
      second: "+922135678901",
      isLandline: false,
    });
    expect(planPhone(["+447911123456", null, "0300-0000001"])).toMatchObject({ kind: "ready", second: null });
  });

  it("suggests the mobile inside a mistyped number, without using it", () => {
    expect(planPhone(["0923000000001"])).toMatchObject({ kind: "invalid", suggestions: ["+923000000001"] });
  });

  it("is missing when every field is blank", () => {
    expect(planPhone([null, " ", "\u200F"])).toEqual({ kind: "missing" });
  });
});

describe("the customer of a parcel", () => {
  it("goes as written, with city and phone in the service's form", () => {
    expect(planCustomer(buildCustomer())).toEqual({
      kind: "ready",
      customer: {
        name: "Ayesha Example",
        phone: "+923000000001",
        address: "House 12, Street 4, Block B, Near Sample Park",
        city: "Lahore",
        province: "Punjab",
        postalCode: "54000",
      },
      notes: [],
      warnings: [],
      original: {
        name: "Ayesha Example",
        phone: "0300 0000001",
        address: "House 12, Street 4, Block B, Near Sample Park",
        city: "lahore",
      },
    });
  });

  it.each([
    ["the name is only spaces", { firstName: " ", lastName: "\u200B" }, "name"],
    ["no phone anywhere", { phone: null }, "phone"],
    ["address and city are missing", { address1: "", address2: null, city: null }, "address, city"],
  ])("is held when %s", (_case, address, missing) => {
    const planned = planCustomer(buildCustomer(address));
    expect(planned).toMatchObject({ kind: "held", code: "customer_data_missing", params: { missing } });
  });

  it("is held as not approved when Shopify withholds the data", () => {
    const withheld = buildCustomer({}, { shippingAddress: null, access: "withheld" });
    expect(planCustomer(withheld)).toMatchObject({ kind: "held", code: "customer_data_not_approved" });
  });

  it.each([
    ["phone_invalid", { phone: "0300 12" }],
    ["phone_foreign", { phone: "+447911123456" }],
    ["city_unknown", { city: "Pindi Saidpur" }],
    ["city_ambiguous", { city: "guj" }],
  ])("is held as %s", (code, address) => {
    expect(planCustomer(buildCustomer(address))).toMatchObject({ kind: "held", code });
  });

  it("takes name and phone from billing, then from the customer", () => {
    const billingAddress = { firstName: "Bilal", lastName: null, phone: null };
    const customer = { firstName: "Other", lastName: "Person", phone: "0321-0000002" };
    const nameless = buildCustomer(
      { firstName: null, lastName: null, phone: "" },
      { billingAddress, customer },
    );
    expect(planCustomer(nameless)).toMatchObject({ customer: { name: "Bilal", phone: "+923210000002" } });
  });

  it("puts the second phone and a shortened city into the notes", () => {
    const planned = planCustomer(
      buildCustomer({ phone: "03000000001/03210000002", city: "DHA Phase 5 Lahore" }),
    );
    expect(planned).toMatchObject({
      customer: { city: "Lahore" },
      notes: ["Second phone: +923210000002", "City as written: DHA Phase 5 Lahore"],
    });
  });

  it("warns of a landline and of a short address, and places", () => {
    const planned = planCustomer(buildCustomer({ phone: "021-35678901", address1: "DHA", address2: null }));
    expect(planned).toMatchObject({ kind: "ready", warnings: ["landline", "address_short"] });
  });

  it("sends a city as written once a person said so", () => {
    const knownAsWritten = new Set([cityKey("Pindi Saidpur")]);
    const planned = planCustomer(buildCustomer({ city: "Pindi Saidpur" }, { knownAsWritten }));
    expect(planned).toMatchObject({ kind: "ready", customer: { city: "Pindi Saidpur" }, notes: [] });
  });
});

describe("text for a parcel label", () => {
  it.each([
    ["keeps Urdu", "عائشہ بی بی", "عائشہ بی بی"],
    ["composes accents", "Jose\u0301", "Jos\u00E9"],
    ["drops NUL and control characters", "A\u0000y\u0007e\u009Fsha", "Ayesha"],
    ["drops direction overrides", "\u202Eahsey\u202C\u2066A\u2069\u200F", "ahseyA"],
    [
      "keeps the joiners of Urdu and emoji",
      "می\u200Cخواہم 👨\u200D👩\u200D👧",
      "می\u200Cخواہم 👨\u200D👩\u200D👧",
    ],
    ["makes one line", "House 4\r\nStreet 5\tBlock B", "House 4 Street 5 Block B"],
    ["repairs half a character", "A\uD83D", "A\uFFFD"],
  ])("%s", (_case, written, cleaned) => {
    expect(cleanText(written)).toBe(cleaned);
  });
});

describe("notes", () => {
  it("join what says something", () => {
    expect(cutNotes(["Second phone: +923210000002", "", "Ring twice"])).toBe(
      "Second phone: +923210000002 | Ring twice",
    );
  });

  it.each([
    [499, 499],
    [500, 500],
    [501, 500],
  ])("of %i characters become %i", (length, kept) => {
    expect(cutNotes(["a".repeat(length)])).toHaveLength(kept);
  });

  it("are never cut inside a character a person sees", () => {
    const family = "👨\u200D👩\u200D👧";
    const cut = cutNotes(["a".repeat(495) + family]);
    expect(cut).toBe("a".repeat(495));
    expect(cutNotes([`${"a".repeat(499)}e\u0301`])).toBe("a".repeat(499));
  });
});
