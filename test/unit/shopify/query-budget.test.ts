import { describe, expect, it } from "vitest";
import { type CostRequest, createQueryBudget, type QueryBudget } from "#app/shopify/query-budget.ts";
import { virtualTime } from "./virtual-time.ts";

type Time = ReturnType<typeof virtualTime>;

const STANDARD = { maximumAvailable: 2000, restoreRate: 100 };

/** Shopify's own side: takes what is asked for, refuses what it cannot, gives back what was not used. */
function leakyBucket(time: Time, { maximumAvailable, restoreRate } = STANDARD) {
  let points = maximumAvailable;
  let atMs = 0;
  const count = () => {
    points = Math.min(maximumAvailable, points + ((time.nowMs() - atMs) / 1000) * restoreRate);
    atMs = time.nowMs();
    return { maximumAvailable, restoreRate, currentlyAvailable: Math.floor(points) };
  };
  return {
    throttled: 0,
    used: 0,
    async answer(requested: number, actual: number, latencyMs = 50) {
      await time.sleep(latencyMs / 2);
      count();
      if (points < requested) {
        this.throttled += 1;
        await time.sleep(latencyMs / 2);
        return { requested, actual: null, throttleStatus: count() };
      }
      points -= requested;
      await time.sleep(latencyMs / 2);
      count();
      points += requested - actual;
      this.used += actual;
      return { requested, actual, throttleStatus: count() };
    },
  };
}

type Shopify = ReturnType<typeof leakyBucket>;
type Called = { readonly requested: number; readonly used: number };

function ask(overrides: Partial<CostRequest> = {}): CostRequest {
  return { key: "Read", cost: 100, rank: 0, leftShare: 0, patienceMs: 1_000_000, ...overrides };
}

async function call(budget: QueryBudget, shopify: Shopify, { requested, used }: Called, own: CostRequest) {
  const turn = await budget.acquire(own);
  if (turn.kind === "late") throw new Error(`late by ${turn.waitMs} ms`);
  turn.settle(await shopify.answer(requested, used));
}

/** A budget whose bucket holds so many points and said so. */
async function reportedBudget(time: Time, currentlyAvailable: number): Promise<QueryBudget> {
  const budget = createQueryBudget(time);
  const turn = await budget.acquire(ask({ key: "First", cost: 0 }));
  if (turn.kind === "granted") {
    turn.settle({ requested: 0, actual: 0, throttleStatus: { ...STANDARD, currentlyAvailable } });
  }
  return budget;
}

describe("a burst of one shop", () => {
  it.each([
    ["learned at once", 114],
    ["first taken for less than it is", 20],
  ])("is never throttled and as fast as its points allow (%s)", async (_name, cost) => {
    const time = virtualTime();
    const shopify = leakyBucket(time);
    const budget = createQueryBudget(time);
    const order = async () => {
      await call(budget, shopify, { requested: 114, used: 50 }, ask({ cost, rank: 1 }));
      await call(budget, shopify, { requested: 10, used: 10 }, ask({ key: "Submit", cost: 10 }));
      await call(budget, shopify, { requested: 10, used: 10 }, ask({ key: "Accept", cost: 10 }));
    };
    const workers = Array.from({ length: 16 }, async () => {
      for (let orders = 0; orders < 12; orders += 1) await order();
    });
    await time.until(Promise.all(workers));
    expect(shopify.throttled).toBe(0);
    expect(shopify.used).toBe(192 * 70);
    expect(time.nowMs() / 1000).toBeLessThan(((192 * 70 - 2000) / 100) * 1.03);
  });

  it("has no line for what others of the app left: its first call finds out alone", async () => {
    const time = virtualTime();
    const shopify = leakyBucket(time);
    await time.until(shopify.answer(1950, 1950));
    const budget = createQueryBudget(time);
    const calls = Array.from({ length: 5 }, () =>
      call(budget, shopify, { requested: 30, used: 30 }, ask({ cost: 30 })),
    );
    await time.until(Promise.all(calls));
    expect(shopify.throttled).toBe(0);
  });

  it("keeps nobody waiting for a first call that hangs, and lets the next one find out", async () => {
    const budget = createQueryBudget(virtualTime());
    const first = await budget.acquire(ask());
    const patienceMs = 30;
    const waited = budget.acquire(ask({ patienceMs }));
    expect(await waited).toMatchObject({ kind: "late", waitMs: expect.any(Number) });
    expect(await budget.acquire(ask({ patienceMs }))).toMatchObject({ kind: "late" });
    if (first.kind === "granted") first.settle(null);
    expect(await budget.acquire(ask({ patienceMs }))).toMatchObject({ kind: "granted" });
  });
});

describe("the line for a shop's points", () => {
  async function orderOfTurns(asks: readonly Partial<CostRequest>[]) {
    const time = virtualTime();
    const budget = await reportedBudget(time, 0);
    const served: string[] = [];
    const turns = asks.map(async (each) => {
      const turn = await budget.acquire(ask({ cost: 10, ...each }));
      served.push(each.key ?? "");
      if (turn.kind === "granted") turn.settle(null);
    });
    await time.until(Promise.all(turns));
    return served;
  }

  it("has orders before imports, changes before reads, and equals in their order", async () => {
    const asks = [
      { key: "import", rank: 2 },
      { key: "read 1", rank: 0.5 },
      { key: "read 2", rank: 0.5 },
      { key: "change", rank: 0 },
      { key: "throttled before", rank: -1 },
    ];
    expect(await orderOfTurns(asks)).toEqual(["throttled before", "change", "read 1", "read 2", "import"]);
  });

  it("lets nothing small pass what waits before it", async () => {
    expect(
      await orderOfTurns([
        { key: "large", cost: 500 },
        { key: "small", cost: 1 },
      ]),
    ).toEqual(["large", "small"]);
  });

  it("goes on without those who left it", async () => {
    const time = virtualTime();
    const budget = await reportedBudget(time, 0);
    const leaving = new AbortController();
    const gone = budget.acquire(ask({ cost: 2000, signal: leaving.signal }));
    const next = budget.acquire(ask({ key: "Next", cost: 10 }));
    leaving.abort();
    await expect(gone).rejects.toMatchObject({ kind: "unavailable" });
    expect(await time.until(next)).toMatchObject({ kind: "granted" });
    expect(time.nowMs()).toBe(100);
  });
});

describe("a call whose turn is further away than its patience", () => {
  it("is told when to come back, and the next one later by what this one will use", async () => {
    const time = virtualTime();
    const budget = await reportedBudget(time, 0);
    const impatient = ask({ cost: 114, patienceMs: 1000 });
    expect(await budget.acquire(impatient)).toEqual({ kind: "late", waitMs: 1140 });
    expect(await budget.acquire(impatient)).toEqual({ kind: "late", waitMs: 2280 });
  });

  it("counts those before it with what they used, not with what they ask for", async () => {
    const time = virtualTime();
    const shopify = leakyBucket(time);
    const budget = createQueryBudget(time);
    await time.until(call(budget, shopify, { requested: 114, used: 50 }, ask({ cost: 114 })));
    const drained = await budget.acquire(ask({ key: "Drain", cost: 1950 }));
    if (drained.kind === "granted") {
      const throttleStatus = { ...STANDARD, currentlyAvailable: 0 };
      drained.settle({ requested: 1950, actual: 1950, throttleStatus });
    }
    const before = budget.acquire(ask());
    expect(await budget.acquire(ask({ patienceMs: 1000 }))).toEqual({ kind: "late", waitMs: 1640 });
    await time.until(before);
  });
});
