import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountId } from "#app/platform/ids.ts";
import { accountKeyOf, createAccountQuota } from "#app/supplier/account-quota.server.ts";
import { classifyCall } from "#app/supplier/call-class.ts";
import type { Permit, Quota } from "#app/supplier/quota.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";

let database: TestDatabase;
let accounts = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const place = classifyCall("POST", "/orders", "order");
const quote = classifyCall("POST", "/shipping/quote", "order");
const adopt = classifyCall("GET", "/orders", "order");
const page = classifyCall("GET", "/catalog/products", "page");
const sweep = classifyCall("GET", "/inventory", "sweep");
const now = new Date("2026-11-21T12:00:00Z");

/** Two processes of one account: they share nothing but the database. */
function openAccount() {
  accounts += 1;
  const accountId = asId<AccountId>(`rsl_${accounts}`);
  const open = (): Quota => createAccountQuota({ pool: database.pool, accountId });
  return { one: open(), other: open(), third: open(), key: accountKeyOf(accountId) };
}

function tell(quota: Quota, limit: number, remaining: number, resetInSeconds = 3_600): void {
  const headers = { "x-quota-limit": String(limit), "x-quota-remaining": String(remaining) };
  const reset = String(now.getTime() / 1000 + resetInSeconds);
  quota.recordHeaders(new Headers({ ...headers, "x-quota-reset": reset }), now);
}

async function takeMany(
  quota: Quota,
  call: Parameters<Quota["requestPermit"]>[0],
  times: number,
): Promise<Permit[]> {
  return Promise.all(Array.from({ length: times }, () => quota.requestPermit(call)));
}

const granted = (permits: readonly Permit[]) => permits.filter(({ kind }) => kind === "granted").length;
const waitOf = (permit: Permit) => (permit.kind === "wait" ? permit.waitMs : 0);

