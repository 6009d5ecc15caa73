import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelParcel } from "#app/domain/orders/cancellation/cancel-parcels.server.ts";
import { fenceShopifyMutations } from "#app/domain/orders/reconcile/fence-shopify-mutations.server.ts";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import { loadOrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { beginRun, isStale } from "#app/domain/orders/reconcile/order-run.ts";
import { addTags } from "#app/shopify/operations/orders/add-tags.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { asId } from "#test/support/as-id.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let gid: string;

beforeAll(async () => {
  shop = await startPlacingShop();
  ({ gid } = await shop.place({ lines: [shop.line("cooker", 1600)] }));
  await shop.untilState(gid, "placed");
});
afterAll(() => shop.close());

const tags = () => shop.shopify.control.state().orders.find(({ id }) => id === gid)?.tags;

it("lets a run change what is Shopify's while it has its lease", async () => {
  const { admin } = fenceShopifyMutations(await shop.context(), (await shop.lend()).lease);
  await addTags(admin, { id: gid, tags: ["mine"] });
  expect(tags()).toContain("mine");
});

it("changes nothing in Shopify for a run whose work another one has taken over, and lets it read", async () => {
  const claim = await shop.lend();
  await shop.app.db.work.update({ where: { id: claim.id }, data: { leaseToken: randomUUID() } });
  const { admin } = fenceShopifyMutations(await shop.context(), claim.lease);
  await expect(addTags(admin, { id: gid, tags: ["late"] })).rejects.toMatchObject({ code: "lease_lost" });
  expect(tags()).not.toContain("late");
  expect(await getOrderForPlacement(admin, asId(gid))).toMatchObject({ id: gid });
});

it("changes nothing in Shopify for a run whose lease ran out", async () => {
  const claim = await shop.lend();
  await shop.app.db.work.update({ where: { id: claim.id }, data: { leaseUntil: new Date(0) } });
  const { admin } = fenceShopifyMutations(await shop.context(), claim.lease);
  await expect(addTags(admin, { id: gid, tags: ["late"] })).rejects.toMatchObject({ code: "lease_lost" });
  expect(tags()).not.toContain("late");
});

it("cancels no parcel for a run that is taken over once it has said what it intends", async () => {
  const claim = await shop.lend();
  const ctx = await shop.context();
  const record = await loadOrderRecord(ctx.db, shop.shopId, asId(gid));
  const [handoff] = record.handoffs;
  const [parcel] = handoff?.parcels ?? [];
  if (!handoff || !parcel) throw new Error("Nothing was placed");
  const run = beginRun(ctx, claim, record);
  // The takeover commits with the intent: the moment a process that was stopped there would wake up in.
  await shop.app.db.$executeRawUnsafe(`
    create function take_over() returns trigger language plpgsql as $$
    begin
      update work set lease_token = gen_random_uuid() where id = '${claim.id}';
      return new;
    end $$`);
  await shop.app.db.$executeRawUnsafe(
    "create trigger take_over after insert on effect for each row execute function take_over()",
  );
  try {
    const cancelling = cancelParcel(run, handoff, parcel, { trigger: "test", reason: "Not wanted" });
    await expect(cancelling).rejects.toMatchObject({ code: "lease_lost" });
  } finally {
    await shop.app.db.$executeRawUnsafe("drop function take_over cascade");
  }
  expect(await shop.app.db.effect.count({ where: { key: { contains: "test" }, state: "intended" } })).toBe(1);
  const sent = await shop.supplier.control.requests({ method: "POST" });
  expect(sent.filter(({ path }) => path.endsWith("/cancel"))).toEqual([]);
});

describe("a change written at once with the fact that tells of it", () => {
  async function write(claim: Awaited<ReturnType<PlacingShop["lend"]>>) {
    const ctx = await shop.context();
    const record = await loadOrderRecord(ctx.db, shop.shopId, asId(gid));
    const run = beginRun(ctx, claim, record);
    const changed = Prisma.sql`
      update "order" set city_key = 'changed' from held
      where shop_id = ${shop.shopId}::uuid and id = ${record.id}::uuid`;
    const facts = [
      { actor: "karwan", code: "courier_told", params: { sum: 1 } },
      { actor: "person", by: "Somebody", code: "left_it" },
    ] as const;
    await writeInLeaseStatement(run, { changes: { changed }, facts });
    return run;
  }

  const read = async () => {
    const order = await shop.app.db.order.findFirstOrThrow({ where: { orderGid: asId(gid) } });
    const facts = await shop.app.db.timelineEntry.findMany({
      where: { thingId: order.id, code: { in: ["courier_told", "left_it"] } },
      orderBy: { id: "asc" },
    });
    return { cityKey: order.cityKey, facts };
  };

  it("is neither once the lease is lost", async () => {
    const before = await read();
    const claim = await shop.lend();
    await shop.app.db.work.update({ where: { id: claim.id }, data: { leaseToken: randomUUID() } });
    await expect(write(claim)).rejects.toMatchObject({ code: "lease_lost" });
    expect(await read()).toEqual(before);
  });

  it("is both, the facts in their order, and has the rows loaded again", async () => {
    expect(await write(await shop.lend())).toSatisfy(isStale);
    expect(await read()).toMatchObject({
      cityKey: "changed",
      facts: [
        { actor: "karwan", by: null, params: { sum: 1 }, at: expect.any(Date) },
        { actor: "person", by: "Somebody", params: {} },
      ],
    });
  });
});
