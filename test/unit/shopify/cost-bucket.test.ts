import { describe, expect, it } from "vitest";
import { createCostBucket, waitFor } from "#app/shopify/cost-bucket.ts";

const status = (currentlyAvailable: number) => ({
  maximumAvailable: 2000,
  currentlyAvailable,
  restoreRate: 100,
});

describe("waitFor", () => {
  it.each([
    { needed: 202, available: 118, restoreRate: 100, ms: 840 },
    { needed: 100, available: 100, restoreRate: 100, ms: 0 },
    { needed: 101, available: 100, restoreRate: 200, ms: 5 },
    { needed: 1, available: 0.5, restoreRate: 1000, ms: 1 },
  ])("waits $ms ms for $needed points of $available", ({ needed, available, restoreRate, ms }) => {
    expect(waitFor(needed, available, restoreRate)).toBe(ms);
  });
});

describe("a cost bucket", () => {
  it("leaves a share to calls that cannot wait", () => {
    const bucket = createCostBucket();
    expect(bucket.reserve(1600, 0, 0.2)).toBe(0);
    expect(bucket.reserve(23, 0, 0.2)).toBe(230);
    expect(bucket.reserve(400, 0)).toBe(0);
  });

  it("lets calls through until its points are reserved, then says how long to wait", () => {
    const bucket = createCostBucket();
    expect(bucket.reserve(1500, 0)).toBe(0);
    expect(bucket.reserve(600, 0)).toBe(1000);
  });

  it("believes what Shopify last reported and restores from there", () => {
    const bucket = createCostBucket();
    bucket.reserve(10, 0);
    bucket.settle(10, status(50), 1000);
    expect(bucket.reserve(150, 1000)).toBe(1000);
    expect(bucket.reserve(150, 2000)).toBe(0);
  });

  it("gives reserved points back when a call got no answer", () => {
    const bucket = createCostBucket();
    bucket.reserve(2000, 0);
    expect(bucket.reserve(1, 0)).toBe(10);
    bucket.settle(2000, null, 0);
    expect(bucket.reserve(1, 0)).toBe(0);
  });

  it("never waits for more points than the bucket can hold", () => {
    const bucket = createCostBucket();
    bucket.reserve(10, 0);
    bucket.settle(10, status(0), 0);
    expect(bucket.reserve(5000, 0)).toBe(20_000);
  });
});
