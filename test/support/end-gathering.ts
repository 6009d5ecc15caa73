import { Prisma } from "@prisma/client";
import type { App } from "#app/app.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { coalesceReportsMs, type DueWork } from "#app/platform/queue/work.server.ts";

/** The two times of a row that one statement wrote differ by no more than this from what it was put off for. */
const toleranceMs = 20;
/** Of a row that has been due for so long nobody was notified: the sweeper does it once a second. */
const unnotifiedMs = 100;

/** An order's row of work. */
export type OrderWork = {
  /** Somebody runs it, or is notified just now. */
  readonly isTaken: boolean;
  readonly nextRunAt: Date | null;
  /** Another one whenever the row of work or the order's own has been written. */
  readonly version: string;
};

type Found = OrderWork & DueWork & { readonly isDueNow: boolean };

/**
 * The moment in which reports of an order gather is over: its row is due now if it was put off for just so long, and a
 * worker is notified. Leases, rests, what waits after a failure (its own, or of a sending whose outcome is not known) and
 * what was put off for another time stay as they are. Who waits for an order asks many times a second, so this and how its
 * work stands are one statement.
 */
export async function endGathering(
  { app, shopId }: { readonly app: App; readonly shopId: string },
  orderGid: string,
): Promise<OrderWork | null> {
  const [found] = await queryRows<Found>(
    app.db,
    Prisma.sql`
    with due as (
      update work set next_run_at = least(next_run_at, clock_timestamp())
      where shop_id = ${shopId}::uuid and kind = 'order.reconcile' and subject = ${orderGid}
        and lease_token is null and attempts = 0 and dead_at is null and rests_until is null
        and (
          next_run_at < clock_timestamp() - ${unnotifiedMs} * interval '1 millisecond'
          or (next_run_at > clock_timestamp()
            and abs(extract(epoch from next_run_at - updated_at) * 1000 - ${coalesceReportsMs}) < ${toleranceMs}
            and not exists (
              select from handoff_attempt attempt
              join handoff on handoff.shop_id = attempt.shop_id and handoff.id = attempt.handoff_id
              join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
              where "order".shop_id = work.shop_id and "order".order_gid = work.subject and attempt.state = 'sending')))
      returning id
    )
    select work.id, work.lane, work.shop_id as "shopId", work.next_run_at as "nextRunAt", due.id is not null as "isDueNow",
      work.lease_token is not null or due.id is not null as "isTaken",
      concat_ws(' ', work.xmin, "order".xmin) as version
    from work
    left join due on due.id = work.id
    left join "order" on "order".shop_id = work.shop_id and "order".order_gid = work.subject
    where work.shop_id = ${shopId}::uuid and work.kind = 'order.reconcile' and work.subject = ${orderGid}`,
  );
  if (found?.isDueNow) await app.notify([found]);
  return found ?? null;
}

/** So often a look is worth it although both rows are the same: parcels and problems are rows of their own. */
const EVERY_LOOKS = 5;

/** Whether an order that was looked at for nothing is worth another look. */
export function createChangeWatch(): (work: OrderWork) => boolean {
  let seen = "";
  let looks = 0;
  return ({ version }) => {
    looks = version === seen ? looks + 1 : 0;
    seen = version;
    return looks % EVERY_LOOKS === 0;
  };
}
