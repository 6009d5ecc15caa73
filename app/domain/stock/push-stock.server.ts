import type { ClaimedWork } from "#app/platform/work.server.ts";
import { loadListingSettings } from "../catalog/pricing/load-settings.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { followOutOfStock } from "./follow-out-of-stock.server.ts";
import { listOnSale } from "./list-shelved.server.ts";
import { hasWaitingShelves, listDueShelves } from "./load-shelves.server.ts";
import { planShelf, type Shelf } from "./shelf.ts";
import type { StockRun } from "./stock-run.server.ts";
import { takeWaitingNews } from "./take-product-news.server.ts";
import { writeShelves } from "./write-shelves.server.ts";

const SHELVES_AT_ONCE = 1000;
/** So many rounds, then others of the lane have their turn. */
const ROUNDS = 10;
const IMPORT_PAUSE_MS = 15_000;
/** Of a shop that sells all the time each order has a quantity looked at (D-64). */
const REST_MS = 3000;

type WorkResult =
  | { readonly kind: "done"; readonly restMs?: number }
  | { readonly kind: "again"; readonly delayMs: number }
  | { readonly kind: "paced"; readonly delayMs: number };

/**
 * Brings the quantities at our location to where they should be, in one mode (the claim's subject): only what differs is
 * written. After a run that had something to do the next one waits a moment, whatever is marked meanwhile, so that many
 * changes are few writes.
 */
export async function pushStock(ctx: ShopContext, claim: ClaimedWork): Promise<WorkResult> {
  const run = await findRun(ctx, claim);
  if (run === null) return { kind: "done" };
  const place = { shopId: ctx.shop.id, mode: run.mode };
  const onSale = new Set<string>();
  let isOver = false;
  for (let round = 0; round < ROUNDS && !isOver; round += 1) {
    let due = await listDueShelves(ctx.db, place, run.settings, SHELVES_AT_ONCE);
    if (due.length === 0 && round === 0) return endIdle(run);
    if (round === 0 && due.some(runsOut)) {
      // What else runs out may stand in news that rests: the brake is to see all of it, not the first alone.
      await takeWaitingNews(ctx, claim);
      due = await listDueShelves(ctx.db, place, run.settings, SHELVES_AT_ONCE);
    }
    isOver = due.length < SHELVES_AT_ONCE;
    const listingIds = [...new Set(due.flatMap(({ listingId }) => listingId ?? []))];
    for (const id of await listOnSale(ctx.db, ctx.shop.id, listingIds)) onSale.add(id);
    await writeShelves(run, due);
  }
  await followOutOfStock(run, [...onSale]);
  const waits = await hasWaitingShelves(ctx.db, place);
  return waits ? { kind: "paced", delayMs: REST_MS } : { kind: "done", restMs: REST_MS };
}

/** Nothing of it will be shown any more, by what the service says it has. */
function runsOut(shelf: Shelf): boolean {
  return shelf.pushed !== 0 && planShelf(shelf, []) === 0;
}

/** Null where nothing is to be written: of another mode than the one in use, or without a place to write to. */
async function findRun(ctx: ShopContext, claim: ClaimedWork): Promise<StockRun | null> {
  const { locationGid, state } = ctx.shop;
  const mode = claim.subject;
  if (state !== "installed" || locationGid === null || ctx.connection?.mode !== mode) return null;
  return { ctx, claim, mode, locationGid, settings: await loadListingSettings(ctx) };
}

/** Products that are being imported are written when they stand; what was put off has a time of its own. */
async function endIdle(run: StockRun): Promise<WorkResult> {
  const { ctx, mode } = run;
  // Of a run that died after it had written.
  await followOutOfStock(run, []);
  const waits = await hasWaitingShelves(ctx.db, { shopId: ctx.shop.id, mode });
  return waits ? { kind: "again", delayMs: IMPORT_PAUSE_MS } : { kind: "done" };
}
