import { Prisma, type ShadowDecision } from "@prisma/client";
import { ownWords } from "#app/domain/context/sealed-words.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { Hold, OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import type { ShadowVerdict } from "./shadow-mode.ts";

/** What would have been done with an order. Rupees are about, and null where they could not be known. */
export type NewShadowDecision = {
  readonly verdict: ShadowVerdict;
  /** What would have held it, or what it would have waited for, first. */
  readonly code: string | null;
  readonly holds: readonly Hold[];
  readonly paymentMode: PaymentMode | null;
  readonly collectsPkr: Rupees | null;
  readonly deliveredPkr: Rupees | null;
  readonly refusedPkr: Rupees | null;
};

export function findShadowDecision({
  ctx,
  record,
}: Pick<OrderRun, "ctx" | "record">): Promise<ShadowDecision | null> {
  const where = { shopId_orderId: { shopId: ctx.shop.id, orderId: record.id } };
  return ctx.db.shadowDecision.findUnique({ where });
}

/** Writes it under the lease, once a change: what is known already is not written again. */
export async function saveShadowDecision(
  run: OrderRun,
  known: ShadowDecision | null,
  decision: NewShadowDecision,
): Promise<void> {
  const row = { ...decision, holds: toStored(decision.holds) };
  if (known && isUnchanged(known, row)) return;
  const { ctx, record } = run;
  const now = ctx.clock.now();
  const decided = Prisma.sql`
    insert into shadow_decision (shop_id, order_id, verdict, code, holds, payment_mode, collects_pkr, delivered_pkr,
      refused_pkr, decided_at, changed_at)
    select ${ctx.shop.id}::uuid, ${record.id}::uuid, ${row.verdict}, ${row.code}::text,
      ${JSON.stringify(row.holds)}::jsonb, ${row.paymentMode}::text, ${row.collectsPkr}::int,
      ${row.deliveredPkr}::int, ${row.refusedPkr}::int, ${now}::timestamptz, ${now}::timestamptz
    from held
    on conflict (shop_id, order_id) do update set verdict = excluded.verdict, code = excluded.code,
      holds = excluded.holds, payment_mode = excluded.payment_mode, collects_pkr = excluded.collects_pkr,
      delivered_pkr = excluded.delivered_pkr, refused_pkr = excluded.refused_pkr, changed_at = excluded.changed_at`;
  await writeInLeaseStatement(run, { changes: { decided } });
}

/** Numbers and ids of its sentence; what somebody else wrote, as a city, is left out (R54). */
function toStored(holds: readonly Hold[]) {
  return holds.map(({ code, params = {} }) => ({ code, params: ownWords(params) }));
}

type Row = Omit<NewShadowDecision, "holds"> & { readonly holds: ReturnType<typeof toStored> };

function isUnchanged(known: ShadowDecision, row: Row): boolean {
  const { holds: knownHolds, ...same } = known;
  const { holds, ...fields } = row;
  const values = new Map<string, unknown>(Object.entries(same));
  return (
    Object.entries(fields).every(([name, value]) => values.get(name) === value) &&
    canonical(knownHolds) === canonical(holds)
  );
}

/** The database keeps the members of a JSON value in an order of its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}
