import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.server.ts";
import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { Report } from "../report.ts";
import { playArrivals } from "./arrivals.ts";
import { playBacklog } from "./backlog.ts";
import {
  playCancelInTime,
  playCancelTooLate,
  playCancelWhilePacked,
  playCancelWhileUnsure,
} from "./cancellations.ts";
import { followingPoints, killWhileFollowing } from "./kill-following.ts";
import { killWhilePlacing, placingPoints } from "./kill-placing.ts";
import { playShopifyTestOrder, playTestEvents, playTestShop } from "./modes.ts";
import type { OrderKind } from "./orders.ts";
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
export async function runCoreDrill(report: Report): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), "karwan-drill-"));
  const postgres = await startEmbeddedPostgres({ directory, durability: "none" });
  try {
    const playing = rounds.map(async ({ name, preset, play }) => {
      const stage = await openStage({
        preset,
        report,
        databaseUrl: await createDatabase(postgres.url, name),
      });
      await play(stage).finally(stage.close);
    });
    const failed = (await Promise.allSettled(playing)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database drill_${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/drill_${name}`;
  return url.href;
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
  await playCancelWhileUnsure(stage);
  await playBacklog(stage);
  await playArrivals(stage);
  for (const [index, point] of points.entries()) {
    await playKill(stage, point, kinds[index % kinds.length] ?? "COD");
  }
  await playLastLook(stage);
  await playTestEvents(stage);
}

/** Everything still on its way arrives, and every order that had come right is looked at once more. */
async function playLastLook(stage: DrillStage): Promise<void> {
  await stage.play(`nothing came after: ${stage.lasting.length} orders looked at once more`, async () => {
    const { control } = stage.world.supplier;
    await control.clock.advance({ minutes: 10 });
    await stage.world.shopify.control.settle();
    await waitFor(() => isQuiet(stage), { what: "all work to be done" });
    const { problems } = await control.audit();
    const late = await Promise.all(stage.lasting.map((check) => check()));
    return [...problems, ...late.flat()];
  });
}

async function isQuiet({ db }: DrillStage): Promise<boolean> {
  const soon = new Date(Date.now() + 5000);
  const busy = { OR: [{ nextRunAt: { lt: soon } }, { leaseUntil: { not: null } }] };
  return (await db.work.count({ where: { deadAt: null, ...busy } })) === 0;
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
