import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DrillStage, openStage } from "#test/drills/core/stage.ts";
import { type Crew, openCrew } from "#test/drills/handoff/crew.ts";
import { playCut } from "#test/drills/handoff/cut-answers.ts";
import { getCut } from "#test/drills/handoff/cut-calls.ts";
import { playStep } from "#test/drills/handoff/play-step.ts";
import { getStep } from "#test/drills/handoff/steps.ts";
import { createReport } from "#test/drills/report.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

// A few cases of `npm run drill -- handoff`, which plays every step with every fault and every kind of order.
let database: TestDatabase;
let stage: DrillStage;
let crew: Crew;
let lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const report = createReport((line) => void lines.push(line));
  const env = { WORK_LEASE_MS: "5000" };
  stage = await openStage({ databaseUrl: database.url, preset: "plain", report, apart: true, env });
  crew = await openCrew(stage);
});

afterAll(async () => {
  await stage?.close();
  await database?.drop();
});

beforeEach(() => {
  lines = [];
});

describe("a process that stands still for longer than its lease", () => {
  it("tells Shopify nothing twice when it goes on after another one took over", async () => {
    await playStep(stage, crew, { step: getStep("P3"), fault: "stop", kind: "COD" });
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });

  it("sends nothing to the service when it goes on after another one took over", async () => {
    await playStep(stage, crew, { step: getStep("H3"), fault: "stop", kind: "two parcels" });
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });
});

describe("an answer that never arrives", () => {
  it("leaves one fulfillment of each parcel when Shopify had made it", async () => {
    await playCut(stage, crew, getCut("fulfillmentCreate"), "two parcels");
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });

  it("leaves one payment when the service had taken it", async () => {
    await playCut(stage, crew, getCut("POST /orders/*/pay"), "prepaid");
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });
});
