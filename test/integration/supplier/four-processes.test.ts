import { fork } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEMO_ACCOUNT_ID, DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import type { CallingOrder, CallingResult } from "./calling-process.ts";

let database: TestDatabase;
let standin: SupplierStandin;
beforeEach(async () => {
  database = await createTestDatabase();
  standin = await startSupplierStandin({});
});
afterEach(async () => {
  await standin.close();
  await database.drop();
});

const script = path.join(import.meta.dirname, "calling-process.ts");

/** A process of its own, which shares nothing with the others but the database. */
function callFromElsewhere(calls: number): Promise<CallingResult> {
  const order: CallingOrder = {
    ...{ databaseUrl: database.url, baseUrl: standin.baseUrl, calls, accountId: DEMO_ACCOUNT_ID },
    ...{ keyId: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET },
  };
  return new Promise((resolve, reject) => {
    const child = fork(script, { execArgv: [] });
    child.once("message", (result: CallingResult) => resolve(result));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The caller left with ${code}`)));
    child.send(order);
  });
}

const together = (calls: number) => Promise.all([1, 2, 3, 4].map(() => callFromElsewhere(calls)));

describe("four processes of one account", () => {
  it("send together just what the plan's minute holds, and earn no 429", async () => {
    const results = await together(60);
    const sent = (await standin.control.requests()).filter(({ path: asked }) =>
      asked.includes("ord_unknown"),
    );
    expect(sent.filter(({ status }) => status === 429)).toEqual([]);
    expect(sent.length).toBeGreaterThanOrEqual(114);
    expect(sent.length).toBeLessThanOrEqual(120);
    const recorded = results.map((result) => result.not_found ?? 0);
    expect(recorded.reduce((sum, each) => sum + each, 0)).toBe(sent.length);
    expect(
      results
        .flatMap((result) => Object.keys(result))
        .toSorted()
        .filter((code) => code === "ok"),
    ).toEqual([]);
  });

  it("all keep away for as long as any one of them was told to", async () => {
    await standin.control.setAccount({ plan: "scale" });
    // So slow that whoever did not hear of it would still be calling more than a second later.
    await standin.control.armFault({ kind: "delay", ms: 100, times: 1000 });
    await standin.control.armFault({ kind: "rate_limited", retryAfterSeconds: 2, after: 40 });
    await together(150);
    const { earlyCalls } = await standin.control.audit();
    // What was on its way when the answer was given cannot be called back, and a busy machine takes its time.
    expect(earlyCalls.filter(({ afterMs }) => afterMs > 1000)).toEqual([]);
    const late = (await standin.control.requests()).filter(({ code }) => code === "rate_limited");
    expect(late).toHaveLength(1);
  });
});
