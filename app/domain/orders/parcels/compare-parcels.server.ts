import { createHash } from "node:crypto";
import type { Prisma } from "@prisma/client";
import { deliveryPlace, listedTopic } from "#app/domain/deliveries/delivery-place.ts";
import { parseExternalOrderId } from "#app/domain/orders/placement/external-order-id.ts";
import { recordOrderTerms } from "#app/domain/policy/terms/record-terms.server.ts";
import { requestOrderReconciles, type ServiceRun, type SweepStep } from "#app/domain/sweeps/sweep-run.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { listKnownEventKeys } from "#app/platform/known-deliveries.server.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { openParcel } from "./cancellation-reason.ts";
import { addsFields } from "./fold-fields.ts";
import { type ParcelReport, toParcelReport } from "./parcel-report.ts";
import { foldStatus } from "./parcel-status.ts";

const ON_ITS_WAY_MS = 60_000;

type ListedParcel = { readonly record: SupplierOrder; readonly report: ParcelReport };

/** A handoff the service's list names, with what we know of its parcels. */
const known = {
  parcels: true,
  order: { select: { orderGid: true } },
} as const satisfies Prisma.HandoffInclude;

type KnownHandoff = Prisma.HandoffGetPayload<{ include: typeof known }>;

/**
 * Compares one page of the service's records with our parcels. A record that says more than our row is put into the inbox
 * as a report, exactly as its lost event would have been, and folded in by the order's own work: no further read is needed.
 * The same record gives the same receipt, so that finding it twice changes nothing.
 */
export async function compareParcels(run: ServiceRun, page: readonly SupplierOrder[]): Promise<SweepStep> {
  const { ctx } = run;
  const { mode } = run.service.connection;
  const now = ctx.clock.now();
  await recordOrderTerms(ctx.db, run.service.connection, page);
  const listed = page.map((record) => ({ record, report: toParcelReport(record, { happenedAt: now }) }));
  const names = page.flatMap(({ externalOrderId }) => externalOrderId ?? []);
  const handoffs = await ctx.db.handoff.findMany({
    where: { shopId: ctx.shop.id, mode, externalOrderId: { in: names } },
    include: known,
  });
  const byName = new Map(handoffs.map((handoff) => [handoff.externalOrderId, handoff]));
  const findHandoff = ({ externalOrderId }: SupplierOrder) => externalOrderId && byName.get(externalOrderId);
  const changed = listed.flatMap((each) => {
    const handoff = findHandoff(each.record);
    return handoff && hasUnrecordedChange(ctx, handoff, each) ? [{ ...each, handoff }] : [];
  });
  const strangers = page.filter((record) => isLostHandoff(run, record) && !findHandoff(record));
  return {
    next: null,
    tally: { seen: page.length, unknown: strangers.length },
    write: async (tx, mark) => {
      await lockOrders(tx, ctx.shop.id, handoffs);
      const fresh = await saveReports(tx, run, changed);
      await mark(requestOrderReconciles(fresh.map(({ handoff }) => handoff.order.orderGid)));
      await recordListed(tx, run, page);
      const overdueAt = now.getTime() - ON_ITS_WAY_MS * ctx.env.SWEEP_INTERVAL_SCALE;
      return {
        tally: { mended: fresh.filter(({ report }) => report.happenedAt.getTime() <= overdueAt).length },
      };
    },
  };
}

/**
 * A record of the same status counts as changed when it holds a figure that our row lacks: a courier, a released
 * margin.
 */
function hasUnrecordedChange(
  ctx: ServiceRun["ctx"],
  handoff: KnownHandoff,
  { report }: ListedParcel,
): boolean {
  const parcel = handoff.parcels.find((each) => each.supplierOrderId === report.supplierOrderId);
  if (!parcel) return true;
  if (parcel.status !== report.status) return foldStatus(parcel.status, report.status).kind !== "ignore";
  return addsFields(openParcel(ctx, parcel), report.fields);
}

/** Under our own name for an order of this shop, although we know of no such handoff. */
function isLostHandoff({ ctx, service }: ServiceRun, { externalOrderId }: SupplierOrder): boolean {
  const parts = externalOrderId ? parseExternalOrderId(externalOrderId) : null;
  return (
    parts !== null &&
    parts.mode === service.connection.mode &&
    parts.shopId === ctx.shop.gid?.split("/").at(-1)
  );
}

/** Waits for runs that write parcels of these orders: each takes them in an order of its own, after its row of work. */
async function lockOrders(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  handoffs: readonly KnownHandoff[],
): Promise<void> {
  const gids = handoffs.map(({ order }) => order.orderGid);
  await tx.$queryRaw`
    select from work where shop_id = ${shopId}::uuid and kind = 'order.reconcile' and subject = any(${gids}::text[])
    order by subject for no key update`;
}

async function recordListed(
  tx: Prisma.TransactionClient,
  { ctx, service }: ServiceRun,
  page: readonly SupplierOrder[],
): Promise<void> {
  await tx.$executeRaw`
    update parcel set listed_at = clock_timestamp()
    where shop_id = ${ctx.shop.id}::uuid and mode = ${service.connection.mode}
      and supplier_order_id = any(${page.map(({ id }) => id)}::text[])`;
}

type ParcelReportRow = ListedParcel & { readonly handoff: KnownHandoff };

/** Returns what was not in the inbox yet. */
async function saveReports(
  tx: Prisma.TransactionClient,
  { ctx, service }: ServiceRun,
  reports: readonly ParcelReportRow[],
): Promise<ParcelReportRow[]> {
  if (reports.length === 0) return [];
  const { mode } = service.connection;
  const receipts = reports.map((each) => {
    const raw = JSON.stringify(each.record.raw);
    const id = `listed_${createHash("sha256").update(raw).digest("hex").slice(0, 32)}`;
    const place = { source: "supplier" as const, key: `${mode}/${id}` };
    const event = { id, event: listedTopic, mode, createdAt: ctx.clock.now().toISOString() };
    const body = Buffer.from(JSON.stringify({ ...event, data: each.record.raw }));
    const receipt = {
      ...{ shopId: ctx.shop.id, ...place, topic: event.event, subject: each.handoff.externalOrderId },
      bodyEnc: ctx.crypto.seal(body, deliveryPlace(place)),
    };
    return { each, receipt };
  });
  const known = await listKnownEventKeys(
    tx,
    ctx.shop.id,
    receipts.map(({ receipt }) => receipt.key),
  );
  const inserted = await tx.delivery.createManyAndReturn({
    data: receipts.flatMap(({ receipt }) => (known.has(receipt.key) ? [] : [receipt])),
    skipDuplicates: true,
    select: { key: true },
  });
  const keys = new Set(inserted.map(({ key }) => key));
  return receipts.filter(({ receipt }) => keys.has(receipt.key)).map(({ each }) => each);
}
