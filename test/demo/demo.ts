import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DEMO_SCOPES } from "#test/standins/shopify/defaults.ts";
import { startWorld } from "#test/support/world.ts";
import { playOnce } from "./play-once.ts";

const wantedAdminPort = Number(process.env.DEMO_PORT ?? 4400);

const isOnce = process.argv.includes("--once");
await (isOnce ? once() : untilStopped()).catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

async function once(): Promise<void> {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  const { table, differences } = await playOnce((line) => console.log(`${seconds().padStart(7)}  ${line}`));
  console.log(`\n${table}`);
  if (differences.length > 0) {
    console.log(`The three sides do not agree:\n${differences.map((line) => `  ${line}`).join("\n")}`);
    process.exit(1);
  }
  console.log(`Shopify, the app and the service agree to the rupee (${seconds()}).`);
  process.exit(0);
}

/** Runs until Ctrl-C. The admin's port is the one wanted when it is free, else another. */
async function untilStopped(): Promise<void> {
  const logFile = path.resolve(import.meta.dirname, "../../.data/demo.log");
  await mkdir(path.dirname(logFile), { recursive: true });
  console.log("Starting the database, the stand-ins and the app …");
  const world = await startWorld({
    ...{ ports: { admin: wantedAdminPort }, logFile },
    shopify: { scopes: DEMO_SCOPES },
  });
  if (new URL(world.admin.url).port !== String(wantedAdminPort)) {
    console.log(`Port ${wantedAdminPort} is taken, so the demo uses another one (DEMO_PORT chooses).`);
  }
  console.log(`\n  Open ${world.admin.url}\n`);
  console.log(
    "  Connect with the key lk_demo and the secret live-demo-secret; Play the world is at the top right.",
  );
  console.log(`  The app's log: ${path.relative(process.cwd(), logFile)}. Ctrl-C ends everything.`);
  let isLeaving = false;
  const leave = () => {
    if (isLeaving) return;
    isLeaving = true;
    console.log("\nStopping …");
    world.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);
}
