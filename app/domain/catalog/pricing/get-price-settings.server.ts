import type { BulkRunKind } from "#app/domain/bulk-actions/bulk-subject.ts";
import { findRunning, type RunningBulk } from "#app/domain/bulk-actions/find-running.server.ts";
import type { BulkRunState } from "#app/domain/bulk-actions/run-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import type { PriceFacts, PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { BulkRunId, StockedItemId } from "#app/platform/ids.ts";
import { shippingOf } from "../listings/shipping-of.ts";
import { priceRunKinds } from "./price-run-kinds.ts";

const RUNS_SHOWN = 3;
/** Where the shop lists nothing yet. */
const MADE_UP = [500, 1500, 4000];

/** A product to show a rule on: the shop's own, or a made-up one (title null). */
export type PriceExample = PriceFacts & { readonly title: string | null };

export type PriceRunLine = {
  readonly id: BulkRunId;
  readonly kind: BulkRunKind;
  readonly state: BulkRunState;
  readonly at: Date;
  readonly by: string;
  readonly canUndo: boolean;
};

export type PriceSettings = {
  readonly rule: PriceRule;
  /** Three wholesale prices, the lowest first. */
  readonly examples: readonly PriceExample[];
  readonly running: RunningBulk | null;
  readonly runs: readonly PriceRunLine[];
  readonly terms: AccountTerms;
};

/** The price rule of a shop, what to show it on, and its latest changes of prices. */
export async function getPriceSettings(ctx: ShopContext): Promise<PriceSettings> {
  const terms = await loadTerms(ctx);
  const [settings, examples, running, runs] = await Promise.all([
    loadListingSettings(ctx),
    listExamples(ctx, terms),
    findRunning(ctx, priceRunKinds),
    listRuns(ctx),
  ]);
  return { rule: settings.priceRule, examples, running, runs, terms };
}

/** The cheapest, the middle and the dearest of the store; made-up ones where there are fewer than three. */
async function listExamples(
  { shop, db, connection }: ShopContext,
  terms: AccountTerms,
): Promise<readonly PriceExample[]> {
  const madeUp = () => MADE_UP.map((wholesale) => toMadeUp(wholesale, terms));
  if (connection === null) return madeUp();
  const ids = await db.$queryRaw<{ id: StockedItemId }[]>`
    select id from (
      select id, row_number() over (order by wholesale_pkr, id) as place, count(*) over () as total
      from listed_variant
      where shop_id = ${shop.id}::uuid and mode = ${connection.mode} and variant_gid is not null) as priced
    where place in (1, 1 + total / 2, total) order by place`;
  if (ids.length < MADE_UP.length) return madeUp();
  const rows = await db.listedVariant.findMany({
    where: { shopId: shop.id, id: { in: ids.map(({ id }) => id) } },
    include: { listing: { select: { title: true, shippingPkr: true } } },
  });
  const found = ids.map(({ id }) => rows.find((row) => row.id === id));
  return found.flatMap((row) => {
    if (row === undefined) return [];
    return [
      {
        title: row.listing.title,
        wholesalePkr: row.wholesalePkr,
        suggestedPkr: row.suggestedPkr ?? row.pricePkr,
        minResalePkr: row.minResalePkr,
        supplierCompareAtPkr: row.supplierCompareAtPkr,
        ...{ shippingPkr: shippingOf(row.listing, terms), terms },
      },
    ];
  });
}

function toMadeUp(wholesale: number, terms: AccountTerms): PriceExample {
  const wholesalePkr = rupees(wholesale);
  const suggestedPkr: Rupees = rupees(wholesale * 2);
  const shippingPkr = terms.defaultShippingPkr;
  return { title: null, wholesalePkr, suggestedPkr, minResalePkr: null, shippingPkr, terms };
}

async function listRuns({ shop, db, clock }: ShopContext): Promise<readonly PriceRunLine[]> {
  const runs = await db.bulkRun.findMany({
    where: {
      shopId: shop.id,
      kind: { in: [...priceRunKinds] },
      OR: [{ state: { in: ["running", "done"] } }, { state: "stopped", undoUntil: { not: null } }],
    },
    orderBy: { createdAt: "desc" },
    take: RUNS_SHOWN,
  });
  return runs.map(({ id, kind, state, createdAt: at, by, undoUntil, undoneAt }) => ({
    ...{ id, kind, state, at, by },
    canUndo: undoUntil !== null && undoUntil > clock.now() && undoneAt === null && state !== "running",
  }));
}
