import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fenceContext } from "#app/domain/orders/fence.server.ts";
import type { ClaimedWork } from "#app/platform/work.server.ts";
import { addTags } from "#app/shopify/operations/add-tags.ts";
import { getOrderForPlacement } from "#app/shopify/operations/get-order-for-placement.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let gid: string;

beforeAll(async () => {
  shop = await startPlacingShop();
  ({ gid } = await shop.place({ lines: [shop.line("cooker", 1600)] }));
  await shop.untilState(gid, "placed");
});
afterAll(() => shop.close());

/** A run of work nobody else hears of: its row is never due. */
async function lend(): Promise<ClaimedWork> {
  const { app, shopId } = shop;
  const leaseUntil = new Date(Date.now() + 60_000);
  const row = await app.db.work.create({
    data: {
      ...{ shopId, kind: "order", subject: randomUUID(), nextRunAt: null },
      ...{ leaseToken: randomUUID(), leaseUntil },
    },
  });
  return {
    ...{ id: row.id, shopId, kind: "order", subject: row.subject, lane: row.lane, wanted: row.wanted },
    ...{
      attempts: 0,
      claims: 1,
      reports: 0n,
      needsRead: true,
      leaseToken: row.leaseToken ?? "",
      leaseMs: 60_000,
    },
  };
}

const tags = () => shop.shopify.control.state().orders.find(({ id }) => id === gid)?.tags;

it("lets a run change what is Shopify's while it has its lease", async () => {
  const { admin } = fenceContext(await shop.context(), await lend());
  await addTags(admin, { id: gid, tags: ["mine"] });
  expect(tags()).toContain("mine");
});

it("changes nothing in Shopify for a run whose work another one has taken over, and lets it read", async () => {
  const claim = await lend();
  await shop.app.db.work.update({ where: { id: claim.id }, data: { leaseToken: randomUUID() } });
  const { admin } = fenceContext(await shop.context(), claim);
  await expect(addTags(admin, { id: gid, tags: ["late"] })).rejects.toMatchObject({ code: "lease_lost" });
  expect(tags()).not.toContain("late");
  expect(await getOrderForPlacement(admin, gid)).toMatchObject({ id: gid });
});

it("changes nothing in Shopify for a run whose lease ran out", async () => {
  const claim = await lend();
  await shop.app.db.work.update({ where: { id: claim.id }, data: { leaseUntil: new Date(0) } });
  const { admin } = fenceContext(await shop.context(), claim);
  await expect(addTags(admin, { id: gid, tags: ["late"] })).rejects.toMatchObject({ code: "lease_lost" });
  expect(tags()).not.toContain("late");
});
