import { Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { VARIANT_GONE } from "#app/domain/messages/attention/listing-issues.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import type { PlannedStockedItem } from "./plan-batches.ts";
import { type StockRun, writeThenRenewLease } from "./stock-run.server.ts";
import { isQuantityKnown, type StockedItem } from "./stocked-item.ts";

type Tx = Prisma.TransactionClient;

const tables = { variant: Prisma.raw("listing_variant"), link: Prisma.raw("variant_link") } as const;

/** One of its quantities is refused by Shopify. */
const STOCK_REFUSED = "stock_refused";

/** In the order in which everybody locks stocked items: variants before links, each by their ids. */
export async function lockStockedItems(tx: Tx, shopId: ShopId, items: readonly StockedItem[]): Promise<void> {
  for (const kind of ["variant", "link"] as const) {
    const ids = items.filter((each) => each.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    await tx.$queryRaw`
      select from ${tables[kind]} where shop_id = ${shopId}::uuid and id = any(${ids}::uuid[])
      order by id for no key update`;
  }
}

/**
 * These stand in Shopify as planned: written just now, or so before. A mark that came meanwhile stays, and an order that
 * moved them meanwhile too.
 */
export async function saveStockedItems(run: StockRun, planned: readonly PlannedStockedItem[]): Promise<void> {
  if (planned.length === 0) return;
  await writeThenRenewLease(run, async (tx) => {
    for (const kind of ["variant", "link"] as const)
      await saveIn(
        tx,
        run,
        kind,
        planned.filter(({ item }) => item.kind === kind),
      );
    const confirmed = await confirmListings(tx, run, planned);
    await resolveRefused(tx, run, confirmed, planned);
  });
}

async function saveIn(
  tx: Tx,
  { ctx }: StockRun,
  kind: StockedItem["kind"],
  planned: readonly PlannedStockedItem[],
): Promise<void> {
  if (planned.length === 0) return;
  const ids = planned.map(({ item }) => item.id);
  const quantities = planned.map(({ quantity }) => quantity);
  const dues = planned.map(({ item }) => item.dueAt);
  const moves = planned.map(({ item }) => item.movedAt);
  const unsettled = planned.map(({ isUnsettled }) => isUnsettled);
  // Calm ones were not read in Shopify: what makes them unsure came meanwhile.
  const unread = planned.map(({ item }) => isQuantityKnown(item));
  await tx.$executeRaw`
    update ${tables[kind]} as row set
      pushed_quantity = now.quantity,
      stock_unsure = row.stock_unsure and now.unread,
      stock_due_at = nullif(row.stock_due_at, now.due_at),
      stock_moved_at = case when now.unsettled then coalesce(row.stock_moved_at, clock_timestamp())
        else nullif(row.stock_moved_at, now.moved_at) end
    from unnest(${ids}::uuid[], ${quantities}::int[], ${dues}::timestamptz[], ${moves}::timestamptz[],
      ${unsettled}::boolean[], ${unread}::boolean[]) as now (id, quantity, due_at, moved_at, unsettled, unread)
    where row.shop_id = ${ctx.shop.id}::uuid and row.id = now.id and row.id in (
      select id from ${tables[kind]} where shop_id = ${ctx.shop.id}::uuid and id = any(${ids}::uuid[])
      order by id for no key update)`;
}

/** A listing agrees with the service once none of its variants waits; what told us last is what confirms it. */
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
        select variant.stock_by from listing_variant as variant
        where variant.shop_id = listing.shop_id and variant.listing_id = listing.id
        order by variant.stock_at desc nulls last limit 1), confirmed_by, 'import')
    where shop_id = ${ctx.shop.id}::uuid and id = any(${ids}::uuid[]) and not exists (
      select from listing_variant as variant
      where variant.shop_id = listing.shop_id and variant.listing_id = listing.id
        and variant.inventory_item_gid is not null and variant.stock_due_at is not null
        and not exists (
          select from variant_link as link
          where link.shop_id = variant.shop_id and link.mode = variant.mode
            and link.variant_gid = variant.variant_gid))
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
  const variantGids = planned.flatMap(({ item }) => (item.kind === "link" ? (item.variantGid ?? []) : []));
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
  const idsOf = (kind: StockedItem["kind"]) => gone.filter((each) => each.kind === kind).map(({ id }) => id);
  const listingIds = [...new Set(gone.flatMap(({ listingId }) => listingId ?? []))];
  const none = { stockDueAt: null, stockMovedAt: null, stockUnsure: false, pushedQuantity: null };
  await writeThenRenewLease(run, async (tx) => {
    await lockStockedItems(tx, shopId, gone);
    await tx.listingVariant.updateMany({
      where: { shopId, id: { in: idsOf("variant") } },
      data: { ...none, inventoryItemGid: null },
    });
    await tx.variantLink.updateMany({
      where: { shopId, id: { in: idsOf("link") } },
      data: { ...none, inventoryItemGid: null },
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

async function titleOf(tx: Tx, shopId: ShopId, { kind, id }: StockedItem): Promise<string> {
  if (kind === "link") return (await tx.variantLink.findFirst({ where: { shopId, id } }))?.title ?? "";
  const where = { shopId, id };
  const row = await tx.listingVariant.findFirst({ where, include: { listing: { select: { title: true } } } });
  return [row?.listing.title, row?.title].filter(Boolean).join(", ");
}

const SELLING_FAST_MS = 30_000;

/** These are sold faster than they are written: a moment later all of it is known. */
export async function postponeStockedItems(run: StockRun, items: readonly StockedItem[]): Promise<void> {
  await writeThenRenewLease(run, (tx) => postpone(tx, run.ctx.shop.id, items, SELLING_FAST_MS));
}

async function postpone(tx: Tx, shopId: ShopId, items: readonly StockedItem[], ms: number): Promise<void> {
  const ids = items.map(({ id }) => id);
  await lockStockedItems(tx, shopId, items);
  for (const table of Object.values(tables)) {
    await tx.$executeRaw`
      update ${table} set
        stock_due_at = clock_timestamp() + ${ms} * interval '1 millisecond',
        stock_moved_at = clock_timestamp()
      where shop_id = ${shopId}::uuid and id = any(${ids}::uuid[])`;
  }
}
