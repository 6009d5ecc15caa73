import { expect, it } from "vitest";
import { createRecentOrderCorrelation } from "#app/shopify/recent-order-correlation.ts";
import { asId } from "#test/support/as-id.ts";

const shop = "one.myshopify.com";
const gid = (number: number) => `gid://shopify/Order/${number}`;

function start() {
  const clock = { ms: 0 };
  return { clock, correlation: createRecentOrderCorrelation(() => clock.ms) };
}

it("names the only recent order of a shop, once", () => {
  const { correlation } = start();
  correlation.recordOrder(shop, asId(gid(1)));
  correlation.recordOrder("two.myshopify.com", asId(gid(2)));
  expect(correlation.takeOnlyOrder(shop)).toBe(gid(1));
  expect(correlation.takeOnlyOrder(shop)).toBeNull();
  expect(correlation.takeOnlyOrder("two.myshopify.com")).toBe(gid(2));
});

it("names none of several", () => {
  const { correlation } = start();
  for (const number of [1, 2, 3]) correlation.recordOrder(shop, asId(gid(number)));
  expect(correlation.takeOnlyOrder(shop)).toBeNull();
});

it("takes an order that is told of twice for one", () => {
  const { correlation } = start();
  correlation.recordOrder(shop, asId(gid(1)));
  correlation.recordOrder(shop, asId(gid(1)));
  expect(correlation.takeOnlyOrder(shop)).toBe(gid(1));
});

it("forgets an order after four seconds", () => {
  const { clock, correlation } = start();
  correlation.recordOrder(shop, asId(gid(1)));
  clock.ms = 3000;
  correlation.recordOrder(shop, asId(gid(2)));
  expect(correlation.takeOnlyOrder(shop)).toBeNull();
  clock.ms = 4000;
  expect(correlation.takeOnlyOrder(shop)).toBe(gid(2));
  clock.ms = 8000;
  expect(correlation.takeOnlyOrder(shop)).toBeNull();
});
