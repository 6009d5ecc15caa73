import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import { findTexts } from "#app/domain/sweeps/find-texts.ts";
import type { SweepKind } from "#app/domain/sweeps/sweep-kinds.ts";
import {
  isJsonObject,
  numberOf,
  type Position,
  requestOrderReconciles,
  type ServiceRun,
  type SweepStep,
  textOf,
  toTally,
} from "#app/domain/sweeps/sweep-run.ts";
import { type OrderGid, type ParcelId, toExternalOrderId, toSupplierOrderId } from "#app/platform/ids.ts";
import { listKnownEventKeys } from "#app/platform/known-deliveries.server.ts";
import type { WebhookDelivery } from "#app/supplier/webhooks.ts";

const PAGE_SIZE = 100;
/** A delivery is given up after 20 hours and 36 minutes (document, Delivery); what is older was judged before. */
const SETTLED_AFTER_MS = 48 * 60 * 60_000;

/**
 * Deliveries the service has given up. Which fields its log has is not documented: an entry that names an order of ours
 * has that order's parcels read; one that names nothing brings the comparison of all parcels forward.
 */
export async function sweepFailedDeliveries(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { ctx, service } = run;
  const cursor = textOf(position, "cursor") ?? undefined;
  const page = await service.client.listDeliveries({ status: "failed", limit: PAGE_SIZE, cursor });
  await saveQuota(ctx, service.client, service.connection);
  const failed = page.data.map(describeEntry).filter(({ isAboutOrders }) => isAboutOrders);
  const received = await listReceived(run, failed);
  const lost = failed.filter(({ texts }) => !texts.some((text) => received.has(text)));
  const seenBefore = numberOf(position, "seen");
  const seen = seenBefore + failed.length;
  const goesOn = page.nextCursor !== null && page.nextCursor !== cursor && !isOld(run, failed);
  return {
    next: goesOn ? { cursor: page.nextCursor, seen } : null,
    tally: { seen: failed.length },
    calls: 1,
    write: async (tx, mark) => {
      const named = await findNamed(run, tx, lost);
      const unnamed = lost.filter(({ texts }) => !texts.some((text) => named.names.has(text)));
      const hasUnsettled = await isUnsettled(run, unnamed, seen);
      if (hasUnsettled) {
        await bringForward(tx, run.schedule, "parcels");
        await bringForward(tx, run.schedule, "parcels_delivered");
      }
      await mark(requestOrderReconciles(named.orderGids));
      await tx.parcel.updateMany({
        where: { shopId: run.ctx.shop.id, id: { in: [...named.parcelIds] } },
        data: { readAt: null },
      });
      const { length } = named.parcelIds;
      return { tally: { mended: length }, calls: length };
    },
  };
}

type DeliveryEntry = {
  readonly texts: readonly string[];
  readonly at: Date | null;
  readonly isAboutOrders: boolean;
};

function describeEntry(entry: WebhookDelivery): DeliveryEntry {
  const texts = findTexts(entry);
  const created =
    isJsonObject(entry) && typeof entry.createdAt === "string" ? new Date(entry.createdAt) : null;
  return {
    texts,
    at: created && !Number.isNaN(created.getTime()) ? created : null,
    isAboutOrders: !texts.some((text) => text.startsWith("product.")),
  };
}

/** Event ids that reached us after all, by the service's own trying again or by a person's. */
async function listReceived(
  { ctx, service }: ServiceRun,
  entries: readonly DeliveryEntry[],
): Promise<Set<string>> {
  const { mode } = service.connection;
  const keys = entries.flatMap(({ texts }) => texts.map((text) => `${mode}/${text}`));
  const known = await listKnownEventKeys(ctx.db, ctx.shop.id, keys);
  return new Set([...known].map((key) => key.slice(mode.length + 1)));
}

type NamedRows = {
  readonly names: ReadonlySet<string>;
  readonly parcelIds: readonly ParcelId[];
  readonly orderGids: readonly OrderGid[];
};

/** The parcels that the entries name and that nothing has reported since. */
async function findNamed(
  { ctx, service, callsLeft }: ServiceRun,
  tx: Parameters<NonNullable<SweepStep["write"]>>[0],
  entries: readonly DeliveryEntry[],
): Promise<NamedRows> {
  const names = entries.flatMap(({ texts }) => texts);
  const parcels = await tx.parcel.findMany({
    where: {
      ...{ shopId: ctx.shop.id, mode: service.connection.mode },
      OR: [
        { supplierOrderId: { in: names.map(toSupplierOrderId) } },
        { handoff: { externalOrderId: { in: names.map(toExternalOrderId) } } },
      ],
    },
    include: { handoff: { select: { externalOrderId: true, order: { select: { orderGid: true } } } } },
  });
  const stale = parcels.filter((parcel) => {
    const reported = entries.filter(({ texts }) =>
      texts.some((text) => text === parcel.supplierOrderId || text === parcel.handoff.externalOrderId),
    );
    return reported.some(({ at }) => at === null || latestOf(parcel.readAt, parcel.listedAt) < at.getTime());
  });
  const asked = stale.slice(0, Math.max(0, Math.floor(callsLeft)));
  return {
    names: new Set(parcels.flatMap((parcel) => [parcel.supplierOrderId, parcel.handoff.externalOrderId])),
    parcelIds: asked.map(({ id }) => id),
    orderGids: asked.map(({ handoff }) => handoff.order.orderGid),
  };
}

function latestOf(...times: readonly (Date | null)[]): number {
  return Math.max(...times.map((time) => time?.getTime() ?? 0));
}

/** Whether what names nothing may hold events that the last comparison of parcels did not see. */
async function isUnsettled(
  run: ServiceRun,
  unnamed: readonly DeliveryEntry[],
  seen: number,
): Promise<boolean> {
  if (unnamed.length === 0) return false;
  const { ctx, schedule } = run;
  const kinds: SweepKind[] = ["parcels", "parcels_delivered"];
  const where = { shopId: ctx.shop.id, mode: schedule.mode, kind: { in: kinds } };
  const looks = await ctx.db.schedule.findMany({ where });
  const comparedAt = looks.map(({ startedAt, lastRanAt }) => (lastRanAt ? (startedAt?.getTime() ?? 0) : 0));
  const seenLast = toTally(schedule.lastResult).seen ?? 0;
  return unnamed.some(({ at }) => (at ? comparedAt.some((time) => time < at.getTime()) : seen > seenLast));
}

/** Newest first, a page that ends among old entries is the last one of interest. */
function isOld({ ctx }: ServiceRun, entries: readonly DeliveryEntry[]): boolean {
  const times = entries.map(({ at }) => at?.getTime() ?? Number.POSITIVE_INFINITY);
  const descends = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY;
  return descends && last < ctx.clock.now().getTime() - SETTLED_AFTER_MS;
}
