import { startDevelopProcess } from "#test/support/app-process.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

// The process of `npm run dev`: the demo's world around the app on its sources. The stand-ins and the database stay while
// the app starts again.

/** A page that Vite loads anew comes with the token in its address, which is older than Shopify's minute by then. */
const sessionTokenSeconds = 7 * 24 * 60 * 60;

await runUntilStopped(
  {
    startApp: (options) => startDevelopProcess({ ...options, restarts: true, prints: true }),
    env: { NODE_ENV: "development", LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" },
    shopify: { sessionTokenSeconds },
  },
  "A page changes as you save it; the app starts again when other code changes.",
).catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
