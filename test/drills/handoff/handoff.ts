import { playLastLook } from "#test/drills/core/play-last-look.ts";
import { type DrillStage, openStage } from "../core/stage.ts";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { type Crew, type Fault, openCrew } from "./crew.ts";
import { playCut } from "./cut-answers.ts";
import { cuts } from "./cut-calls.ts";
import { playStep } from "./play-step.ts";
import { steps } from "./steps.ts";

type Case = (stage: DrillStage, crew: Crew) => Promise<void>;

const faults: readonly Fault[] = ["kill", "throw", "stop"];

/** Worlds played side by side: most of a case is waiting for a lease to run out. */
const WORLDS = 5;

/**
 * Every step of the handoff and of the parcels × what may happen to a process there × every kind of order, and every
 * call that changes something with its answer lost. `only` names points or calls, all when empty.
 */
export async function runHandoffDrill(
  report: Report,
  home: DrillHome,
  only: readonly string[],
): Promise<void> {
  const cases = listCases(only);
  const worlds = Array.from({ length: Math.min(WORLDS, cases.length) }, async (_, index) => {
    const name = `world_${index + 1}`;
    const stage = await openStage({
      ...{ preset: "plain", report, home: home.folderOf(name), apart: true },
      databaseUrl: await home.createDatabase(name),
      // Looking orders through every ten minutes is what the storm shows: here it would pass the points of others.
      env: { SWEEP_INTERVAL_SCALE: "100" },
    });
    try {
      await playCases(stage, cases);
    } finally {
      await stage.close();
    }
  });
  const failed = (await Promise.allSettled(worlds)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

function listCases(only: readonly string[]): Case[] {
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  const atSteps = steps
    .filter(({ point }) => isWanted(point))
    .flatMap((step) =>
      faults.flatMap((fault) =>
        step.kinds.map(
          (kind): Case =>
            (stage, crew) =>
              playStep(stage, crew, { step, fault, kind }),
        ),
      ),
    );
  const atCalls = cuts
    .filter(({ call }) => isWanted(call))
    .flatMap((cut) =>
      cut.kinds.map(
        (kind): Case =>
          (stage, crew) =>
            playCut(stage, crew, cut, kind),
      ),
    );
  return [...atSteps, ...atCalls];
}

/** Takes the next case until none is left. */
async function playCases(stage: DrillStage, cases: Case[]): Promise<void> {
  const crew = await openCrew(stage);
  for (let next = cases.shift(); next; next = cases.shift()) await next(stage, crew);
  await crew.work();
  await playLastLook(stage);
}
