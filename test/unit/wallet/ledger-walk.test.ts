import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  daysLeftWords,
  estimateDaysLeft,
  estimatePace,
  paceWords,
} from "#app/domain/wallet/ledger/estimate-copy.ts";
import {
  isWalkOver,
  type LedgerRow,
  NAMED_OTHERWISE,
  newestOf,
  planWalk,
  toLedgerRows,
} from "#app/domain/wallet/ledger/plan-walk.ts";
import type { LedgerEntryId } from "#app/platform/ids.ts";
import { pageOf } from "#app/supplier/schema.ts";
import { ledgerEntrySchema } from "#app/supplier/wallet.ts";
import { asId } from "#test/support/as-id.ts";

const now = new Date("2026-11-23T12:00:00Z");
const at = (text: string) => new Date(text);

function row(entryId: string, bookedAt: string | null): LedgerRow {
  const order = { supplierOrderId: null, externalOrderId: null };
  const said = { amountPkr: rupees(1), type: "", status: "", raw: {} };
  return { entryId: asId(entryId), bookedAt: bookedAt === null ? null : at(bookedAt), ...order, ...said };
}

describe("the walk that begins", () => {
  it.each([
    ["copies all where nothing was copied", null, null, "first"],
    ["reads thirty days where they never were", "2026-11-23T11:50:00Z", null, "reread"],
    ["reads what is new", "2026-11-23T11:50:00Z", "2026-11-22T21:05:00Z", "new"],
    [
      "reads thirty days after each night in Pakistan",
      "2026-11-23T11:50:00Z",
      "2026-11-22T20:55:00Z",
      "reread",
    ],
  ])("%s", (_what, copiedAt, rereadAt, walk) => {
    const copy = { copiedAt: copiedAt && at(copiedAt), rereadAt: rereadAt && at(rereadAt) };
    expect(planWalk({ copiedAt: copy.copiedAt || null, rereadAt: copy.rereadAt || null }, now)).toBe(walk);
  });
});

describe("the end of a walk", () => {
  const known = { knownId: asId<LedgerEntryId>("k"), knownAt: at("2026-11-20T12:00:00Z"), beganAt: now };
  const more = (...rows: LedgerRow[]) => ({ rows, nextCursor: "on" });

  it.each([
    ["first", more(row("k", "2026-11-20T12:00:00Z")), false],
    ["new", more(row("a", "2026-11-23T11:00:00Z"), row("k", "2026-11-20T12:00:00Z")), true],
    ["new", more(row("k", "2026-11-20T12:00:00Z"), row("a", "2026-11-23T11:00:00Z")), true],
    ["new", more(row("a", "2026-11-19T13:00:00Z")), false],
    ["new", more(row("a", "2026-11-19T11:00:00Z")), true],
    ["new", more(row("a", null)), false],
    ["new", more(), false],
    ["reread", more(row("k", "2026-11-20T12:00:00Z")), false],
    ["reread", more(row("a", "2026-10-24T12:01:00Z"), row("b", "2026-10-24T11:00:00Z")), false],
    ["reread", more(row("a", "2026-10-24T11:00:00Z")), true],
    ["reread", more(row("k", null)), true],
  ] as const)("%s: %j", (walk, page, isOver) => {
    expect(isWalkOver({ ...known, walk }, page)).toBe(isOver);
  });

  it("is the end of the list at the latest", () => {
    for (const walk of ["first", "new", "reread"] as const)
      expect(isWalkOver({ ...known, walk }, { rows: [], nextCursor: null })).toBe(true);
  });

  it("reaches back to the newest entry we know where that is older than thirty days", () => {
    const away = {
      knownId: asId<LedgerEntryId>("k"),
      knownAt: at("2026-09-01T12:00:00Z"),
      beganAt: now,
      walk: "reread",
    } as const;
    expect(isWalkOver(away, more(row("a", "2026-10-01T00:00:00Z")))).toBe(false);
    expect(isWalkOver(away, more(row("a", "2026-08-31T00:00:00Z")))).toBe(true);
  });
});

