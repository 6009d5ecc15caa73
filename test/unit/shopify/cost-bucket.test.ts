import { describe, expect, it } from "vitest";
import { type CostBucket, createCostBucket, waitFor } from "#app/shopify/cost-bucket.ts";

const status = (currentlyAvailable: number) => ({
  maximumAvailable: 2000,
  currentlyAvailable,
  restoreRate: 100,
});

/** A bucket that was told at the beginning how much it holds. */
function reportedBucket(currentlyAvailable = 2000): CostBucket {
  const bucket = createCostBucket();
  bucket.take(0, 0);
  bucket.settle(0, { used: 0, status: status(currentlyAvailable) }, 0);
  return bucket;
}

function waitOf(bucket: CostBucket, cost: number, nowMs = 0, leftShare = 0): number | null {
  return bucket.waitFor({ cost, leftShare }, nowMs);
}

describe("waitFor", () => {
  it.each([
    { needed: 202, available: 118, restoreRate: 100, ms: 840 },
    { needed: 100, available: 100, restoreRate: 100, ms: 0 },
    { needed: 101, available: 100, restoreRate: 200, ms: 5 },
    { needed: 1, available: 0.5, restoreRate: 1000, ms: 1 },
    { needed: 2000, available: -1e12, restoreRate: 100, ms: 60_000 },
    { needed: 2000, available: 0, restoreRate: -1, ms: 60_000 },
    { needed: Number.POSITIVE_INFINITY, available: Number.POSITIVE_INFINITY, restoreRate: 100, ms: 0 },
    { needed: 100, available: Number.NaN, restoreRate: 100, ms: 60_000 },
  ])("waits $ms ms for $needed points of $available", ({ needed, available, restoreRate, ms }) => {
    expect(waitFor(needed, available, restoreRate)).toBe(ms);
  });
});

describe("a cost bucket", () => {
  it("leaves a share to calls that cannot wait", () => {
    const bucket = reportedBucket();
    bucket.take(1600, 0);
    expect(waitOf(bucket, 23, 0, 0.2)).toBe(230);
    expect(waitOf(bucket, 400)).toBe(0);
  });

  it("holds what was asked for until the answer, then only what was used", () => {
    const bucket = reportedBucket();
    bucket.take(1500, 0);
    expect(waitOf(bucket, 600)).toBe(1000);
    bucket.settle(1500, { used: 40, status: status(1960) }, 0);
    expect(waitOf(bucket, 1960)).toBe(0);
    expect(waitOf(bucket, 1970)).toBe(100);
  });

  it("believes what Shopify last reported and restores from there", () => {
    const bucket = reportedBucket();
    bucket.take(10, 0);
    bucket.settle(10, { used: 10, status: status(50) }, 1000);
    expect(waitOf(bucket, 150, 1000)).toBe(1000);
    expect(waitOf(bucket, 150, 2000)).toBe(0);
  });

  it("does not count twice what Shopify had taken for another call when it reported", () => {
    const bucket = reportedBucket();
    bucket.take(100, 0);
    bucket.take(100, 0);
    bucket.settle(100, { used: 20, status: status(1880) }, 0);
    expect(waitOf(bucket, 1880)).toBe(0);
  });

  it("takes off what Shopify cannot have heard of when it reported", () => {
    const bucket = reportedBucket();
    bucket.take(100, 0);
    bucket.take(100, 0);
    bucket.settle(100, { used: 20, status: status(1980) }, 0);
    expect(waitOf(bucket, 1880)).toBe(0);
    expect(waitOf(bucket, 1881)).toBe(10);
  });

  it("gives points back when a call got no answer", () => {
    const bucket = reportedBucket();
    bucket.take(2000, 0);
    expect(waitOf(bucket, 1)).toBe(10);
    bucket.settle(2000, { used: null, status: null }, 0);
    expect(waitOf(bucket, 1)).toBe(0);
  });

  it("never waits for more points than the bucket can hold", () => {
    expect(waitOf(reportedBucket(0), 5000)).toBe(20_000);
  });

  it("knows nothing of what others left in it until its first call is answered", () => {
    const bucket = createCostBucket();
    expect(waitOf(bucket, 10)).toBe(0);
    bucket.take(10, 0);
    expect(waitOf(bucket, 10)).toBeNull();
    bucket.settle(10, { used: 10, status: status(5) }, 0);
    expect(waitOf(bucket, 10)).toBe(50);
  });

  it("sends nothing while it is held", () => {
    const bucket = reportedBucket();
    bucket.holdUntil(2500);
    expect(waitOf(bucket, 1, 1)).toBe(2499);
    expect(waitOf(bucket, 1, 2500)).toBe(0);
  });
});
