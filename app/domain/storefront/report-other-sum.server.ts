import type { Rupees } from "#app/domain/money/rupees.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { countTry } from "./count-tries.server.ts";
import { readAskedSum } from "./read-asked-sum.ts";
import type { StorefrontContext } from "./storefront-context.ts";
import { findLinkedOrder, type TrackingResult, trackLinkedOrder } from "./track-order.server.ts";
import { currentHandoffs, hasLeft } from "./tracked-parcels.ts";
import type { TrackedOrder } from "./tracked-rows.server.ts";

/** What is said to a customer who tells that the rider asked for another sum. */
export type OtherSumAnswer = "reported" | "reported_today" | "same_sum" | "no_sum" | "not_yet";

export type TypedReport = {
  /** Of the page it was typed on. */
  readonly token: string;
  readonly parcel: string;
  readonly sum: string;
  /** Whoever sends it, as Shopify says. */
  readonly address: string | null;
};

type ReportResult = TrackingResult & { readonly said?: OtherSumAnswer };

/** Tells the merchant what a rider asked for: once a day for each parcel. Shows the order again. */
export async function reportOtherSum(ctx: StorefrontContext, typed: TypedReport): Promise<ReportResult> {
  if (!(await countTry(ctx, { typed: null, address: typed.address }))) return { kind: "limited" };
  const order = await findLinkedOrder(ctx, typed.token);
  const said = order && (await tell(ctx, order, typed));
  const shown = await trackLinkedOrder(ctx, typed.token);
  if (!order || !said || shown.kind !== "found") return shown;
  return said === "reported" ? { ...shown, said, work: [workOf(order), ...shown.work] } : { ...shown, said };
}

async function tell(
  ctx: StorefrontContext,
  order: TrackedOrder,
  typed: TypedReport,
): Promise<OtherSumAnswer> {
  const parcels = currentHandoffs(order).flatMap((handoff) => handoff.parcels);
  const parcel = parcels.find(({ id }) => id === typed.parcel);
  if (!parcel || !hasLeft(parcel)) return "not_yet";
  const asked = readAskedSum(typed.sum);
  if (asked === null) return "no_sum";
  if (asked === parcel.codPkr) return "same_sum";
  return (await keepReport(ctx, { order, parcel, asked })) ? "reported" : "reported_today";
}

type Report = {
  readonly order: TrackedOrder;
  readonly parcel: ReturnType<typeof currentHandoffs>[number]["parcels"][number];
  readonly asked: Rupees;
};

/** False where one of today is kept already. */
async function keepReport(
  { shop, db, clock }: StorefrontContext,
  { order, parcel, asked }: Report,
): Promise<boolean> {
  const [shopId, now] = [shop.id, clock.now()];
  const today = startOfToday(now, shop.timezone);
  // Judged before anything is locked, so that what is said again wakes nothing; and below once more, for reports at once.
  if (parcel.riderAskedAt !== null && parcel.riderAskedAt >= today) return false;
  return await db.$transaction(async (tx) => {
    await requestReconcile(tx, [{ ...workOf(order), shopId }], { notifyFollows: true });
    const { count } = await tx.parcel.updateMany({
      where: { shopId, id: parcel.id, ...notSaid(today) },
      data: { riderAskedPkr: asked, riderAskedAt: now },
    });
    if (count === 0) return false;
    const { part, of, codPkr: due } = parcel;
    await recordFact(tx, shopId, {
      ...{ thing: "order", thingId: order.id, actor: "customer", code: "other_sum_reported" },
      ...{ params: { asked, due, part, of }, at: now },
    });
    return true;
  });
}

function notSaid(since: Date) {
  return { OR: [{ riderAskedAt: null }, { riderAskedAt: { lt: since } }] };
}

function startOfToday(now: Date, timezone: string): Date {
  return startOfDay(calendarDay(now, timezone), timezone) ?? now;
}

function workOf({ orderGid }: TrackedOrder): ShopWork {
  return { kind: "order.reconcile", subject: { orderGid } };
}