describe("the limits of an account", () => {
  it("give two processes together no more than the plan's minute, 120 where it is unknown", async () => {
    const { one, other } = openAccount();
    const permits = await Promise.all([takeMany(one, place, 90), takeMany(other, place, 90)]);
    expect(granted(permits.flat())).toBe(120);
    const refused = await one.requestPermit(place);
    expect(refused).toMatchObject({ kind: "wait", because: "rate" });
    expect(waitOf(refused)).toBeGreaterThan(50_000);
    expect(waitOf(refused)).toBeLessThanOrEqual(62_000);
  });

  it.each([
    [25_000, 300],
    [300_000, 1_200],
  ])("follow the plan whose day an answer shows: %i a day is %i a minute", async (daily, perMinute) => {
    const { one, other } = openAccount();
    tell(one, daily, daily);
    await one.requestPermit(place);
    expect(granted(await takeMany(other, place, perMinute + 50))).toBe(perMinute - 1);
  });

  it("keep room in the minute for what comes first", async () => {
    const { one } = openAccount();
    expect(granted(await takeMany(one, sweep, 200))).toBe(72);
    expect(granted(await takeMany(one, page, 200))).toBe(30);
    expect(granted(await takeMany(one, quote, 200))).toBe(12);
    expect(granted(await takeMany(one, place, 200))).toBe(6);
  });

  it("let nothing of the account out during a pause, whichever process was told", async () => {
    const { one, other } = openAccount();
    await one.requestPermit(place);
    const pausedAt = performance.now();
    await one.pause(2_500);
    for (const quota of [one, other]) {
      for (const call of [place, quote, sweep]) {
        expect(await quota.requestPermit(call)).toMatchObject({ kind: "wait", because: "rate" });
      }
    }
    const isLetOut = async () => (await other.requestPermit(place)).kind === "probe";
    await waitFor(isLetOut, { what: "the pause to end", everyMs: 5 });
    const waitedMs = performance.now() - pausedAt;
    expect(waitedMs).toBeGreaterThanOrEqual(2_500);
    expect(waitedMs).toBeLessThan(4_500);
  });

  it("let one call ask whether a pause is over, and the others follow once it was answered", async () => {
    const { one, other, third } = openAccount();
    await one.pause(0);
    const first = await takeMany(other, place, 20);
    expect(first.map(({ kind }) => kind).toSorted()).toEqual(["probe", ...Array(19).fill("wait")]);
    expect(Math.max(...first.map(waitOf))).toBeLessThanOrEqual(1000);
    await other.probeSucceeded(
      first.flatMap((permit) => (permit.kind === "probe" ? [permit.id] : []))[0] ?? "",
    );
    expect(granted(await takeMany(third, place, 20))).toBe(20);
  });

  it("let another call ask when the first is not heard of", async () => {
    const { one, key } = openAccount();
    await one.pause(0);
    await one.requestPermit(place);
    expect(await one.requestPermit(place)).toMatchObject({ kind: "wait" });
    await database.pool.query(
      "update supplier_account set probe_at = probe_at - interval '15 seconds' where key = $1",
      [key],
    );
    expect(await one.requestPermit(place)).toMatchObject({ kind: "probe" });
  });

  it("stay as they are told after a call went out to ask", async () => {
    const { one, other } = openAccount();
    await one.pause(0);
    const probe = await one.requestPermit(place);
    await other.pause(30_000);
    await one.probeSucceeded(probe.kind === "probe" ? probe.id : "");
    expect(waitOf(await one.requestPermit(place))).toBeGreaterThan(20_000);
  });

  it("are never longer than a minute's pause and a day's rest, whatever the service says", async () => {
    const { one, other } = openAccount();
    const daysMs = 116 * 24 * 3_600_000;
    await one.pause(daysMs);
    expect(waitOf(await other.requestPermit(place))).toBeLessThanOrEqual(60_000);
    const { one: resting } = openAccount();
    await resting.rest(daysMs);
    expect(waitOf(await resting.requestPermit(adopt))).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it("let one call of an order through when a person asks for it, and only that", async () => {
    const { one, other } = openAccount();
    await one.pause(60_000);
    await one.askProbe();
    expect(await other.requestPermit(sweep)).toMatchObject({ kind: "wait" });
    const permits = await takeMany(other, place, 10);
    expect(permits.filter(({ kind }) => kind === "probe")).toHaveLength(1);
    expect(granted(permits)).toBe(0);
  });

  it("keep what a person asked for in a day's rest for a call that the day counts", async () => {
    const { one, other } = openAccount();
    await one.rest(3_600_000);
    await one.askProbe();
    expect(await other.requestPermit(quote)).toEqual({ kind: "granted" });
    const probe = await other.requestPermit(adopt);
    expect(probe).toMatchObject({ kind: "probe" });
    expect(await other.requestPermit(adopt)).toMatchObject({ kind: "wait", because: "day" });
    await other.probeSucceeded(probe.kind === "probe" ? probe.id : "");
    expect(await one.requestPermit(adopt)).toEqual({ kind: "granted" });
  });

  it("never shorten a pause", async () => {
    const { one, other, third } = openAccount();
    await one.pause(60_000);
    await other.pause(10);
    expect(waitOf(await third.requestPermit(place))).toBeGreaterThan(55_000);
  });

  it("let reads rest for the day while orders, cancels, payments, quotes and /me flow on", async () => {
    const { one, other } = openAccount();
    tell(one, 5_000, 0);
    await one.requestPermit(place);
    await one.rest(5 * 3_600_000);
    for (const call of [adopt, page, sweep]) {
      const permit = await other.requestPermit(call);
      expect(permit).toMatchObject({ kind: "wait", because: "day" });
      expect(waitOf(permit)).toBeGreaterThan(4.9 * 3_600_000);
    }
    for (const call of [place, quote, classifyCall("GET", "/me", "page")]) {
      expect(await other.requestPermit(call)).toEqual({ kind: "granted" });
    }
  });

  it("rest by themselves when the headers show nothing left, until the day they name ends", async () => {
    const { one, other } = openAccount();
    tell(one, 5_000, 0);
    const permit = await one.requestPermit(adopt);
    expect(permit).toMatchObject({ kind: "wait", because: "day" });
    expect(Math.abs(waitOf(permit) - 3_600_000)).toBeLessThan(5_000);
    expect(await other.requestPermit(adopt)).toMatchObject({ kind: "wait" });
  });

  it("leave the last fifth of the day to people and orders, the last tenth to orders alone", async () => {
    const { one, other } = openAccount();
    tell(one, 5_000, 1_000);
    expect(await one.requestPermit(page)).toEqual({ kind: "granted" });
    expect(await other.requestPermit(sweep)).toMatchObject({ kind: "wait", because: "day" });
    tell(one, 5_000, 501);
    expect(await one.requestPermit(page)).toEqual({ kind: "granted" });
    tell(one, 5_000, 500);
    expect(await one.requestPermit(adopt)).toEqual({ kind: "granted" });
    expect(await other.requestPermit(page)).toMatchObject({ kind: "wait", because: "day" });
  });

  it("believe the lowest of several reports of a day, and a bigger plan at once", async () => {
    const { one, other } = openAccount();
    tell(one, 5_000, 50);
    await one.requestPermit(place);
    tell(other, 5_000, 4_000);
    expect(await other.requestPermit(page)).toMatchObject({ kind: "wait", because: "day" });
    tell(other, 25_000, 20_050);
    expect(await other.requestPermit(page)).toEqual({ kind: "granted" });
  });

  it("are not what a process that was idle over midnight was told the day before", async () => {
    const { one, other } = openAccount();
    tell(other, 25_000, 0, 1);
    const midnight = performance.now() + 1000;
    tell(one, 25_000, 25_000, 86_400);
    await one.requestPermit(place);
    await waitFor(async () => performance.now() > midnight, { what: "the day to end" });
    expect(await other.requestPermit(sweep)).toEqual({ kind: "granted" });
    expect(await one.requestPermit(sweep)).toEqual({ kind: "granted" });
  });

  it("are not what an answer of the day before, that took long to arrive, says of it", async () => {
    const { one, other } = openAccount();
    tell(one, 25_000, 25_000, 86_400);
    await one.requestPermit(place);
    tell(other, 25_000, 0, 30);
    expect(await other.requestPermit(sweep)).toEqual({ kind: "granted" });
  });

  it("are asked again after a minute when a refusal for the day shows requests left", async () => {
    const { one, other } = openAccount();
    tell(one, 5_000, 4_900);
    await one.rest(5 * 3_600_000);
    const permit = await other.requestPermit(adopt);
    expect(waitOf(permit)).toBeGreaterThan(55_000);
    expect(waitOf(permit)).toBeLessThanOrEqual(60_000);
  });

  it("count a call for longer than any minute, and give its room back then", async () => {
    const { one, key } = openAccount();
    await takeMany(one, place, 120);
    const shift = (seconds: number) =>
      database.pool.query("update supplier_account set slot_second = slot_second - $1 where key = $2", [
        seconds,
        key,
      ]);
    await shift(59);
    expect(granted(await takeMany(one, place, 5))).toBe(0);
    await shift(3);
    expect(granted(await takeMany(one, place, 200))).toBe(120);
  });
});
