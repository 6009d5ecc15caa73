import type { Prisma } from "@prisma/client";
import { openItemStates } from "#app/domain/bulk-actions/item-state.ts";
import { requireApproval } from "#app/domain/catalog/pricing/require-approval.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { toCostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { raisedToReasons } from "#app/domain/policy/pricing/price-rule.ts";
import { documentedAccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import type { connectDatabase } from "#app/platform/database/db.server.ts";
import type { BulkRunId, ListingId, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ShownState } from "./shown-states.ts";

type Stage = { readonly prisma: ReturnType<typeof connectDatabase>["prisma"]; readonly home: string };
type Listings = {
  readonly real: { readonly id: string; readonly shopId: ShopId; readonly mode: Mode };
  readonly made: readonly ListingId[];
};

const IMPORT_STATES = ["done", "done", "begun", "refused", "waiting", "waiting"] as const;

/** Work on many listings while it goes on, where it ended, and where it asks; on rows that nothing works on. */
export async function* showRuns(
  { prisma, home }: Stage,
  { real, made }: Listings,
): AsyncGenerator<ShownState> {
  const { shopId, mode } = real;
  const runs: BulkRunId[] = [];
  const create = async (data: Omit<Prisma.BulkRunUncheckedCreateInput, "shopId" | "mode" | "by">) => {
    const { id } = await prisma.bulkRun.create({ data: { shopId, mode, by: "1", ...data } });
    runs.push(id);
    return id;
  };
  const now = new Date();
  const imported = await create({ kind: "import" });
  await prisma.listing.updateMany({
    where: { shopId, id: { in: made.slice(2, 6) } },
    data: { state: "failed" },
  });
  await prisma.bulkItem.createMany({
    data: made.slice(0, IMPORT_STATES.length).map((listingId, position) => ({
      ...{ shopId, runId: imported, listingId, position, state: IMPORT_STATES[position] ?? "waiting" },
      reason:
        IMPORT_STATES[position] === "refused" ? "Shopify refused it: too many variants for today." : null,
    })),
  });
  yield { name: "17-import-running", path: `${home}/runs/imports/${imported}` };
  const open = { shopId, runId: imported, state: { in: [...openItemStates] } };
  await prisma.bulkItem.updateMany({ where: open, data: { state: "done" } });
  await prisma.listing.updateMany({
    where: { shopId, id: { in: made.slice(4, 6) } },
    data: { state: "ready" },
  });
  await prisma.bulkRun.updateMany({
    where: { shopId, id: imported },
    data: { state: "done", finishedAt: now },
  });
  yield { name: "17-import-ended", path: `${home}/runs/imports/${imported}` };
  yield { name: "17-catalog-after-import", path: `${home}/products` };
  await prisma.listing.updateMany({
    where: { shopId, id: { in: made.slice(2, 6) } },
    data: { state: "ready" },
  });
  const changes = await planChanges(prisma, shopId, made);
  const running = await create({ kind: "reprice", state: "running" });
  await prisma.priceChange.createMany({
    data: changes.map((change, at) => ({
      ...{ ...change, shopId, runId: running },
      ...(at < 3 ? { state: "done" as const, settledAt: now } : {}),
    })),
  });
  await prisma.bulkItem.createMany({
    data: made.slice(0, 5).map((listingId, position) => ({
      ...{ shopId, runId: running, listingId, position, state: position < 2 ? "done" : "waiting" },
    })),
  });
  yield { name: "16-prices-running", path: `${home}/runs/changes/${running}` };
  const asking = { mode, figures: { changing: 6, of: 14, percent: 20 }, listingIds: made.slice(0, 6) };
  const asked = await prisma.$transaction((tx) => requireApproval(tx, { shopId, now }, asking));
  runs.push(asked);
  yield { name: "16-stock-guard", path: `${home}/runs/changes/${asked}` };
  const offered = await create({ kind: "news_out", state: "asking" });
  await prisma.bulkItem.createMany({
    data: made.map((listingId, position) => ({ shopId, runId: offered, listingId, position })),
  });
  yield { name: "16-change-guard", path: `${home}/settings/supplier-changes` };
  await prisma.attention.deleteMany({ where: { shopId, thingId: { in: runs } } });
  await prisma.bulkRun.deleteMany({ where: { shopId, id: { in: runs } } });
}

async function planChanges(prisma: Stage["prisma"], shopId: ShopId, listingIds: readonly ListingId[]) {
  const variants = await prisma.listedVariant.findMany({
    where: { shopId, listingId: { in: [...listingIds] } },
    orderBy: { supplierVariantId: "asc" },
    take: 8,
  });
  return variants.map(({ id, pricePkr, wholesalePkr, minResalePkr }, position) => ({
    ...{
      listingVariantId: id,
      fromPkr: pricePkr,
      toPkr: rupees(pricePkr + (position % 3 === 0 ? -150 : 250)),
    },
    ...{ fromCompareAtPkr: null, toCompareAtPkr: position === 1 ? rupees(pricePkr + 800) : null, position },
    raisedTo: raisedToReasons[position - 2] ?? null,
    costs: toCostsOfDay(
      { wholesalePkr: rupees(wholesalePkr), shippingPkr: rupees(200), terms: documentedAccountTerms },
      minResalePkr,
    ),
  }));
}
