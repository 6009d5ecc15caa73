import { afterEach, describe, expect, it, vi } from "vitest";
import { createBulkhead, runInLane } from "#app/platform/http/bulkhead.server.ts";

afterEach(() => void vi.useRealTimers());

/** Calls that end when they are told to, each in a job of its own. */
function buildCalls() {
  const bulkhead = createBulkhead();
  const ends: (() => void)[] = [];
  const send = () => new Promise<string>((settle) => ends.push(() => settle("sent")));
  const call = (lane: string, slots: number) => runInLane(lane, slots, () => bulkhead.pass(send));
  return { bulkhead, ends, send, call };
}

/** Calls to parts of a side in a lane of four slots: "well" answers at once, others after a time or never. */
function buildParts() {
  const bulkhead = createBulkhead();
  return (part: string, mayGiveWay: boolean, afterMs?: number) =>
    runInLane("parcels", 4, () =>
      bulkhead.pass(
        (giveWay) =>
          new Promise<string>((settle, fail) => {
            if (part === "well") settle("sent");
            if (afterMs !== undefined) setTimeout(() => settle("sent"), afterMs);
            giveWay.addEventListener("abort", () => fail(new Error("gave way")));
          }),
        { part, mayGiveWay },
      ),
    );
}

describe("a bulkhead", () => {
  it("of a large lane keeps a quarter of its slots free at all times", async () => {
    const { ends, call } = buildCalls();
    const passed = Array.from({ length: 12 }, () => call("orders", 16));
    expect(await call("orders", 16)).toBeNull();
    expect(ends).toHaveLength(12);
    for (const end of ends) end();
    expect(await Promise.all(passed)).toEqual(Array(12).fill({ sent: "sent" }));
  });

  it("of a small lane keeps one free at all times", async () => {
    const { ends, call } = buildCalls();
    const passed = Array.from({ length: 3 }, () => call("parcels", 4));
    expect(await call("parcels", 4)).toBeNull();
    expect(ends).toHaveLength(3);
    for (const end of ends) end();
    expect(await Promise.all(passed)).not.toContain(null);
  });

  it("refuses at once while a call takes long, and waits again for room once one was quick", async () => {
    vi.useFakeTimers();
    const { bulkhead, ends, call } = buildCalls();
    const passed = Array.from({ length: 3 }, () => call("parcels", 4));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await call("parcels", 4)).toBeNull();
    await bulkhead.pass(async () => "quick");
    passed.push(call("parcels", 4));
    await vi.advanceTimersByTimeAsync(400);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(4);
    for (const end of ends) end();
    expect(await Promise.all(passed)).not.toContain(null);
  });

  it("has what takes long give way to a part that does not hang, and to no other", async () => {
    vi.useFakeTimers();
    const ask = buildParts();
    void ask("sick", false);
    const reading = ask("sick", true);
    void ask("other", true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await ask("sick", true)).toBeNull();
    const passed = ask("well", true);
    await vi.advanceTimersByTimeAsync(0);
    expect([await reading, await passed]).toEqual([null, { sent: "sent" }]);
  });

  it("lets a job through that waited for one to end", async () => {
    const { ends, call } = buildCalls();
    const passed = Array.from({ length: 13 }, () => call("orders", 16));
    await expect.poll(() => ends.length).toBe(12);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(13);
    for (const end of ends) end();
    expect(await Promise.all(passed)).not.toContain(null);
  });

  it("counts jobs: one of them may send many calls at once", async () => {
    const { bulkhead, ends, send } = buildCalls();
    const passed = runInLane("parcels", 4, () => Promise.all([1, 2, 3, 4, 5].map(() => bulkhead.pass(send))));
    await expect.poll(() => ends.length).toBe(5);
    for (const end of ends) end();
    expect(await passed).not.toContain(null);
  });

  it("keeps lanes apart, and never refuses what runs in none", async () => {
    const { bulkhead, ends, send, call } = buildCalls();
    const passed = Array.from({ length: 3 }, () => call("parcels", 4));
    passed.push(call("orders", 16));
    passed.push(...Array.from({ length: 20 }, () => bulkhead.pass(send)));
    await expect.poll(() => ends.length).toBe(24);
    for (const end of ends) end();
    expect(await Promise.all(passed)).not.toContain(null);
  });
});
