import { describe, expect, it } from "vitest";
import { parseRateRequest, toRateAnswer } from "#app/shopify/carrier-rate.ts";

const item = { quantity: 2, grams: 350, price: 149900, requires_shipping: true, variant_id: 45 };
const request = {
  rate: {
    origin: { country: "PK", city: "Karachi" },
    destination: { country: "PK", province: "Punjab", city: "Lahore", name: "Ayesha", address1: "House 12" },
    items: [item],
    currency: "PKR",
  },
};
const parse = (body: unknown) => parseRateRequest(Buffer.from(JSON.stringify(body)));
const withRate = (over: object) => parse({ rate: { ...request.rate, ...over } });

describe("what a checkout asks", () => {
  it("is read without the customer's name and street", () => {
    expect(parse(request)).toEqual({
      ...{ country: "PK", province: "Punjab", city: "Lahore", currency: "PKR" },
      items: [{ variantGid: "gid://shopify/ProductVariant/45", quantity: 2 }],
    });
  });

  it("leaves out what needs no shipping, and keeps a line that is no variant", () => {
    const items = [
      { ...item, requires_shipping: false },
      { quantity: 1, variant_id: null },
    ];
    expect(withRate({ items })?.items).toEqual([{ variantGid: null, quantity: 1 }]);
  });

  it("may leave out the city", () => {
    expect(withRate({ destination: { country: "PK", city: null } })).toMatchObject({
      city: "",
      province: "",
    });
  });

  it.each<[string, unknown]>([
    ["no object", []],
    ["no rate", {}],
    ["no items", { rate: { ...request.rate, items: null } }],
    ["a quantity of 0", { rate: { ...request.rate, items: [{ ...item, quantity: 0 }] } }],
    ["a thousand and one lines", { rate: { ...request.rate, items: Array(1001).fill(item) } }],
    ["a variant that is no number", { rate: { ...request.rate, items: [{ ...item, variant_id: "x" }] } }],
  ])("is nothing with %s", (_what, body) => {
    expect(parse(body)).toBeNull();
  });

  it("is nothing where it is no JSON", () => {
    expect(parseRateRequest(Buffer.from("{"))).toBeNull();
    expect(parseRateRequest(Buffer.from([0xff, 0xfe]))).toBeNull();
  });
});

describe("the answer", () => {
  it("says rupees in hundredths, as text", () => {
    const { rates } = toRateAnswer({ serviceName: "Standard delivery", pkr: 250 });
    expect(rates).toEqual([
      expect.objectContaining({ service_name: "Standard delivery", total_price: "25000", currency: "PKR" }),
    ]);
    expect(toRateAnswer({ serviceName: "Free", pkr: 0 }).rates[0]?.total_price).toBe("0");
  });

  it("is an empty list where the cart is not ours", () => {
    expect(toRateAnswer(null)).toEqual({ rates: [] });
  });
});
