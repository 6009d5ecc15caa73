import { describe, expect, it } from "vitest";
import { findShopDomain, numericPart, parseOrderGid, parseShopDomain } from "#app/platform/ids.ts";

describe("ids", () => {
  it("reads a shop's permanent name in any case", () => {
    expect(parseShopDomain("Karwan-Demo.myshopify.com")).toBe("karwan-demo.myshopify.com");
  });

  it.each([
    "example.com",
    "karwan.myshopify.com.evil.example",
    "evil.example/karwan.myshopify.com",
    "karwan.myshopify.com\n",
    "-a.myshopify.com",
    "",
    null,
    7,
  ])("takes %j for no shop", (value) => {
    expect(findShopDomain(value)).toBeNull();
    expect(() => parseShopDomain(value)).toThrow(expect.objectContaining({ code: "id_malformed" }));
  });

  it("keeps ids exact that no number holds", () => {
    expect(numericPart(parseOrderGid("gid://shopify/Order/820982911946154508"))).toBe("820982911946154508");
  });

  it.each(["gid://shopify/Order/0", "gid://shopify/Order/1?x", "gid://shopify/Product/1", "1"])(
    "takes %s for no order",
    (value) => {
      expect(() => parseOrderGid(value)).toThrow();
    },
  );
});
