import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { daysLeftWords } from "#app/domain/wallet/ledger/estimate-copy.ts";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { playQuietOrders } from "#test/drills/neighbours/play-quiet-orders.ts";
import { planShops, setUpShops } from "#test/support/many-shops.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { describeTimes, percentile } from "../figures.ts";
import { addStockedProducts, productOf, slowDown } from "../handoff.ts";

const DAYS = 100;
const DAY_MS = 24 * 60 * 60_000;
/** How much longer an order may take at p95 beside the copy. */
const GOAL_TIMES = 1.5;
const LONGEST_MS = 15 * 60_000;

type Copying = {
  readonly world: World;
  readonly database: pg.Pool;
  readonly merchant: Merchant;
  readonly quiet: readonly string[];
  readonly accountId: string;
};

/**
 * The first copy of a large ledger by the app itself, at the rate and within the share of calls the largest plan gives it:
 * every entry once, though its process is killed on the way; what the wallet's page says of it meanwhile is true; and
 * orders placed beside it take no longer than before.
 */
export async function benchFirstCopy(options: ReadonlyMap<string, string>): Promise<boolean> {
  const entries = Number(options.get("entries") || 300_000);
  const seconds = Number(options.get("seconds") || 60);
  const plan = planShops(1, 1);
  const [{ domain, accountId } = { domain: "", accountId: "" }] = plan.shops;
  const world = await startWorld({
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys] },
    shopify: { shops: [domain], routingDelayMs: 0 },
    // Sweeps come when they are asked for.
    env: { LOG_LEVEL: "warn", SWEEP_INTERVAL_SCALE: "100" },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    await setUpShops(world, plan, (index) => [productOf(index).id]);
    await addStockedProducts(world, database);
    const copying = { world, database, merchant: createMerchant(world, domain), quiet: [domain], accountId };
    await slowDown(world, Number(options.get("delay") || 50));
    return await measure(copying, entries, { seconds, perSecond: 1 });
  } finally {
    await database.end();
    await world.close();
  }
}

async function measure(
  copying: Copying,
  entries: number,
  load: Parameters<typeof playQuietOrders>[1],
): Promise<boolean> {
  const { world, database, accountId } = copying;
  // A process's first minute is spent on compiling what it runs.
  await playQuietOrders(copying, { ...load, seconds: load.seconds / 2 });
  await database.query(
    `update handoff set created_at = clock_timestamp() - $1 * interval '1 day'
     where id = (select id from handoff order by created_at limit 1)`,
    [DAYS],
  );
  await world.supplier.control.addLedgerEntries({ accountId, count: entries, days: DAYS });
  const alone = await playQuietOrders(copying, load);
  console.log(`orders before the copy: ${describeTimes(alone)}`);
  // As if the account had just been connected, which asks for a first copy by itself.
  await database.query("delete from ledger_entry");
  await database.query("delete from ledger_copy");
  const beganAt = Date.now();
  await copying.merchant.press("wallet", "/wallet", { intent: "look" });
  const watching = watchCopy(copying);
  const beside = await playQuietOrders(copying, load);
  const { page } = await copying.merchant.read("wallet", "/wallet", shown);
  const isBeside = page.copy !== null && page.copy.asOf === null;
  console.log(
    `orders beside the copy${isBeside ? "" : " (which was over too soon)"}: ${describeTimes(beside)}`,
  );
  const lost = await killInTheMiddle(copying);
  const looks = await watching;
  const endedAt = Date.now();
  console.log(
    `copied within ${((endedAt - beganAt) / 1000).toFixed(0)} s, its process killed at ${lost} entries`,
  );
  const times = percentile(beside, 0.95) / percentile(alone, 0.95);
  const goals = {
    [`orders beside it take at most ${GOAL_TIMES} times as long at p95: ${times.toFixed(2)}`]:
      isBeside && times <= GOAL_TIMES,
    ...(await judgeRows(copying, entries)),
    ...judgeLooks(looks, endedAt),
  };
  for (const [goal, isMet] of Object.entries(goals))
    console.log(`  goal: ${goal}: ${isMet ? "met" : "MISSED"}`);
  return Object.values(goals).every((isMet) => isMet);
}