describe("an entry as it is kept", () => {
  const read = (...entries: unknown[]) => {
    const page = pageOf(ledgerEntrySchema).parse({ data: entries, nextCursor: null });
    return { rows: toLedgerRows(page.data, now), unreadable: page.unreadable };
  };
  const entry = { id: "led_1", amount: -350, type: "T", status: "s", createdAt: "2026-11-20T12:00:00Z" };

  it("says what the service said, whichever of its ids of an order came", () => {
    const order = { id: "ord_1", externalOrderId: "1-2" };
    const { rows } = read({ ...entry, order }, { ...entry, id: "led_2", order: { id: "ord_1" } });
    expect(rows).toMatchObject([
      {
        entryId: "led_1",
        amountPkr: -350,
        type: "T",
        status: "s",
        supplierOrderId: "ord_1",
        externalOrderId: "1-2",
      },
      { entryId: "led_2", supplierOrderId: "ord_1", externalOrderId: null },
    ]);
  });

  it.each([
    ["its number", { orderNumber: "DS-1001" }],
    ["an id no row can hold", { id: "x".repeat(300) }],
    ["what is no id", 7],
    ["a list", [{ id: "ord_1" }]],
  ])("is of an order that is named otherwise where it names it by %s", (_what, order) => {
    const [row] = read({ ...entry, order }).rows;
    expect(row).toMatchObject({ supplierOrderId: NAMED_OTHERWISE, externalOrderId: null });
  });

  it.each([
    ["is of no order where it names none", null, null],
    ["is of no order where nothing is said", undefined, null],
    ["is of the order whose id alone it says", "ord_1", "ord_1"],
  ])("%s", (_what, order, supplierOrderId) => {
    expect(read({ ...entry, order }).rows[0]).toMatchObject({ supplierOrderId, externalOrderId: null });
  });

  it.each([
    ["without an id", { ...entry, id: undefined }],
    ["with an id no index can hold", { ...entry, id: "x".repeat(3000) }],
    ["without an amount", { ...entry, amount: undefined }],
    ["with a fraction of a rupee", { ...entry, amount: 1.5 }],
    ["with more than a row can hold", { ...entry, amount: 3_000_000_000 }],
    ["that is no object", "led_1"],
  ])("is not kept %s, and is counted", (_what, broken) => {
    expect(read(broken, { ...entry, id: "led_9" })).toMatchObject({
      unreadable: 1,
      rows: [{ entryId: "led_9" }],
    });
  });

  it.each([
    ["no date", undefined],
    ["no day of a month", "2026-13-45T00:00:00Z"],
    ["a day to come", "2031-01-01T00:00:00Z"],
  ])("has no date of its own where the service says %s", (_what, createdAt) => {
    expect(read({ ...entry, createdAt }).rows).toMatchObject([{ bookedAt: null }]);
  });

  it("is one where a page holds it twice, and what is odd in it is left out", () => {
    const odd = { ...entry, type: 7, status: "x".repeat(500), order: 7 };
    const { rows } = read(odd, odd);
    expect(rows).toHaveLength(1);
    expect(rows).toMatchObject([{ type: "", status: "x".repeat(100), supplierOrderId: NAMED_OTHERWISE }]);
  });

  it("is the newest by its date, else by its place", () => {
    const dated = [row("a", "2026-11-20T12:00:00Z"), row("b", "2026-11-21T12:00:00Z"), row("c", null)];
    expect(newestOf(dated)?.entryId).toBe("b");
    expect(newestOf([row("x", null), row("y", null)])?.entryId).toBe("x");
    expect(newestOf([])).toBeNull();
  });
});

describe("how long a first copy takes", () => {
  const copy = {
    headAt: at("2026-11-23T00:00:00Z"),
    reachedAt: at("2026-11-13T00:00:00Z"),
    pages: 100,
    oldestOrderAt: at("2026-10-14T00:00:00Z"),
    ...{ callsADay: 500, callsLeft: 200, tookMs: 60_000 },
  };
  it.each([
    ["goes by the pages a day filled so far", {}, 0.6, "about 14 hours"],
    ["is days on a small plan", { callsADay: 100 }, 3, "about 3 days"],
    ["goes by its pace where today's calls suffice", { callsLeft: 300 }, 3 / 24 / 60, "less than an hour"],
    [
      "is no longer than its share of calls, however slow it was",
      { callsLeft: 300, tookMs: 10 * 24 * 3_600_000 },
      0.6,
      "about 14 hours",
    ],
    ["goes by its share before its pace is known", { callsLeft: 300, tookMs: null }, 0.6, "about 14 hours"],
    [
      "is over where it is past the first order",
      { oldestOrderAt: at("2026-11-20T00:00:00Z") },
      0,
      "less than an hour",
    ],
    ["asks for nothing older where nothing was ever placed", { oldestOrderAt: null }, 0, "less than an hour"],
    ["is not known before a page with a date", { reachedAt: null }, null, "how long is not known yet"],
    [
      "is not known while all is of one moment",
      { headAt: at("2026-11-13T00:00:00Z") },
      null,
      "how long is not known yet",
    ],
  ])("%s", (_what, change, days, words) => {
    const left = estimateDaysLeft({ ...copy, ...change });
    if (days === null) expect(left).toBeNull();
    else expect(left).toBeCloseTo(days, 5);
    expect(daysLeftWords(left)).toBe(words);
  });
});

describe("how fast a first copy goes back to the beginning", () => {
  const copy = {
    headAt: at("2026-11-23T00:00:00Z"),
    reachedAt: at("2026-11-13T00:00:00Z"),
    ...{ pages: 100, entries: 9_900, callsADay: 500 },
  };
  it.each([
    [
      "is what a day's calls bring at the pages so far",
      {},
      "up to about 50,000 entries a day, which go back about 50 days",
    ],
    [
      "is less on a small plan",
      { callsADay: 10 },
      "up to about 990 entries a day, which go back about a day",
    ],
    [
      "says less than a day of a ledger that is dense",
      { callsADay: 5 },
      "up to about 500 entries a day, which go back less than a day",
    ],
    [
      "says no days while all is of one moment",
      { headAt: at("2026-11-13T00:00:00Z") },
      "up to about 50,000 entries a day",
    ],
    ["says no days where no entry has a date", { reachedAt: null }, "up to about 50,000 entries a day"],
  ])("%s", (_what, change, words) => {
    const pace = estimatePace({ ...copy, ...change });
    expect(pace && paceWords(pace)).toBe(words);
  });

  it.each([
    ["a page was copied", { pages: 0 }],
    ["an entry was read", { entries: 0 }],
    ["the account has calls", { callsADay: 0 }],
  ])("is not known before %s", (_what, change) => {
    expect(estimatePace({ ...copy, ...change })).toBeNull();
  });
});
