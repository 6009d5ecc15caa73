import { expect, it } from "vitest";
import { createRecentOrderCorrelation } from "#app/shopify/recent-order-correlation.ts";

const shop = "one.myshopify.com";
const gid = (number: number) => `gid://shopify/Order/${number}`;

function start() {
  const clock = { ms: 0 };
  return { clock, newborn: createRecentOrderCorrelation(() => clock.ms) };
}

it("names the only newborn order of a shop, once", () => {
  const { newborn } = start();
  newborn.recordOrder(shop, gid(1));
  newborn.recordOrder("two.myshopify.com", gid(2));
  expect(newborn.takeOnlyOrder(shop)).toBe(gid(1));
  expect(newborn.takeOnlyOrder(shop)).toBeNull();
  expect(newborn.takeOnlyOrder("two.myshopify.com")).toBe(gid(2));
});

it("names none of several", () => {
  const { newborn } = start();
  for (const number of [1, 2, 3]) newborn.recordOrder(shop, gid(number));
  expect(newborn.takeOnlyOrder(shop)).toBeNull();
});

it("takes an order that is told of twice for one", () => {
  const { newborn } = start();
  newborn.recordOrder(shop, gid(1));
  newborn.recordOrder(shop, gid(1));
  expect(newborn.takeOnlyOrder(shop)).toBe(gid(1));
});

it("forgets an order after four seconds", () => {
  const { clock, newborn } = start();
  newborn.recordOrder(shop, gid(1));
  clock.ms = 3000;
  newborn.recordOrder(shop, gid(2));
  expect(newborn.takeOnlyOrder(shop)).toBeNull();
  clock.ms = 4000;
  expect(newborn.takeOnlyOrder(shop)).toBe(gid(2));
  clock.ms = 8000;
  expect(newborn.takeOnlyOrder(shop)).toBeNull();
});
