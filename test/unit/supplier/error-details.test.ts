import { describe, expect, it } from "vitest";
import { parseErrorDetails } from "#app/supplier/error-details.ts";

describe("parseErrorDetails", () => {
  it("reads the existing order of a duplicate", () => {
    expect(parseErrorDetails("duplicate_order", { id: "ord_9", more: 1 })).toMatchObject({
      kind: "existing_order",
      id: "ord_9",
    });
  });

  it("reads which items are under their minimum", () => {
    const raw = [{ index: 1, resalePrice: 900, minResalePrice: 1200 }];
    expect(parseErrorDetails("price_below_minimum", raw)).toEqual({ kind: "prices", prices: raw, raw });
  });

  it.each([
    ["an array", [{ variantId: "v1", available: 2 }]],
    ["an array inside an object", { items: [{ variantId: "v1", available: 2 }] }],
    ["a lone object", { variantId: "v1", available: 2 }],
    ["the name stock", [{ variantId: "v1", stock: 2 }]],
  ])("reads what is available from %s", (_, raw) => {
    expect(parseErrorDetails("out_of_stock", raw)).toMatchObject({
      kind: "shortages",
      shortages: [{ index: null, variantId: "v1", available: 2 }],
    });
  });

  it.each([
    ["a path of parts", { path: ["customer", "phone"], message: "Required" }, "customer.phone"],
    ["a written path", { path: "customer.phone", message: "Required" }, "customer.phone"],
    ["a field", { field: "phone", message: "Required" }, "phone"],
  ])("reads a field's problem with %s", (_, entry, path) => {
    expect(parseErrorDetails("validation_error", [entry])).toMatchObject({
      kind: "fields",
      fields: [{ path, message: "Required" }],
    });
  });

  it("keeps what it cannot read", () => {
    expect(parseErrorDetails("price_below_minimum", "too low")).toEqual({ kind: "other", raw: "too low" });
    expect(parseErrorDetails("duplicate_order", { id: 7 })).toEqual({ kind: "other", raw: { id: 7 } });
    expect(parseErrorDetails("customer_blocked", { phone: "x" })).toMatchObject({ kind: "other" });
  });

  it("says none when nothing came", () => {
    expect(parseErrorDetails("out_of_stock", undefined)).toEqual({ kind: "none" });
    expect(parseErrorDetails("out_of_stock", null)).toEqual({ kind: "none" });
  });
});
