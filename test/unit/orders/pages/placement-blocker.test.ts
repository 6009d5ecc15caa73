import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  type AnsweredHold,
  type BlockableOrder,
  type BlockingShop,
  placementBlocker,
} from "#app/domain/orders/commands/placement/placement-blocker.ts";

const monday = new Date("2026-11-23T05:00:00Z");
const sunday = new Date("2026-11-22T05:00:00Z");

const order: BlockableOrder = {
  ...{ state: "held", holdCode: "city_unknown", outstandingPkr: rupees(1800), placeRequestedAt: null },
  orderedAt: monday,
  questions: 1,
};
const open: BlockingShop = {
  pausedForAll: false,
  shop: { placingPausedAt: null, autoCodSince: sunday, autoPrepaidSince: sunday },
  connection: { pausedAt: null, health: "ok" },
};

type Row = [string, AnsweredHold, Partial<BlockableOrder>, Partial<BlockingShop>, RegExp | null];

const noSwitch = { placingPausedAt: null, autoCodSince: null, autoPrepaidSince: null };

describe("what keeps an order back whose question was just answered", () => {
  it.each<Row>([
    ["nothing", "question", {}, {}, null],
    ["no connection", "place", {}, { connection: null }, /not connected/],
    ["a pause of everybody", "place", {}, { pausedForAll: true }, /paused for all stores/],
    [
      "the shop's pause",
      "question",
      {},
      { shop: { ...open.shop, placingPausedAt: monday } },
      /until you resume/,
    ],
    [
      "a suspended account",
      "place",
      {},
      { connection: { pausedAt: monday, health: "reseller_suspended" } },
      /suspended/,
    ],
    ["another question", "question", { questions: 2 }, {}, /once all that its page asks/],
    ["nothing of its questions where it was placed anyway", "place", { questions: 2 }, {}, null],
    ["a payment that has not come", "how_paid_otherwise", {}, {}, /when its payment has arrived/],
    ["nothing where it is paid", "how_paid_otherwise", { outstandingPkr: rupees(0) }, {}, null],
    ["a switch that is off", "how_paid_cod", {}, { shop: noSwitch }, /Press Place/],
    [
      "a switch that is younger",
      "how_paid_cod",
      { orderedAt: sunday },
      { shop: { ...open.shop, autoCodSince: monday } },
      /Press Place/,
    ],
    [
      "nothing once Place was pressed",
      "how_paid_cod",
      { placeRequestedAt: monday },
      { shop: noSwitch },
      null,
    ],
    ["its own wait", "question", { state: "to_place", holdCode: "automatic_off" }, {}, /Press Place/],
  ])("is %s", (_what, answered, ofOrder, ofShop, says) => {
    const kept = placementBlocker(answered, { ...order, ...ofOrder }, { ...open, ...ofShop });
    if (says) expect(kept).toMatch(says);
    else expect(kept).toBeNull();
  });
});