const shown = z.object({
  page: z.object({
    copy: z
      .object({ asOf: z.string().nullable(), entries: z.number(), daysLeft: z.number().nullable() })
      .nullable(),
  }),
});

type CopyLook = {
  readonly at: number;
  readonly entries: number;
  readonly daysLeft: number | null;
  /** Rows there just before and just after the page was read. */
  readonly rows: readonly [number, number];
};

/** What the wallet's page says of the copy, every few seconds until it is whole. */
async function watchCopy({ merchant, database }: Copying): Promise<readonly CopyLook[]> {
  const looks: CopyLook[] = [];
  const deadline = Date.now() + LONGEST_MS;
  while (Date.now() < deadline) {
    const before = await countRows(database);
    // The app is killed on the way, and comes back.
    const answer = await merchant.read("wallet", "/wallet", shown).catch(() => null);
    const after = await countRows(database);
    const copy = answer?.page.copy;
    if (copy && copy.asOf !== null) return looks;
    if (copy) looks.push({ at: Date.now(), ...copy, rows: [before, after] });
    await pause(2000);
  }
  throw new Error(`The ledger is not copied after ${LONGEST_MS / 60_000} minutes`);
}

async function countRows(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select coalesce(sum(entries), 0)::int as count from ledger_copy where mode = 'live'",
  );
  return rows[0]?.count ?? 0;
}

/** Returns how many entries were copied by then. */
async function killInTheMiddle({ world, database }: Copying): Promise<number> {
  await world.app.kill();
  const kept = await countRows(database);
  await world.restartApp();
  await waitFor(async () => (await countRows(database)) > kept, {
    ...{ what: "the copy to go on", timeoutMs: 60_000, everyMs: 500 },
  });
  return kept;
}

async function judgeRows({ world, database, accountId }: Copying, entries: number) {
  const { wallets } = await world.supplier.control.audit();
  const reported =
    wallets.find((wallet) => wallet.accountId === accountId && wallet.mode === "live")?.ledger ?? [];
  const { rows } = await database.query<{ id: string }>(
    "select entry_id as id from ledger_entry where mode = 'live'",
  );
  const kept = new Set(rows.map(({ id }) => id));
  // Orders placed while the last page was read are booked after it.
  const missing = reported.filter(({ id }) => !kept.has(id)).length;
  const calls = (await world.supplier.control.requests({ path: "/wallet/transactions" })).length;
  const { rows: spent } = await database.query<{ calls: number }>(
    "select coalesce(sum(calls), 0)::int as calls from schedule where kind = 'ledger'",
  );
  const share = 30_000;
  return {
    [`all ${reported.length} entries are there once (${rows.length} rows, ${missing} missing)`]:
      reported.length >= entries &&
      missing === 0 &&
      kept.size === rows.length &&
      rows.length === reported.length,
    [`${calls} calls for ${entries} entries, ${spent[0]?.calls ?? 0} counted of the ${share} its share has`]:
      calls <= entries / 100 + 20 && (spent[0]?.calls ?? 0) <= share,
  };
}

/** Whether what a page said of the copy was so: how much is there, and how long it took from then on. */
function judgeLooks(looks: readonly CopyLook[], endedAt: number) {
  const isCounted = looks.every(
    ({ entries, rows: [before, after] }) => before <= entries && entries <= after,
  );
  const reported = looks.flatMap(({ at, daysLeft }) => (daysLeft === null ? [] : [{ at, daysLeft }]));
  const wrong = reported.filter(({ at, daysLeft }) => {
    const real = (endedAt - at) / DAY_MS;
    return daysLeftWords(daysLeft) !== daysLeftWords(real);
  });
  const off = reported.map(({ at, daysLeft }) => Math.abs(daysLeft * DAY_MS - (endedAt - at)) / 1000);
  const [first] = reported;
  console.log(
    `${looks.length} looks at the page meanwhile; time left told ${first ? `${Math.round((first.daysLeft * DAY_MS) / 1000)} s at first, ` : ""}off by ${percentile(off, 0.5).toFixed(0)} s in the middle`,
  );
  return {
    "what the page counts is there": looks.length > 0 && isCounted,
    [`the time left it names is true (${wrong.length} of ${reported.length} looks named another)`]:
      reported.length > 0 && wrong.length === 0,
  };
}
