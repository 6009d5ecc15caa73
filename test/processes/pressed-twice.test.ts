import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DrillStage, openStage } from "#test/drills/core/stage.ts";
import { createPeople, letStaffAct, type People } from "#test/drills/pay/people.ts";
import { playCancelIn } from "#test/drills/pay/play-cancel.ts";
import { openLeaver, playDisconnectIn } from "#test/drills/pay/play-disconnect.ts";
import { playPayIn, playWithoutRight } from "#test/drills/pay/play-pay.ts";
import { playReplaceIn } from "#test/drills/pay/play-replace.ts";
import { pressKinds } from "#test/drills/pay/presses.ts";
import { placeWaiting } from "#test/drills/pay/wallet-side.ts";
import { createReport } from "#test/drills/report.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

// The quickest cases of `npm run drill -- pay`, which plays them all with crashes and lost answers.
let database: TestDatabase;
let stage: DrillStage;
let who: People;
let lines: string[] = [];

const allHold = (cases: number) => expect(lines).toEqual(Array(cases).fill(expect.stringMatching(/^ok /)));

beforeAll(async () => {
  database = await createTestDatabase();
  const report = createReport((line) => void lines.push(line));
  stage = await openStage({ databaseUrl: database.url, preset: "plain", report });
  who = createPeople(stage.world, stage.merchant.shop);
  await letStaffAct(who);
});

afterAll(async () => {
  await stage?.close();
  await database?.drop();
});

beforeEach(() => {
  lines = [];
});

describe("a press by one, by one twice, and by two at once", () => {
  it("pays from the wallet once, for those who may", async () => {
    const [other, ...orders] = await placeWaiting(stage, ["prepaid", "prepaid", "prepaid", "prepaid"]);
    const played = orders.map((order, at) =>
      playPayIn(stage, who, { way: pressKinds[at] ?? "plain", order }),
    );
    await Promise.all([...played, ...(other ? [playWithoutRight(stage, who, other)] : [])]);
    allHold(4);
  });

  it("cancels once", async () => {
    await Promise.all(pressKinds.map((way) => playCancelIn({ stage, who }, way)));
    allHold(3);
  });

  it("replaces once", async () => {
    await Promise.all(pressKinds.map((way) => playReplaceIn({ stage, who }, way)));
    allHold(3);
  });

  it("disconnects once", async () => {
    await playDisconnectIn(stage, await openLeaver(stage), "two tabs");
    allHold(1);
  });
});
