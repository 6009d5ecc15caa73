import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { killWhileFollowing } from "#test/drills/core/kill-following.ts";
import { killWhilePlacing } from "#test/drills/core/kill-placing.ts";
import { type DrillStage, openStage } from "#test/drills/core/stage.ts";
import { playAcceptedCancellation } from "#test/drills/core/work-comes-back.ts";
import { createReport } from "#test/drills/report.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

// A few cases of `npm run drill -- core`, which plays them all under three readings of the API document.
let database: TestDatabase;
let stage: DrillStage;
let lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const report = createReport((line) => void lines.push(line));
  stage = await openStage({
    databaseUrl: database.url,
    preset: "sparse",
    report,
    env: { WORK_LEASE_MS: "3000" },
  });
});

afterAll(async () => {
  await stage?.close();
  await database?.drop();
});

beforeEach(() => {
  lines = [];
});

describe("a process killed in the middle of an order", () => {
  it("places the order once when it dies between the intent and the request", async () => {
    await killWhilePlacing(stage, "H3", "COD");
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });

  it("places the order once when it dies with the answer in its memory", async () => {
    await killWhilePlacing(stage, "H6", "two parcels");
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });

  it("makes one fulfillment of a parcel when it dies right after making it", async () => {
    await killWhileFollowing(stage, "P2", "COD");
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });
});

describe("work that Shopify offers again", () => {
  it("waits for a person, and goes out once more when pressed", async () => {
    await playAcceptedCancellation(stage);
    expect(lines).toEqual([expect.stringMatching(/^ok /)]);
  });
});
