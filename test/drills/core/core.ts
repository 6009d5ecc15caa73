import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { playArrivals } from "./arrivals.ts";
import { playBacklog } from "./backlog.ts";
import {
  playCancelInTime,
  playCancelTooLate,
  playCancelWhileOutcomeUnknown,
  playCancelWhilePacked,
} from "./cancellations.ts";
import { followingPoints, killWhileFollowing } from "./kill-following.ts";
import { killWhilePlacing, placingPoints } from "./kill-placing.ts";
import { playShopifyTestOrder, playTestEvents, playTestShop } from "./modes.ts";
import type { OrderKind } from "./orders.ts";
import { playLastLook } from "./play-last-look.ts";
import { type DrillStage, openStage } from "./stage.ts";
import { playComingBack } from "./work-comes-back.ts";

/** What is played in one world; the rounds run side by side. */
type Round = {
  readonly name: string;
  readonly preset: PresetName;
  readonly play: (stage: DrillStage) => Promise<void>;
};

/** What the app promises about every order, under the plain reading of the API document and two others. */
const rounds: readonly Round[] = [
  { name: "plain", preset: "plain", play: (stage) => playAll(stage, followingPoints) },
  { name: "plain_placing", preset: "plain", play: playPlacingKills },
  { name: "sparse", preset: "sparse", play: (stage) => playAll(stage, lostAnswers) },
  { name: "contrary", preset: "contrary", play: (stage) => playAll(stage, lostAnswers) },
];

const kinds: readonly OrderKind[] = ["COD", "prepaid", "two parcels"];

const inShopify: ReadonlySet<string> = new Set(["S1", "H8"]);

/** The steps at which what the service does may matter: it has done something, and we may not know it. */
const lostAnswers = ["H3", "H4", "H5", "H6", "H7", "P2", "P4", "P6", "P7", "C1"];

/** Each round has its own app, stand-ins and database, on one server. */
export async function runCoreDrill(report: Report, home: DrillHome): Promise<void> {
  const playing = rounds.map(async ({ name, preset, play }) => {
    const stage = await openStage({
      ...{ preset, report, home: home.folderOf(name) },
      databaseUrl: await home.createDatabase(name),
    });
    try {
      await play(stage);
    } finally {
      await stage.close();
    }
  });
  const failed = (await Promise.allSettled(playing)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function playAll(stage: DrillStage, points: readonly string[]): Promise<void> {
  await Promise.all([
    playComingBack(stage),
    playCancelInTime(stage),
    playCancelWhilePacked(stage),
    playShopifyTestOrder(stage),
    playTestShop(stage),
  ]);
  await playCancelTooLate(stage);
  await playCancelWhileOutcomeUnknown(stage);
  await playBacklog(stage);
  await playArrivals(stage);
  for (const [index, point] of points.entries()) {
    await playKill(stage, point, kinds[index % kinds.length] ?? "COD");
  }
  await playLastLook(stage);
  await playTestEvents(stage);
}

/** The steps around the request with every kind of order; those in Shopify, where the kind changes nothing, with one. */
async function playPlacingKills(stage: DrillStage): Promise<void> {
  for (const point of placingPoints) {
    const wanted = inShopify.has(point) ? kinds.slice(-1) : kinds;
    for (const kind of wanted) await playKill(stage, point, kind);
  }
  await playLastLook(stage);
}

/** A prepaid order is nothing to mark as paid. */
async function playKill(stage: DrillStage, point: string, kind: OrderKind): Promise<void> {
  if (placingPoints.includes(point)) return killWhilePlacing(stage, point, kind);
  return killWhileFollowing(stage, point, kind === "prepaid" ? "COD" : kind);
}
