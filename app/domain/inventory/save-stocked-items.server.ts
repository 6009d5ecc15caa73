import type { Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { VARIANT_GONE } from "#app/domain/messages/attention/listing-issues.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import { isNotLinkedBesideSql } from "./load-stocked-items.server.ts";
import type { PlannedStockedItem } from "./plan-batches.ts";
import { type StockRun, writeThenRenewLease } from "./stock-run.server.ts";
import { isQuantityKnown, type StockedItem } from "./stocked-item.ts";

type Tx = Prisma.TransactionClient;

/** One of its quantities is refused by Shopify. */
const STOCK_REFUSED = "stock_refused";

/**
 * These stand in Shopify as planned: written just now, or so before. A mark that came meanwhile stays, and an order that
 * moved them meanwhile too.
 */
export async function saveStockedItems(run: StockRun, planned: readonly PlannedStockedItem[]): Promise<void> {
  if (planned.length === 0) return;
  await writeThenRenewLease(run, async (tx) => {
    await saveQuantities(tx, run, planned);
    const confirmed = await confirmListings(tx, run, planned);
    await resolveRefused(tx, run, confirmed, planned);
  });
}

async function saveQuantities(
  tx: Tx,
  { ctx }: StockRun,
  planned: readonly PlannedStockedItem[],
): Promise<void> {
  const ids = planned.map(({ item }) => item.id);
  const quantities = planned.map(({ quantity }) => quantity);
  const dues = planned.map(({ item }) => item.dueAt);
  const moves = planned.map(({ item }) => item.movedAt);
  const unsettled = planned.map(({ isUnsettled }) => isUnsettled);
  // Uncertain by what came meanwhile: of these Shopify was not read. Of the others a later mark says so.
  const unread = planned.map(({ item }) => isQuantityKnown(item));
  await tx.$executeRaw`
    update stocked_item as row set
      pushed_quantity = now.quantity,
      stock_unsure = row.stock_unsure and (now.unread or row.stock_due_at is distinct from now.due_at),
      stock_due_at = nullif(row.stock_due_at, now.due_at),
      stock_moved_at = case when now.unsettled then coalesce(row.stock_moved_at, clock_timestamp())
        else nullif(row.stock_moved_at, now.moved_at) end
    from unnest(${ids}::uuid[], ${quantities}::int[], ${dues}::timestamptz[], ${moves}::timestamptz[],
      ${unsettled}::boolean[], ${unread}::boolean[]) as now (id, quantity, due_at, moved_at, unsettled, unread)
    where row.shop_id = ${ctx.shop.id}::uuid and row.id = now.id and row.id in (
      select id from stocked_item where shop_id = ${ctx.shop.id}::uuid and id = any(${ids}::uuid[])
      order by id for no key update)`;
}

/** A listing agrees with the service once none of its variants waits; what reported it last is what confirms it. */
async function confirmListings(
  tx: Tx,
  { ctx }: StockRun,
  planned: readonly PlannedStockedItem[],
): Promise<readonly ListingId[]> {
  const ids = [...new Set(planned.flatMap(({ item }) => item.listingId ?? []))];
  if (ids.length === 0) return [];
  const confirmed = await tx.$queryRaw<{ readonly id: ListingId }[]>`
    update listing set
      confirmed_at = clock_timestamp(),
      confirmed_by = coalesce((
        select component.stock_by from stocked_item as item
        join stocked_component as component on component.shop_id = item.shop_id and component.item_id = item.id
        where item.shop_id = listing.shop_id and item.listing_id = listing.id
        order by component.stock_at desc nulls last limit 1), confirmed_by, 'import')
    where shop_id = ${ctx.shop.id}::uuid and id = any(${ids}::uuid[]) and not exists (
      select from stocked_item as row
      where row.shop_id = listing.shop_id and row.listing_id = listing.id
        and row.inventory_item_gid is not null and row.stock_due_at is not null and ${isNotLinkedBesideSql})
    returning id`;
  return confirmed.map(({ id }) => id);
}

/** Shopify took what it had refused. */
async function resolveRefused(
  tx: Tx,
  { ctx }: StockRun,
  listingIds: readonly ListingId[],
  planned: readonly PlannedStockedItem[],
): Promise<void> {
  const shopId = ctx.shop.id;
  const variantGids = planned.flatMap(({ item }) => (item.listingId === null ? (item.variantGid ?? []) : []));
  const open = await tx.attention.findMany({
    where: {
      ...{ shopId, code: STOCK_REFUSED, resolvedAt: null },
      OR: [
        { thing: "listing", thingId: { in: [...listingIds] } },
        { thing: "variant", thingId: { in: variantGids } },
      ],
    },
  });
  for (const { thing, thingId } of open) {
    const subject =
      thing === "listing" ? ({ thing, thingId } as const) : ({ thing: "variant", thingId } as const);
    const all = await tx.attention.findMany({ where: { shopId, thing, thingId, resolvedAt: null } });
    const keep = all.map(({ code }) => code).filter((code) => code !== STOCK_REFUSED);
    await resolveAttention(tx, { shopId, now: ctx.clock.now() }, subject, { by: "karwan", keep });
  }
}

/** Shopify does not know these any more: their listing says so, and the others go on. */
export async function saveGone(run: StockRun, gone: readonly StockedItem[]): Promise<void> {
  if (gone.length === 0) return;
  const { ctx } = run;
  const shopId = ctx.shop.id;
  const listingIds = [...new Set(gone.flatMap(({ listingId }) => listingId ?? []))];
  await writeThenRenewLease(run, async (tx) => {
    const ids = gone.map(({ id }) => id);
    await lockItems(tx, shopId, ids);
    await tx.stockedItem.updateMany({
      where: { shopId, id: { in: ids } },
      data: {
        ...{ inventoryItemGid: null, pushedQuantity: null },
        ...{ stockDueAt: null, stockMovedAt: null, stockUnsure: false },
      },
    });
    await tx.listing.updateMany({
      where: { shopId, id: { in: listingIds } },
      data: { syncFailure: VARIANT_GONE },
    });
    for (const { id, title } of await tx.listing.findMany({
      where: { shopId, id: { in: listingIds } },
      select: { id: true, title: true },
    })) {
      const subject = { thing: "listing", thingId: id } as const;
      const isNew = await openAttention(
        tx,
        { shopId, now: ctx.clock.now() },
        {
          ...subject,
          code: VARIANT_GONE,
          params: { title },
        },
      );
      if (isNew) await recordFact(tx, shopId, { ...subject, actor: "shopify", code: VARIANT_GONE });
    }
  });
}

const REFUSED_MS = 10 * 60_000;
const LONGEST_WORDS = 300;

/** Shopify takes no such quantity of these: that is said with its words, and tried again later. */
export async function saveRefused(
  run: StockRun,
  refused: readonly { readonly item: StockedItem; readonly words: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  const { shop } = run.ctx;
  await writeThenRenewLease(run, async (tx) => {
    await postpone(
      tx,
      shop.id,
      refused.map(({ item }) => item),
      REFUSED_MS,
    );
    for (const { item, words } of refused) await recordRefused(tx, run, item, words);
  });
}

async function recordRefused(tx: Tx, { ctx }: StockRun, item: StockedItem, words: string): Promise<void> {
  const written = { shopId: ctx.shop.id, now: ctx.clock.now() };
  const title = await titleOf(tx, written.shopId, item);
  const issue = { code: STOCK_REFUSED, params: { title, detail: words.slice(0, LONGEST_WORDS) } } as const;
  const { listingId, variantGid, inventoryItemGid } = item;
  if (listingId === null) {
    const thingId = variantGid ?? inventoryItemGid;
    return void (await openAttention(tx, written, { ...issue, thing: "variant", thingId }));
  }
  const subject = { thing: "listing", thingId: listingId } as const;
  const isNew = await openAttention(tx, written, { ...issue, ...subject });
  if (isNew) await recordFact(tx, written.shopId, { ...subject, actor: "shopify", code: STOCK_REFUSED });
}

async function titleOf(tx: Tx, shopId: ShopId, { id }: StockedItem): Promise<string> {
  const row = await tx.stockedItem.findUnique({
    where: { shopId_id: { shopId, id } },
    select: {
      link: { select: { title: true } },
      listingVariant: { select: { title: true, listing: { select: { title: true } } } },
    },
  });
  if (row?.link) return row.link.title;
  const variant = row?.listingVariant;
  return [variant?.listing.title, variant?.title].filter(Boolean).join(", ");
}

const SELLING_FAST_MS = 30_000;

/** These are sold faster than they are written: a moment later all of it is known. */
export async function postponeStockedItems(run: StockRun, items: readonly StockedItem[]): Promise<void> {
  await writeThenRenewLease(run, (tx) => postpone(tx, run.ctx.shop.id, items, SELLING_FAST_MS));
}

async function postpone(tx: Tx, shopId: ShopId, items: readonly StockedItem[], ms: number): Promise<void> {
  const ids = items.map(({ id }) => id);
  await lockItems(tx, shopId, ids);
  await tx.$executeRaw`
    update stocked_item set
      stock_due_at = clock_timestamp() + ${ms} * interval '1 millisecond',
      stock_moved_at = clock_timestamp()
    where shop_id = ${shopId}::uuid and id = any(${ids}::uuid[])`;
}
