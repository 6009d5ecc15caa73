import { DEMO_SCOPES } from "#test/standins/shopify/defaults.ts";
import { startWorld, type WorldOptions } from "#test/support/world.ts";

const wantedAdminPort = Number(process.env.DEMO_PORT ?? 4400);

/**
 * Starts the app on the stand-ins, says so with a sentence more, and runs until Ctrl-C. The admin's port is the one
 * wanted when it is free, else another.
 */
export async function runUntilStopped(options: WorldOptions, sentence: string): Promise<void> {
  console.log("Starting the database, the stand-ins and the app …");
  const world = await startWorld({
    ports: { admin: wantedAdminPort },
    ...options,
    shopify: { scopes: DEMO_SCOPES, ...options.shopify },
  });
  if (new URL(world.admin.url).port !== String(wantedAdminPort)) {
    console.log(`Port ${wantedAdminPort} is taken, so another one is used (DEMO_PORT chooses).`);
  }
  console.log(`\n  Open ${world.admin.url}\n`);
  console.log(
    "  Connect with the key lk_demo and the secret live-demo-secret; Play the world is at the top right.",
  );
  console.log(`  ${sentence} Ctrl-C ends everything.`);
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
