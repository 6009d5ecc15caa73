import { readProductStatuses } from "#app/shopify/operations/read-product-statuses.ts";
import { needsBrake } from "../catalog/pricing/needs-brake.ts";
import { stopAndAsk } from "../catalog/pricing/stop-and-ask.server.ts";
import { listShelved } from "./list-shelved.server.ts";
import { planTakeOut, type ShelvedListing } from "./plan-take-out.ts";
import { type StockRun, writeFenced } from "./stock-run.server.ts";
import { putBack, takeOut } from "./take-out.server.ts";

/** The kind of run that asks whether listings without stock are to be taken off the store. */
const OUT_OF_STOCK = "out_of_stock";

/**
 * Takes listings without stock off the store where the shop, or the listing, wants that, and puts back those that have
 * stock again. When too many ran out at once (`newlyOut`: with the writes just made) it stops and asks: their quantities
 * are 0 already, as nothing is sold that is not there, and what goes further waits for a person.
 */
export async function followOutOfStock(run: StockRun, newlyOut: readonly string[]): Promise<void> {
  const { ctx, mode, settings } = run;
  const place = { shopId: ctx.shop.id, mode };
  const listings = await listShelved(ctx.db, place, settings, { also: newlyOut });
  const back = listings.filter((listing) => planTakeOut(listing) === "put_back");
  const off = listings.filter((listing) => planTakeOut(listing) === "take_out");
  const ranOut = listings.filter(({ id, isOut }) => isOut && newlyOut.includes(id));
  const isAsked = await askIfMany(run, [...new Set([...off, ...ranOut])], listings);
  const wanted = isAsked ? back : [...back, ...off];
  if (wanted.length === 0) return;
  const statuses = await readStatuses(run, wanted);
  for (const listing of wanted) {
    if (back.includes(listing)) await putBack(run, listing, statuses.get(listing.productGid));
    else await takeOut(run, listing, statuses.get(listing.productGid));
  }
}

async function readStatuses(
  { ctx }: StockRun,
  listings: readonly ShelvedListing[],
): Promise<ReadonlyMap<string, string>> {
  const gids = listings.map(({ productGid }) => productGid);
  const statuses = new Map<string, string>();
  for (let from = 0; from < gids.length; from += 250) {
    const found = await readProductStatuses(ctx.admin, gids.slice(from, from + 250));
    for (const { id, status } of found) statuses.set(id, status);
  }
  return statuses;
}

/** What is asked about stays at quantity 0 until a person answers, or it is in stock again. */
async function askIfMany(
  run: StockRun,
  changing: readonly ShelvedListing[],
  listings: readonly ShelvedListing[],
): Promise<boolean> {
  const { ctx, mode, settings } = run;
  const shopId = ctx.shop.id;
  if (changing.length === 0) return false;
  const where = { shopId, mode, productGid: { not: null }, offered: true, removedAt: null, unlinkedAt: null };
  const facts = {
    ...{ changing: changing.length, of: await ctx.db.listing.count({ where }) },
    percent: settings.brakePercent,
  };
  if (!needsBrake(facts)) return false;
  const waiting = listings.filter(({ takenOut, isOut }) => isOut && takenOut === "quantity");
  const ids = [...new Set([...waiting, ...changing].map(({ id }) => id))];
  const now = ctx.clock.now();
  await writeFenced(run, async (tx) => {
    const brake = { what: "stock", ...facts } as const;
    await stopAndAsk(tx, { shopId, now }, { mode, kind: OUT_OF_STOCK, brake, listingIds: ids });
    await tx.listing.updateMany({
      where: { shopId, id: { in: ids }, takenOut: null },
      data: { takenOut: "quantity", takenOutAt: now },
    });
  });
  return true;
}
