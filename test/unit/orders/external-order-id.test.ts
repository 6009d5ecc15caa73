import { describe, expect, it } from "vitest";
import {
  buildExternalOrderId,
  isExternalOrderId,
  parseExternalOrderId,
} from "#app/domain/orders/placement/external-order-id.ts";

const FIRST = {
  mode: "live",
  shopId: "58000000001",
  orderId: "6100000001042",
  sequence: 1,
  revision: 1,
} as const;

describe("the order's id at the service", () => {
  it.each([
    [FIRST, "58000000001-6100000001042"],
    [{ ...FIRST, sequence: 2 }, "58000000001-6100000001042-f2"],
    [{ ...FIRST, revision: 2 }, "58000000001-6100000001042-r2"],
    [{ ...FIRST, mode: "test", sequence: 3, revision: 12 } as const, "t-58000000001-6100000001042-f3-r12"],
  ])("of %o is %s, and reads back", (parts, id) => {
    expect(buildExternalOrderId(parts)).toBe(id);
    expect(parseExternalOrderId(id)).toEqual(parts);
  });

  it("takes Shopify's gids", () => {
    const gids = { shopId: "gid://shopify/Shop/58000000001", orderId: "gid://shopify/Order/6100000001042" };
    expect(buildExternalOrderId({ ...FIRST, ...gids })).toBe("58000000001-6100000001042");
  });

  it("keeps ids beyond 2^53 exact and stays far under 100 characters", () => {
    const longest = {
      mode: "test",
      shopId: "9".repeat(20),
      orderId: "820982911946154508",
      sequence: 99_999,
      revision: 99_999,
    } as const;
    const id = buildExternalOrderId(longest);
    expect(id.length).toBeLessThanOrEqual(60);
    expect(parseExternalOrderId(id)).toEqual(longest);
  });

  it.each(["#1042", "1-2-f1", "1-2-f0", "1-2-r1", "1-2-r2-f2", "x-1-2", "1-2 ", "", "1".repeat(101)])(
    "%s is not ours",
    (text) => {
      expect([isExternalOrderId(text), parseExternalOrderId(text)]).toEqual([false, null]);
    },
  );

  it.each([{ sequence: 0 }, { revision: 1.5 }, { sequence: -2 }, { orderId: "#1042" }])(
    "%o is a bug",
    (wrong) => {
      expect(() => buildExternalOrderId({ ...FIRST, ...wrong })).toThrow(RangeError);
    },
  );
});
