import { DEMO_SCOPES, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { importMany, mapOwnProducts, playBundle, playMapped, playPriceRule } from "./catalog-scenes.ts";
import { compareSides, type EventCoverage } from "./compare.ts";
import { compareListings } from "./compare-listings.ts";
import { createMerchant } from "./merchant.ts";
import { renderTable } from "./print.ts";
import { readSides } from "./read-sides.ts";
import { playSandbox } from "./sandbox-scene.ts";
import type { Scene, Stage } from "./scene.ts";
import { playCod, playMixed, playPrepaid, playRefused } from "./scenes.ts";
import { setUpShop } from "./set-up-shop.ts";

export type Outcome = { readonly table: string; readonly differences: readonly string[] };

/** The main journey without a browser, from the first opening to the last rupee, and what three sides hold then. */
export async function playOnce(say: (line: string) => void, preset: PresetName = "plain"): Promise<Outcome> {
  say("Starting the database, the stand-ins and the app");
  // As in the App Store: the permission to publish is asked for once it is wanted.
  const world = await startWorld({ supplier: { preset }, shopify: { scopes: DEMO_SCOPES } });
  try {
    const stage = { world, merchant: createMerchant(world, DEMO_SHOP), say };
    await setUpShop(stage.merchant, {
      key: DEMO_LIVE_KEY,
      productIds: ["prd_cooker", "prd_earbuds", "prd_speaker"],
    });
    say("Installed, connected, three products imported, both automatics on");
    const own = await mapOwnProducts(stage);
    const differences = [...(await importMany(stage)), ...(await playPriceRule(stage))];
    const scenes = await playScenes(stage, [
      ...[playCod, playPrepaid, playMixed, playRefused],
      ...[(on: Stage) => playMapped(on, own), (on: Stage) => playBundle(on, own)],
    ]);
    await playSandbox(stage);
    await world.supplier.control.clock.advance({ days: 20 });
    say("20 days pass at the service: margins are released, fees taken");
    const outcome = await settleAccounts(world, scenes, preset === "plain" ? "in_full" : "less");
    say(`${outcome.variants} variants for sale were compared: quantity, cost and price`);
    return { ...outcome, differences: [...differences, ...outcome.differences] };
  } finally {
    await world.close();
  }
}

async function playScenes(
  stage: Stage,
  plays: readonly ((stage: Stage) => Promise<Scene>)[],
): Promise<Scene[]> {
  const scenes: Scene[] = [];
  for (const play of plays) scenes.push(await play(stage));
  return scenes;
}

/** Events of the last days may still be on their way: the sides get time to agree, then what is left is a difference. */
async function settleAccounts(
  world: World,
  scenes: readonly Scene[],
  telling: EventCoverage,
): Promise<Outcome & { readonly variants: number }> {
  const look = async () => {
    const orders = await Promise.all(
      scenes.map(async (scene) => ({ scene, sides: await readSides(world, DEMO_SHOP, scene.orderGid) })),
    );
    const audit = await world.supplier.control.audit();
    const listings = await compareListings(world, DEMO_SHOP);
    const differences = [
      ...orders.flatMap(({ scene, sides }) => compareSides(scene, sides, telling)),
      ...audit.problems,
      ...listings.differences,
    ];
    return { table: renderTable(orders), differences, variants: listings.variants };
  };
  await waitFor(async () => (await look()).differences.length === 0, {
    what: "the three sides to agree",
    timeoutMs: 30_000,
    // Each look asks the service several times, and it counts requests by the minute.
    everyMs: 4000,
  }).catch(() => null);
  return look();
}
