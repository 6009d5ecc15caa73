import type { Delivery } from "@prisma/client";
import { Prisma } from "@prisma/client";
import { refreshCatalog } from "#app/domain/catalog/browse/refresh-catalog.server.ts";
import { applyEventsToListings } from "#app/domain/catalog/listings/sync/apply-events-to-listings.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { foldStock } from "#app/domain/inventory/fold-stock.server.ts";
import { foldReports, type ProductEvents, type ProductReport } from "#app/domain/inventory/product-event.ts";
import { wakeForProducts } from "#app/domain/orders/placement/waiting/wake-for-product.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { isTransient } from "#app/platform/http/transient-failure.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { clampToReceivedAt } from "#app/supplier/clamp-to-received-at.ts";
import { isMode, type Mode } from "#app/supplier/mode.ts";
import { parseSupplierEvent } from "#app/supplier/webhook-event.ts";

/**
 * What is done with events of products, hundreds of them at a time. A step may run twice for the same events: it writes
 * what is so by now into our rows and marks work; Shopify is written to by that work, not here. Events of products that
 * are not listed come too.
 */
type ProductEventStep = (ctx: ShopContext, events: readonly ProductEvents[]) => Promise<void>;

const steps: readonly ProductEventStep[] = [
  refreshCatalog,
  foldStock,
  applyEventsToListings,
  wakeForProducts,
];

const BATCH = 500;
/** Of sealed bodies, each of which may be 2 MB: they are opened and parsed together. */
const MOST_BYTES = 16 * 1024 * 1024;
/** So many batches, then others of the lane have their turn. */
const BATCHES_AT_ONCE = 10;
/** A shop that sells all the time hears of each order: what comes so soon after a run is taken together (D-64). */
const REST_MS = 2000;
/** Where a run takes long the process is busy, and what waits there for a person goes first: so many times as long. */
const REST_FOR_EACH_MS = 20;
const LONGEST_REST_MS = 6000;

/** What is to be known of a delivery to take it in. */
type WaitingDelivery = Pick<Delivery, "id" | "source" | "key" | "bodyEnc" | "receivedAt">;

/**
 * Folds in what the service reported about products in one mode, the oldest deliveries first. The
 * first event is taken at once; what follows within a moment gathers, as one run of many costs little more than one of one.
 */
export async function applyProductEvents(
  ctx: ShopContext,
  claim: ClaimedWork,
  { mode }: SubjectOf<"product.applyEvents">,
): Promise<WorkResult> {
  const startedAt = performance.now();
  switch (await applyWaitingProductEvents(ctx, claim, mode)) {
    case "none":
      return { kind: "done" };
    case "all":
      return { kind: "done", restMs: restAfter(performance.now() - startedAt) };
    case "some":
      return { kind: "requeue", afterMs: 0 };
  }
}

function restAfter(tookMs: number): number {
  return Math.round(Math.min(LONGEST_REST_MS, Math.max(REST_MS, tookMs * REST_FOR_EACH_MS)));
}

/** The same by another work of the same mode, under its own lease. Tells how much of what waited was taken. */
export async function applyWaitingProductEvents(
  ctx: ShopContext,
  claim: ClaimedWork,
  mode: Mode,
): Promise<"none" | "all" | "some"> {
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const { deliveries, areAll } = await listWaiting(ctx, mode);
    if (deliveries.length > 0) await applyBatch(ctx, claim, deliveries);
    else if (batch === 0) return "none";
    if (areAll) return "all";
  }
  return "some";
}

async function applyBatch(
  ctx: ShopContext,
  claim: ClaimedWork,
  deliveries: readonly WaitingDelivery[],
): Promise<void> {
  const read = deliveries.map((delivery) => ({ delivery, report: readReport(ctx, delivery) }));
  const events = foldReports(read.flatMap(({ report }) => report ?? []));
  const failed = new Set<string>();
  for (const step of steps) await runStep(ctx, step, events, failed);
  const aside = read.filter(({ report }) => report === null || failed.has(report.event.productId));
  failpoint("T3");
  const ids = deliveries.map(({ id }) => id);
  const asideIds = aside.map(({ delivery }) => delivery.id);
  const folded = Prisma.sql`
    update delivery set folded_at = clock_timestamp(),
      ignored = case when delivery.id = any(${asideIds}::bigint[]) then 'unreadable' end
    from held
    where delivery.shop_id = ${ctx.shop.id}::uuid and delivery.id = any(${ids}::bigint[])
    returning delivery.id`;
  await claim.lease.statement({
    parts: { folded },
    result: Prisma.sql`select 1 as folded from folded limit 1`,
  });
}

/** The first always, and as many after it as fit into what is read together; and whether these are all. */
async function listWaiting(
  { db, shop }: ShopContext,
  mode: Mode,
): Promise<{ readonly deliveries: readonly WaitingDelivery[]; readonly areAll: boolean }> {
  const deliveries = await queryRows<WaitingDelivery & { readonly listed: number }>(
    db,
    Prisma.sql`
    select sized.id, source, key, body_enc as "bodyEnc", received_at as "receivedAt", listed from (
      select id, sum(size) over (order by id) - size as before, (count(*) over ())::int as listed from (
        select id, octet_length(body_enc) as size from delivery
        where shop_id = ${shop.id}::uuid and source = 'supplier' and folded_at is null and ignored is null
          and topic like 'product.%' and key like ${`${mode}/%`}
        order by id limit ${BATCH}) as waiting) as sized
    join delivery on delivery.shop_id = ${shop.id}::uuid and delivery.id = sized.id
    where before < ${MOST_BYTES} order by sized.id`,
  );
  const [first] = deliveries;
  const areAll = first === undefined || (first.listed < BATCH && first.listed === deliveries.length);
  return { deliveries, areAll };
}

/** Null for what is none, and for a body that does not open: it would stand before all that comes after it. */
function readReport(ctx: ShopContext, delivery: WaitingDelivery): ProductReport | null {
  const body = openBody(ctx, delivery);
  const event = body && parseSupplierEvent(body);
  if (event?.kind !== "product" || !isMode(event.mode)) return null;
  const happenedAt = clampToReceivedAt(new Date(event.createdAt), delivery.receivedAt);
  return { mode: event.mode, name: event.event, happenedAt, event: event.product };
}

function openBody({ crypto, log }: ShopContext, delivery: WaitingDelivery): Buffer | null {
  try {
    return crypto.open(delivery.bodyEnc, deliveryPlace(delivery));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "sealed_value_unreadable") throw error;
    log.error({ event: "product_news_unreadable", deliveryId: String(delivery.id), code: error.code });
    return null;
  }
}

/** An event of one product that cannot be applied, whatever is in it, is put aside alone: a sweep reads what it meant. */
async function runStep(
  ctx: ShopContext,
  step: ProductEventStep,
  events: readonly ProductEvents[],
  failed: Set<string>,
): Promise<void> {
  try {
    await step(ctx, events);
  } catch (error) {
    if (isTransient(error)) throw error;
    for (const one of events) {
      if (!(await isStepApplied(ctx, step, one))) failed.add(one.productId);
    }
  }
}

async function isStepApplied(ctx: ShopContext, step: ProductEventStep, one: ProductEvents): Promise<boolean> {
  try {
    await step(ctx, [one]);
    return true;
  } catch (error) {
    if (isTransient(error)) throw error;
    const code = error instanceof Error ? error.name : "unknown";
    ctx.log.warn({ event: "product_news_put_aside", productId: one.productId, code });
    return false;
  }
}
