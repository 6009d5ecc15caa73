import { describe, expect, it } from "vitest";
import {
  type KnownPlace,
  planCorrection,
  type TypedCorrection,
} from "#app/domain/storefront/choices/plan-correction.ts";

const known = {
  ...{ name: "Ayesha", phone: "0300-1234567", secondPhone: "", address: "House 12, Street 4" },
  ...{ landmark: "", city: "Lahor", cityAsWritten: false },
};

function plan(
  typed: Partial<TypedCorrection>,
  { calledPhone = null, province = null, ...over }: Partial<typeof known & KnownPlace> = {},
) {
  const all = { address: "", landmark: "", city: "", secondPhone: "", ...typed };
  return planCorrection({ ...known, ...over }, all, { calledPhone, province });
}

describe("a customer's correction", () => {
  it("leaves as it is what they left empty", () => {
    expect(plan({ landmark: " near the mosque " })).toEqual({
      kind: "ready",
      edit: {
        ...{ name: "Ayesha", phone: "+923001234567", secondPhone: null, address: "House 12, Street 4" },
        ...{ landmark: "near the mosque", city: "Lahor", cityAsWritten: false },
      },
    });
  });

  it("takes another address, city and second phone, as a merchant's does", () => {
    const typed = { address: "House 5, Block C", city: "khi", secondPhone: "۰۳۲۱ ۷۶۵۴۳۲۱" };
    expect(plan(typed)).toMatchObject({
      kind: "ready",
      edit: { address: "House 5, Block C", city: "Karachi", secondPhone: "+923217654321" },
    });
  });

  it("calls the second phone where the order's own number is none", () => {
    const edit = { phone: "+923217654321", secondPhone: null };
    expect(plan({ secondPhone: "0321 7654321" }, { phone: "0300" })).toMatchObject({ kind: "ready", edit });
  });

  it("takes a city of whose name there are two, where the order's province says which", () => {
    const edit = { city: "Khanpur", cityAsWritten: false };
    expect(plan({ city: "Khanpur" }, { province: "Punjab" })).toMatchObject({ kind: "ready", edit });
    const unsettled = plan({ city: "Khanpur" }, { province: "Sindh" });
    expect(unsettled).toMatchObject({ kind: "wrong", errors: { city: { code: "city_unknown" } } });
  });

  it("asks for no second phone where another number of the order is called", () => {
    const over = { phone: "0300", calledPhone: "+923331234567" };
    const edit = { phone: "+923331234567", secondPhone: null, landmark: "near the park" };
    expect(plan({ landmark: "near the park" }, over)).toMatchObject({ kind: "ready", edit });
  });

  it.each([
    ["nothing at all", {}, {}, { address: "nothing_typed" }],
    ["blanks", { address: "  ", city: " " }, {}, { address: "nothing_typed" }],
    ["a city nobody knows", { city: "Atlantis" }, {}, { city: "city_unknown" }],
    ["a number that is none", { secondPhone: "12345" }, {}, { secondPhone: "phone_invalid" }],
    ["a foreign number", { secondPhone: "+44 20 7946 0958" }, {}, { secondPhone: "phone_foreign" }],
    ["an address that is too long", { address: "x".repeat(501) }, {}, { address: "too_long" }],
    ["a landmark that is too long", { landmark: "x".repeat(201) }, {}, { landmark: "too_long" }],
    [
      "two of these",
      { city: "Atlantis", secondPhone: "1" },
      {},
      { city: "city_unknown", secondPhone: "phone_invalid" },
    ],
    ["no address where the order has none", { city: "Lahore" }, { address: "" }, { address: "missing" }],
    ["no city where the order has none", { landmark: "near" }, { city: "" }, { city: "missing" }],
    ["no phone where the order's is none", { city: "Lahore" }, { phone: "0300" }, { secondPhone: "missing" }],
  ] as const)("is refused field by field: %s", (_what, typed, over, codes) => {
    const refused = plan(typed, over);
    expect(refused.kind).toBe("wrong");
    const errors = refused.kind === "wrong" ? Object.entries(refused.errors) : [];
    expect(Object.fromEntries(errors.map(([field, error]) => [field, error?.code]))).toEqual(codes);
  });

  it("names the cities that may be meant", () => {
    const refused = plan({ city: "Karachy" });
    expect(refused.kind === "wrong" && refused.errors.city?.suggestions).toContain("Karachi");
  });

  it("is the shop's where the order has no name", () => {
    expect(plan({ landmark: "near the mosque" }, { name: "" })).toEqual({ kind: "ask_shop" });
  });
});
