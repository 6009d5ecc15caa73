import { describe, expect, it } from "vitest";
import { createCallGuard } from "#app/shopify/call-guard.server.ts";

const ofShop = (shopDomain: string) => ({ shopDomain, operation: "readName", kind: "query" }) as const;
const failing = async () => ({ status: 503 });
const answering = async () => ({ status: 200 });
const neverSent = { kind: "unavailable", retryable: true, retryAfterMs: expect.any(Number) };

async function failTimes(guard: ReturnType<typeof createCallGuard>, shop: string, times: number) {
  for (let each = 0; each < times; each += 1) await guard.pass(ofShop(shop), failing);
}

describe("the guard of calls to Shopify", () => {
  it("rests the calls of a shop that fails ten times in a row, and no other's", async () => {
    const guard = createCallGuard();
    await failTimes(guard, "one", 10);
    await expect(guard.pass(ofShop("one"), answering)).rejects.toMatchObject(neverSent);
    expect(await guard.pass(ofShop("two"), answering)).toEqual({ status: 200 });
    expect(guard.resting()).toEqual({ isAll: false, shops: 1 });
  });

  it("rests the calls of all who failed once five shops did and none was answered, and no other's", async () => {
    const guard = createCallGuard();
    for (const shop of ["one", "two", "three", "four"]) await failTimes(guard, shop, 1);
    expect(await guard.pass(ofShop("six"), answering)).toEqual({ status: 200 });
    for (const shop of ["one", "two", "three", "four", "five"]) await failTimes(guard, shop, 1);
    await expect(guard.pass(ofShop("one"), answering)).rejects.toMatchObject(neverSent);
    expect(guard.resting()).toEqual({ isAll: true, shops: 0 });
    expect(await guard.pass(ofShop("six"), answering)).toEqual({ status: 200 });
    expect(guard.resting()).toEqual({ isAll: false, shops: 0 });
  });

  it("counts a call that never came back as failed, and an answer that refuses as none", async () => {
    const guard = createCallGuard();
    const lost = () => Promise.reject(new Error("gone"));
    for (let each = 0; each < 10; each += 1)
      await expect(guard.pass(ofShop("one"), lost)).rejects.toThrow("gone");
    await expect(guard.pass(ofShop("one"), answering)).rejects.toMatchObject(neverSent);
    for (let each = 0; each < 20; each += 1) await guard.pass(ofShop("two"), async () => ({ status: 404 }));
    expect(await guard.pass(ofShop("two"), answering)).toEqual({ status: 200 });
  });
});
