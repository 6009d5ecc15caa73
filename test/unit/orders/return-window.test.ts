import { expect, it } from "vitest";
import { returnableUntil } from "#app/domain/orders/parcels/return-window.ts";

const deliveredAt = new Date("2026-11-20T08:00:00Z");
const last = new Date("2026-11-27T08:00:00Z");

it("is seven days from the delivery, and none of what was not delivered or has come back", () => {
  expect(returnableUntil({ status: "DELIVERED", deliveredAt }, deliveredAt)).toEqual(last);
  expect(returnableUntil({ status: "DELIVERED", deliveredAt }, last)).toEqual(last);
  expect(returnableUntil({ status: "DELIVERED", deliveredAt }, new Date(last.getTime() + 1))).toBeNull();
  expect(returnableUntil({ status: "SHIPPED", deliveredAt: null }, deliveredAt)).toBeNull();
  expect(returnableUntil({ status: "RETURNED", deliveredAt }, deliveredAt)).toBeNull();
});
