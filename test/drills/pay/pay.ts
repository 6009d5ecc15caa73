import { type DrillStage, openStage } from "../core/stage.ts";
import type { DrillHome } from "../drill-home.ts";
import { type Crew, openCrew } from "../handoff/crew.ts";
import type { Report } from "../report.ts";
import { createPeople, letStaffAct, type People } from "./people.ts";
import { playAutoPay } from "./play-auto-pay.ts";
import { playCancel } from "./play-cancel.ts";
import { playDisconnect } from "./play-disconnect.ts";
import { playPay } from "./play-pay.ts";
import { playPayAll } from "./play-pay-all.ts";
import { playReplace } from "./play-replace.ts";

type Room = (stage: DrillStage, crew: Crew, who: People) => Promise<void>;

/** What is pressed about money and parcels; each has a world of its own, and they are played side by side. */
const rooms: Readonly<Record<string, Room>> = {
  pay: playPay,
  pay_all: playPayAll,
  auto_pay: playAutoPay,
  cancel: async (stage, crew, who) => {
    await playCancel({ stage, crew, who });
    await playReplace({ stage, crew, who });
  },
  disconnect: playDisconnect,
};

/**
 * Pay, pay all, auto-pay, cancel, replace and disconnect × {pressed once, twice, by two people, the process killed at each
 * step, the service's answer lost}: each happens once, and who did it is known. `only` names rooms, all when empty.
 */
export async function runPayDrill(report: Report, home: DrillHome, only: readonly string[]): Promise<void> {
  const wanted = Object.entries(rooms).filter(([name]) => only.length === 0 || only.includes(name));
  const worlds = wanted.map(async ([name, play]) => {
    const stage = await openStage({
      ...{ preset: "plain", report, home: home.folderOf(name), apart: true },
      databaseUrl: await home.createDatabase(name),
    });
    try {
      await playRoom(stage, play);
    } finally {
      await stage.close();
    }
  });
  const failed = (await Promise.allSettled(worlds)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function playRoom(stage: DrillStage, play: Room): Promise<void> {
  const crew = await openCrew(stage);
  const who = createPeople(stage.world, stage.merchant.shop);
  await letStaffAct(who);
  await play(stage, crew, who);
}
