import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type Pages, startPages } from "./pages-harness.ts";

let pages: Pages;

beforeAll(async () => {
  pages = await startPages();
  await connectShop(createMerchant(pages.world, DEMO_SHOP), DEMO_LIVE_KEY);
});
afterAll(() => pages?.close());

const id = randomUUID();
const days = ["0000-01-01", "9999-12-31", "2026-02-30", "2026-1-1", "2099-12-31", "x"];
const cursors = [`${"9".repeat(15)}_${id}`, `253402300799999_${id}`, `0_${id}`, `n1_${id}`, `tQQ_${id}`, "x"];
const lists = [
  ["wallet/route", "/wallet"],
  ["wallet/route", "/wallet?show=pending"],
  ["wallet/route", "/wallet?show=held"],
  ["payouts/route", "/payouts"],
  ["payouts/day/route", "/payouts/days/undated"],
  ["payouts/profit/route", "/payouts/profit?by=order"],
  ["payouts/refusals/route", "/payouts/refusals"],
  ["payouts/check/route", "/payouts/check"],
  ["orders/route", "/orders?tab=all"],
] as const;

describe("an address nobody made by pressing", () => {
  it.each(lists)("opens %s at %s as if what it cannot mean was not there", async (route, path) => {
    const ends = [
      ...days.map((day) => ({ from: day, to: day, month: day.slice(0, 7) })),
      ...cursors.map((after) => ({ after })),
      { month: "2099-12", state: "none", kind: "none", type: "'; --", q: "x".repeat(5000) },
      ...["type", "status", "order", "search", "city", "by", "show", "view"].map((name) => ({
        [name]: "a\0b",
      })),
    ];
    for (const end of ends) {
      const address = `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(end)}`;
      expect((await pages.read(route, address)).status, address.slice(0, 100)).toBe(200);
    }
  });

  it("finds no day of payouts that does not exist", async () => {
    for (const day of ["0000-01-01", "9999-12-31", "2026-02-30", "today"])
      expect((await pages.read("payouts/day/route", `/payouts/days/${day}`)).status, day).toBe(404);
    expect((await pages.read("payouts/day/route", "/payouts/days/2099-12-31")).status).toBe(200);
  });
});
