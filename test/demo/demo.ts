import { mkdir } from "node:fs/promises";
import { playOnce } from "./play-once.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

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

async function untilStopped(): Promise<void> {
  const logFile = ".data/demo.log";
  await mkdir(".data", { recursive: true });
  await runUntilStopped({ logFile }, `The app's log: ${logFile}.`);
}
