import type { Listing } from "@prisma/client";
import { bulkRunWork } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import { endListingIssues } from "#app/domain/catalog/listings/policy/recalculate-losses.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { BulkRunId, ListingId, StockedItemId } from "#app/platform/ids.ts";
import { type ApplyRepriceResult, createItems, Refused, reasonOf } from "./apply-reprice.server.ts";
import type { Fix, FixableIssue } from "./fixable-issues.ts";
import { planFix, toFix } from "./plan-fix.ts";
import { UNDO_DAYS } from "./price-run-kinds.ts";

const DAY_MS = 24 * 60 * 60_000;

type FixContext = Pick<ShopContext, "shop" | "db" | "clock" | "wake" | "connection">;

export type FixPricesInput = {
  readonly listingId: ListingId;
  readonly code: FixableIssue;
  /** Of this variant alone; of all that have the need when left out. */
  readonly listingVariantId?: StockedItemId;
  /** What the pressed button said. */
  readonly expects: Fix;
  readonly by: string;
};

/**
 * Gives a listing the prices that the pressed button named, and no others: where they would be others by now, nothing is
 * done. It is a run of prices, so that what came of it is shown and can be put back for seven days.
 */
export async function fixPrices(ctx: FixContext, asked: FixPricesInput): Promise<ApplyRepriceResult> {
  try {
    const runId = await createFix(ctx, asked);
    await ctx.wake([bulkRunWork(runId)]);
    return { ok: true, runId };
  } catch (error) {
    const reason = await reasonOf(ctx, error);
    if (reason === null) throw error;
    return { ok: false, reason };
  }
}

async function createFix(ctx: FixContext, asked: FixPricesInput): Promise<BulkRunId> {
  const { listingId, code, listingVariantId, expects, by } = asked;
  const shopId = ctx.shop.id;
  const [settings, terms] = await Promise.all([loadListingSettings(ctx), loadTerms(ctx)]);
  const undoUntil = new Date(ctx.clock.now().getTime() + UNDO_DAYS * DAY_MS);
  return ctx.db.$transaction(async (tx) => {
    const listing = await tx.listing.findUnique({
      where: { shopId_id: { shopId, id: listingId } },
      include: { variants: { orderBy: { supplierVariantId: "asc" } } },
    });
    if (listing === null || !isPriced(ctx, listing)) throw new Refused(GONE);
    const changes = planFix(code, listing, { settings, terms }).filter(
      (change) => listingVariantId === undefined || change.listingVariantId === listingVariantId,
    );
    if (!isSame(toFix(changes), expects)) throw new Refused(MOVED);
    const { mode } = listing;
    const params = { listings: 1, listingId };
    const { id: runId } = await tx.bulkRun.create({
      data: { shopId, mode, kind: "reprice", state: "running", by, undoUntil, params },
    });
    await tx.priceChange.createMany({
      data: changes.map((change, position) => ({ ...change, shopId, runId, position })),
    });
    await createItems(tx, { shopId, runId });
    // Told again where it is not so in the end.
    await endListingIssues(tx, { shopId, now: ctx.clock.now() }, listingId, [code]);
    return runId;
  });
}

function isPriced({ connection }: FixContext, { productGid, unlinkedAt, mode }: Listing): boolean {
  return productGid !== null && unlinkedAt === null && mode === connection?.mode;
}

const GONE = "This product is not linked any more.";
const MOVED = "The price would be another one by now. Look at the new one, then press again.";

function isSame(found: Fix | null, expects: Fix): boolean {
  return (
    found?.count === expects.count && found.lowest === expects.lowest && found.highest === expects.highest
  );
}
