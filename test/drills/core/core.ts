import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.server.ts";
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

/** What the app promises about every order, under the plain reading of the API document and two others. */
const presets = ["plain", "sparse", "contrary"] as const;
const kinds: readonly OrderKind[] = ["COD", "prepaid", "two parcels"];

/** The presets run side by side, each with its own app, stand-ins and database on one server. */
export async function runCoreDrill(report: Report): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), "karwan-drill-"));
  const postgres = await startEmbeddedPostgres({ directory, durability: "none" });
  try {
    const stages = presets.map(async (preset) => {
      const stage = await openStage({
        preset,
        report,
        databaseUrl: await createDatabase(postgres.url, preset),
      });
      await playAll(stage).finally(stage.close);
    });
    const failed = (await Promise.allSettled(stages)).find(({ status }) => status === "rejected");
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

async function playAll(stage: DrillStage): Promise<void> {
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
  await playKills(stage);
  await playTestEvents(stage);
  await stage.play(`nothing came after: ${stage.lasting.length} orders looked at once more`, async () => {
    const { problems } = await stage.world.supplier.control.audit();
    const late = await Promise.all(stage.lasting.map(({ check }) => check()));
    return [...problems, ...late.flat()];
  });
}

/** Every step with every kind of order under the plain preset; under the others every step, the kinds in turn. */
async function playKills(stage: DrillStage): Promise<void> {
  const kindsAt = (index: number) =>
    stage.preset === "plain" ? kinds : kinds.filter((_, kind) => kind === index % kinds.length);
  for (const [index, point] of placingPoints.entries()) {
    for (const kind of kindsAt(index)) await killWhilePlacing(stage, point, kind);
  }
  for (const [index, point] of followingPoints.entries()) {
    await killWhileFollowing(stage, point, index % 2 === 0 ? "two parcels" : "COD");
  }
}
