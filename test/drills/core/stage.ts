import { randomBytes } from "node:crypto";
import type { PrismaClient } from "@prisma/client";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_ACCOUNT_ID, DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import { startWorld, type World } from "#test/support/world.ts";
import type { Report } from "../report.ts";

/** A world with a shop that is set up, under one preset of what the API document leaves open. */
export type DrillStage = {
  readonly preset: PresetName;
  readonly world: World;
  readonly merchant: Merchant;
  /** The app's own database, to look only. */
  readonly db: PrismaClient;
  /** Those of the app, to sign as the service would. */
  readonly encryptionKeys: string;
  /** How long a row is lent to a process: as a deployer has it, where the stage's environment says nothing else. */
  readonly leaseMs: number;
  /** Plays one case; its title names the preset. */
  play: Report["play"];
  readonly recovered: Report["recovered"];
  /** What has to hold still when everything is over. */
  readonly lasting: (() => Promise<readonly string[]>)[];
  close(): Promise<void>;
};

type StageOptions = {
  readonly databaseUrl?: string;
  readonly preset: PresetName;
  readonly report: Report;
  /** Where the world keeps its files. */
  readonly home?: string;
  /** Web and worker are to be processes of their own: it opens with a web process only. */
  readonly apart?: boolean;
  /** Over what the stage sets itself. */
  readonly env?: Readonly<Record<string, string>>;
};

/** So many orders at once are no shop of a usual size; waiting for points is drilled elsewhere. */
const roomyBucket = { maximum: 100_000, restorePerSecond: 100_000 };

export async function openStage({
  databaseUrl,
  preset,
  report,
  home,
  apart = false,
  env,
}: StageOptions): Promise<DrillStage> {
  const encryptionKeys = `drill:${randomBytes(32).toString("base64")}`;
  const world = await startWorld({
    ...{ databaseUrl, home },
    // One catalog in both modes: what a test key sells is not what is drilled.
    supplier: { preset, undefined: { testCatalogIds: "same" } },
    shopify: { routingDelayMs: 0, retryDelaysMs: [500, 1000, 2000, 4000, 8000], bucket: roomyBucket },
    env: {
      ENCRYPTION_KEYS: encryptionKeys,
      ...(apart ? { ROLE: "web" } : {}),
      ...env,
    },
  });
  const database = connectDatabase(world.databaseUrl, { poolSize: 10 });
  const close = async () => {
    await database.close();
    await world.close();
  };
  try {
    const merchant = createMerchant(world, DEMO_SHOP);
    await liftLimits(world);
    const worker = apart ? await world.startWorker() : null;
    await setUpShop(merchant, {
      key: DEMO_LIVE_KEY,
      productIds: ["prd_cooker", "prd_earbuds", "prd_speaker"],
    });
    await worker?.kill();
    return {
      ...{ preset, world, merchant, db: database.prisma, encryptionKeys, close, lasting: [] },
      leaseMs: readEnv(env ?? {}).WORK_LEASE_MS,
      play: (title, run) => report.play(`${preset}: ${title}`, run),
      recovered: report.recovered,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Neither money nor the day's caps are what is drilled here. */
async function liftLimits({ supplier: { control } }: World): Promise<void> {
  await control.setAccount({ accountId: DEMO_ACCOUNT_ID, plan: "scale", tier: 4 });
  await control.topUp({ accountId: DEMO_ACCOUNT_ID, amount: 5_000_000 });
}
