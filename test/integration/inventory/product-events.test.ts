import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { applyProductEvents } from "#app/domain/product-events/apply-product-events.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import {
  type ListingHarness,
  startListingHarness,
} from "#test/integration/catalog/listings/listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(async () => {
  await harness.forget();
  await harness.db.delivery.deleteMany();
});
afterAll(() => harness.close());

const MEGABYTE = 1024 * 1024;

/** A delivery as the intake leaves it; `sealedAs` is another one whose body this was. */
async function receive(description: string, sealedAs?: string) {
  const ctx = await harness.context();
  const mode = ctx.connection?.mode ?? "live";
  const place = { source: "supplier" as const, key: `${mode}/${randomUUID()}` };
  const product = { id: "prd_of_nobody", title: "Cup", description };
  const data = { productId: product.id, product, changes: ["description"] };
  const createdAt = new Date().toISOString();
  const body = JSON.stringify({ id: place.key, event: "product.updated", mode, createdAt, data });
  const sealedFor = deliveryPlace({ ...place, key: sealedAs ?? place.key });
  return harness.db.delivery.create({
    data: {
      ...{ shopId: harness.shopId, ...place, topic: "product.updated" },
      bodyEnc: ctx.crypto.seal(Buffer.from(body), sealedFor),
    },
  });
}

async function claimProductEvents() {
  const ctx = await harness.context();
  const mode = ctx.connection?.mode ?? "live";
  const row = {
    shopId: harness.shopId,
    kind: "product.applyEvents",
    subject: mode,
    lane: "stock" as const,
    requestedGeneration: 1,
  };
  const { id } = await harness.db.work.create({ data: { ...row, nextRunAt: new Date(0) } });
  const claim = await claimWork(harness.db, id, 30_000);
  if (claim === null) throw new Error("The work of events cannot be claimed");
  return { ctx, claim, mode };
}

async function applyEvents() {
  const { ctx, claim, mode } = await claimProductEvents();
  return applyProductEvents(ctx, claim, { mode });
}

describe("events of products", () => {
  it("is read a few megabytes at a time, however many deliveries wait", async () => {
    for (let index = 0; index < 10; index += 1) await receive(`${index} ${"a".repeat(1.9 * MEGABYTE)}`);
    expect(await applyEvents()).toMatchObject({ kind: "done" });
    const [recorded] = await harness.db.$queryRaw<{ batches: bigint; waiting: bigint }[]>`
      select count(distinct xmin::text) as batches, count(*) filter (where folded_at is null) as waiting
      from delivery`;
    expect(recorded).toEqual({ batches: 2n, waiting: 0n });
  });

  it("is taken at once, and what comes in the two seconds after it gathers", async () => {
    await receive("First");
    const result = await applyEvents();
    expect(result).toEqual({ kind: "done", restMs: expect.any(Number) });
    const { restMs } = result as { readonly restMs: number };
    expect(restMs).toBeGreaterThanOrEqual(2000);
    expect(restMs).toBeLessThanOrEqual(6000);
  });

  it("stays to be taken where the lease was lost meanwhile", async () => {
    const { id } = await receive("Again");
    const { ctx, claim, mode } = await claimProductEvents();
    await harness.db.work.update({ where: { id: claim.id }, data: { leaseToken: randomUUID() } });
    await expect(applyProductEvents(ctx, claim, { mode })).rejects.toMatchObject({ code: "lease_lost" });
    expect(await harness.db.delivery.findUnique({ where: { id } })).toMatchObject({ foldedAt: null });
  });

  it("is no reason to rest where there is none", async () => {
    expect(await applyEvents()).toEqual({ kind: "done" });
  });

  it("goes on past a body that does not open, which is put aside", async () => {
    const broken = await receive("Broken", "live/another");
    const next = await receive("Next");
    await applyEvents();
    const rows = await harness.db.delivery.findMany({ orderBy: { id: "asc" } });
    expect(rows).toMatchObject([
      { id: broken.id, ignored: "unreadable", foldedAt: expect.any(Date) },
      { id: next.id, ignored: null, foldedAt: expect.any(Date) },
    ]);
  });
});
