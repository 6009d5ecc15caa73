import { Prisma } from "@prisma/client";
import { parcelCost } from "#app/domain/money/wallet-cost.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { type ParcelReport, toParcelReport } from "#app/domain/orders/parcels/parcel-report.ts";
import { type ParcelContents, planAllContents } from "#app/domain/orders/parcels/plan-contents.ts";
import { newParcel, withoutCustomer } from "#app/domain/orders/parcels/save-reports.server.ts";
import { toStatusFact } from "#app/domain/orders/parcels/status-fact.ts";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { namesSql, valuesSql } from "#app/platform/database/columns.ts";
import { clampToReceivedAt } from "#app/supplier/clamp-to-received-at.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import type { AttemptState } from "./handoff-state.ts";

type SavePlacedInput = {
  readonly records: readonly SupplierOrder[];
  readonly how: Extract<AttemptState, "accepted" | "adopted">;
  readonly replayed: boolean;
};

/** Commits that the service has the order: the attempt settled, the handoff placed, every parcel stored. */
export async function savePlaced(
  run: OrderRun,
  handoff: HandoffRecord,
  attempt: AttemptRecord,
  { records, how, replayed }: SavePlacedInput,
): Promise<void> {
  const { ctx, record } = run;
  const now = ctx.clock.now();
  const shopId = ctx.shop.id;
  const reports = records.map((each, at) => {
    const report = withoutCustomer(ctx, handoff, toParcelReport(each, { happenedAt: now }));
    return { ...report, fields: { part: at + 1, of: records.length, ...report.fields } };
  });
  const contents = planAllContents(
    handoff.items,
    reports.map(({ items, fields }) => ({ reported: items, wholesalePkr: fields.wholesalePkr })),
    Math.max(0, ...reports.map(({ fields }) => fields.of)),
  );
  const settled = Prisma.sql`
    update handoff_attempt set state = ${how}, settled_at = ${now}, error_code = null from held
    where shop_id = ${shopId}::uuid and idempotency_key = ${attempt.idempotencyKey}`;
  const placed = Prisma.sql`
    update handoff set state = 'placed', placed_at = ${now}, taken_at = ${takenAt(records, now)}, doubt = null,
      updated_at = now()
    from held where shop_id = ${shopId}::uuid and id = ${handoff.id}::uuid`;
  const granted = Prisma.sql`
    update order_decision set handled_at = ${now}::timestamptz from held
    where shop_id = ${shopId}::uuid and order_id = ${record.id}::uuid and kind = 'replace' and handled_at is null`;
  const settledChoice = Prisma.sql`
    update order_decision set handled_at = ${now}::timestamptz from held
    where shop_id = ${shopId}::uuid and order_id = ${record.id}::uuid and kind = 'placement_conflict'
      and subject = ${handoff.id} and handled_at is null`;
  const sums = handoff.paymentMode === "COD" ? { collects: handoff.collectsPkr } : { paid: paidNow(reports) };
  const params = { externalOrderId: handoff.externalOrderId, ...sums, replayed };
  await writeInLeaseStatement(run, {
    changes: {
      ...{ settled, placed },
      ...(requestedAt(record.decisions, "replace") ? { granted } : {}),
      ...(handoff.placementConflict === null ? {} : { settledChoice }),
      ...Object.fromEntries(
        reports.map((report, at) => [
          `parcel_${at}`,
          parcelSql(run, handoff, { report, contents: contents[at] ?? null }),
        ]),
      ),
    },
    facts: [
      {
        actor: "supplier",
        code: how === "adopted" ? "handoff_adopted" : "handoff_placed",
        params: { ...params, parcels: records.length },
      },
      ...reports.map((report) => ({ ...toStatusFact(report), at: report.happenedAt })),
    ],
  });
}

/** What left the wallet for prepaid parcels that do not wait for it; null where the service has not said it. */
function paidNow(reports: readonly ParcelReport[]): number | null {
  const costs = reports.filter(({ receivedAt }) => receivedAt).map(({ fields }) => parcelCost(fields));
  return costs.includes(null) ? null : costs.reduce<number>((total, cost) => total + (cost ?? 0), 0);
}

type PlannedParcel = { readonly report: ParcelReport; readonly contents: ParcelContents | null };

/** A parcel the service names twice, or one we have from elsewhere, stays as it is. */
function parcelSql(
  { ctx }: OrderRun,
  handoff: HandoffRecord,
  { report, contents }: PlannedParcel,
): Prisma.Sql {
  const row = newParcel(ctx, handoff, report);
  const columns = { ...row, contents: contents ? JSON.stringify(contents) : undefined };
  return Prisma.sql`
    insert into parcel (${namesSql("Parcel", columns)}, updated_at) select ${valuesSql(columns)}, now() from held
    on conflict (shop_id, mode, supplier_order_id) do nothing`;
}

/**
 * By the service's clock, as its stock is dated, and never after the answer arrived; null where its answer does not
 * say.
 */
function takenAt(records: readonly SupplierOrder[], now: Date): Date | null {
  const times = records.map(({ createdAt }) => new Date(createdAt ?? Number.NaN).getTime());
  const latest = Math.max(...times);
  return Number.isFinite(latest) ? clampToReceivedAt(new Date(latest), now) : null;
}
