import type { Prisma } from "@prisma/client";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import { requestStockReconcileAfter } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { type Position, type ServiceRun, type SweepStep, textOf } from "#app/domain/sweeps/sweep-run.ts";
import type { StockedItemId, SupplierVariantId } from "#app/platform/ids.ts";
import { applyWholesalePrices } from "./apply-wholesale-prices.server.ts";
import { toReport, VARIANTS_PER_READ } from "./fetch-stock.server.ts";
import { saveStock } from "./save-stock.server.ts";

/** While it goes on, what it finds gathers: written page by page it would be more and smaller lists. */
const SWEEPS_ON_MS = 60_000;

/**
 * Asks the service for the stock of every variant that is listed or linked, a hundred a call: what events said, and what
 * they lost. Only what differs is written to Shopify, by the work that does so anyway.
 */
export async function sweepStock(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { ctx, service } = run;
  const { mode } = service.connection;
  const after = textOf(position, "after") ?? "";
  const ids = await listNext(run, after);
  // A last page that is empty still has the ones before it written.
  const atOnce = [{ kind: "inventory.push", subject: { mode } } as const];
  if (ids.length === 0) return { next: null, tally: {}, marks: atOnce };
  const reading = await service.client.readInventory(ids);
  const { items, asOf } = reading;
  await saveQuota(ctx, service.client, service.connection);
  const since = textOf(position, "since") ?? asOf.toISOString();
  const last = ids.at(-1) ?? after;
  const isLast = ids.length < VARIANTS_PER_READ;
  return {
    next: isLast ? null : { after: last, since },
    tally: { seen: items.length },
    calls: 1,
    write: async (tx) => {
      const shopId = ctx.shop.id;
      const reports = items.map((item) => toReport(item, asOf));
      await applyWholesalePrices(tx, { shopId, now: ctx.clock.now() }, mode, reading);
      const changed = await saveStock(tx, { shopId, mode, by: "sweep" }, reports);
      await confirmListings(tx, run, { ids, since: new Date(since) }, changed);
      await requestStockReconcileAfter(tx, { shopId, delayMs: SWEEPS_ON_MS }, changed);
      return {
        marks: isLast ? atOnce : [],
        tally: { mended: changed.length },
      };
    },
  };
}

async function listNext({ ctx, service }: ServiceRun, after: string): Promise<readonly SupplierVariantId[]> {
  const shopId = ctx.shop.id;
  const { mode } = service.connection;
  const rows = await ctx.db.$queryRaw<{ id: SupplierVariantId }[]>`
    select distinct component.supplier_variant_id as id
    from stocked_component as component
    join stocked_item as item on item.shop_id = component.shop_id and item.id = component.item_id
    left join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
    where component.shop_id = ${shopId}::uuid and component.mode = ${mode}
      and component.supplier_variant_id > ${after} and listing.unlinked_at is null
    order by 1 limit ${VARIANTS_PER_READ}`;
  return rows.map(({ id }) => id);
}

/** A listing of which this look has seen every variant, and none has another quantity by now. */
async function confirmListings(
  tx: Prisma.TransactionClient,
  { ctx, service }: ServiceRun,
  { ids, since }: { readonly ids: readonly SupplierVariantId[]; readonly since: Date },
  changed: readonly StockedItemId[],
): Promise<void> {
  const shopId = ctx.shop.id;
  await tx.$executeRaw`
    update listing set confirmed_at = clock_timestamp(), confirmed_by = 'sweep'
    where shop_id = ${shopId}::uuid and id in (
      select listing_id from listing_variant
      where shop_id = ${shopId}::uuid and mode = ${service.connection.mode}
        and supplier_variant_id = any(${[...ids]}::text[]))
      and not exists (
        select from listed_variant as variant
        where variant.shop_id = listing.shop_id and variant.listing_id = listing.id
          and variant.inventory_item_gid is not null
          and (variant.stock_due_at is not null or variant.stock_at is null or variant.stock_at < ${since}
            or variant.id = any(${[...changed]}::uuid[])))`;
}
