import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
beforeEach(() => shop.settings({ holdLooksTwice: true }));
afterAll(() => shop.close());

const bought = (phone: string, quantity = 1) => ({
  customer: { firstName: "Ayesha", lastName: "Example", phone },
  lines: [shop.line("cooker", 1600, quantity)],
});

it("an order with the phone and the items of another of the day waits for a person", async () => {
  const first = await shop.buy(bought("0300 7000001"));
  const second = await shop.buy(bought("+92 300 7000001"), "held");
  expect(second).toMatchObject({ holdCode: "looks_twice", handoffs: [] });
  const issue = await shop.app.db.attention.findFirst({ where: { thingId: second.id } });
  expect(issue?.params).toMatchObject({ otherOrder: first.name });
  expect(await shop.ours(second.orderGid)).toMatchObject([{ requestStatus: "UNSUBMITTED" }]);
  await requestPlacement(await shop.context(), { orderId: second.id, by: "Ali" });
  const placed = await shop.untilState(second.orderGid, "placed");
  expect(await shop.openCodes(placed)).toEqual([]);
});

it("two at once are told apart: one goes, one waits", async () => {
  const duplicates = await Promise.all([
    shop.place(bought("03007000002")),
    shop.place(bought("03007000002")),
  ]);
  const rows = [];
  for (const { gid } of duplicates) {
    rows.push(await shop.until(gid, ({ state }) => state === "placed" || state === "held", "an end"));
  }
  expect(rows.map(({ state }) => state).toSorted()).toEqual(["held", "placed"]);
});

it.each([
  ["another phone", { first: "03007000003", second: "03007000004", quantity: 1 }],
  ["other items", { first: "03007000006", second: "03007000006", quantity: 2 }],
])("an order with %s goes out", async (_what, { first, second, quantity }) => {
  await shop.buy(bought(first));
  await shop.buy(bought(second, quantity));
});

it("an order goes out unasked when nobody wants to be asked", async () => {
  await shop.buy(bought("03007000005"));
  await shop.settings({ holdLooksTwice: false });
  await shop.buy(bought("03007000005"));
});
