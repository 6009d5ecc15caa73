import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { listOnSale } from "./list-stocked-listings.server.ts";
import { hasWaitingStockedItems, listDueStockedItems } from "./load-stocked-items.server.ts";
import type { StockRun } from "./stock-run.server.ts";
import { planQuantity, type StockedItem } from "./stocked-item.ts";
import { syncOutOfStock } from "./sync-out-of-stock.server.ts";
import { writeStockedItems } from "./write-stocked-items.server.ts";

const ITEMS_PER_ROUND = 1000;
/** So many rounds, then others of the lane have their turn. */
const ROUNDS = 10;
const IMPORT_PAUSE_MS = 15_000;
/** Of a shop that sells all the time each order has a quantity looked at (D-64). */
const REST_MS = 3000;

/** Folds in what the service reported and nobody has read yet, under this lease. Events are a room above this one. */
type ApplyWaitingEvents = (ctx: ShopContext, claim: ClaimedWork, mode: Mode) => Promise<unknown>;

/**
 * Brings the quantities at our location to where they should be, in one mode: only what differs is
 * written. After a run that had something to do the next one waits a moment, whatever is marked meanwhile, so that many
 * changes are few writes.
 */
export async function pushStock(
  ctx: ShopContext,
  claim: ClaimedWork,
  { mode }: SubjectOf<"inventory.push">,
  applyWaitingEvents: ApplyWaitingEvents,
): Promise<WorkResult> {
  const run = await findRun(ctx, claim, mode);
  if (run === null) return { kind: "done" };
  const place = { shopId: ctx.shop.id, mode };
  const onSale = new Set<ListingId>();
  let isOver = false;
  for (let round = 0; round < ROUNDS && !isOver; round += 1) {
    let due = await listDueStockedItems(ctx.db, place, run.settings, ITEMS_PER_ROUND);
    if (due.length === 0 && round === 0) return endIdle(run);
    if (round === 0 && due.some(runsOut)) {
      // What else runs out may stand in events that wait: the change guard is to see all of it, not the first alone.
      await applyWaitingEvents(ctx, claim, mode);
      due = await listDueStockedItems(ctx.db, place, run.settings, ITEMS_PER_ROUND);
    }
    isOver = due.length < ITEMS_PER_ROUND;
    const listingIds = [...new Set(due.flatMap(({ listingId }) => listingId ?? []))];
    for (const id of await listOnSale(ctx.db, ctx.shop.id, listingIds)) onSale.add(id);
    await writeStockedItems(run, due);
  }
  await syncOutOfStock(run, [...onSale]);
  const waits = await hasWaitingStockedItems(ctx.db, place);
  return waits ? { kind: "requeue", afterMs: REST_MS, restMs: REST_MS } : { kind: "done", restMs: REST_MS };
}

/** Nothing of it will be shown any more, by what the service says it has. */
function runsOut(item: StockedItem): boolean {
  return item.pushed !== 0 && planQuantity(item, []) === 0;
}

/** Null where nothing is to be written: of another mode than the one in use, or without a place to write to. */
async function findRun(ctx: ShopContext, claim: ClaimedWork, mode: Mode): Promise<StockRun | null> {
  const { locationGid, state } = ctx.shop;
  if (state !== "installed" || locationGid === null || ctx.connection?.mode !== mode) return null;
  return { ctx, claim, mode, locationGid, settings: await loadListingSettings(ctx) };
}

/** Products that are being imported are written when they stand; what was put off has a time of its own. */
async function endIdle(run: StockRun): Promise<WorkResult> {
  const { ctx, mode } = run;
  // Of a run that died after it had written.
  await syncOutOfStock(run, []);
  const waits = await hasWaitingStockedItems(ctx.db, { shopId: ctx.shop.id, mode });
  return waits ? { kind: "requeue", afterMs: IMPORT_PAUSE_MS } : { kind: "done" };
}
