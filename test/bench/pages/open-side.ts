import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import type { ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_ACCOUNT_ID } from "#test/standins/supplier/defaults.ts";
import type { fillTables } from "#test/support/many-rows/fill-tables.ts";
import type { playShownStates } from "#test/support/shown-states.ts";
import type { startWorld, World } from "#test/support/world.ts";
import { listedPages, type PageSet } from "./listed-pages.ts";

/** One checkout with its own app, data and stand-ins. */
export type Side = {
  readonly world: World;
  /** The address in the admin that shows each page as a merchant at work finds it. */
  readonly pages: ReadonlyMap<string, BenchPage>;
};

type BenchPage = { readonly path: string; readonly press?: string | undefined };

export type SideOptions = {
  readonly folder: string;
  readonly set: PageSet;
  readonly orders: number;
  readonly products: number;
};

const ENCRYPTION_KEYS = `pages:${Buffer.alloc(32, 3).toString("base64")}`;

/** Starts a checkout's world with its own modules, plays what every page shall show, and puts years of rows beside it. */
export async function openSide(options: SideOptions): Promise<Side> {
  const load = (file: string) => import(pathToFileURL(path.join(options.folder, "test/support", file)).href);
  const worldModule: { startWorld: typeof startWorld } = await load("world.ts");
  const statesModule: { playShownStates: typeof playShownStates } = await load("shown-states.ts");
  const fillModule: { fillTables: typeof fillTables } = await load("many-rows/fill-tables.ts");
  const world = await timed("world", () => worldModule.startWorld({ env: { ENCRYPTION_KEYS } }));
  const pages = await timed("shown states", () =>
    playUntilAll(statesModule.playShownStates(world), options.set),
  );
  await timed("rows", () => fill(world, fillModule.fillTables, options));
  // Pages alone: nothing else the app does comes between.
  await world.app.stop();
  await world.restartApp({ ROLE: "web" });
  return { world, pages };
}

/** What comes after the last of them would show the sandbox. */
async function playUntilAll(
  states: ReturnType<typeof playShownStates>,
  set: PageSet,
): Promise<ReadonlyMap<string, BenchPage>> {
  const wanted = listedPages(set);
  const addresses = new Map<string, string>();
  for await (const { name, path: address } of states) {
    addresses.set(name, address);
    if ([...wanted.values()].every(({ shown }) => addresses.has(shown))) break;
  }
  return new Map(
    [...wanted].flatMap(([page, { shown, press }]) => {
      const address = addresses.get(shown);
      return address === undefined ? [] : [[page, { path: address, press }] as const];
    }),
  );
}

async function fill(
  world: World,
  fillThem: typeof fillTables,
  { orders, products }: SideOptions,
): Promise<void> {
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    const { rows } = await database.query<{ id: ShopId }>("select id from shop where domain = $1", [
      DEMO_SHOP,
    ]);
    const [row] = rows;
    if (!row) throw new Error(`${DEMO_SHOP} is not in the database`);
    const shop = { id: row.id, accountId: DEMO_ACCOUNT_ID, orders, products };
    await fillThem(database, { shops: [shop], encryptionKeys: ENCRYPTION_KEYS }, "everything");
    // Shadow mode was on for two days, and ended.
    await database.query(
      `update shop set shadow_since = now() - interval '3 days', shadow_until = now() - interval '1 day', shadow_by = '1'
       where id = $1`,
      [row.id],
    );
  } finally {
    await database.end();
  }
}

async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`${part}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}
