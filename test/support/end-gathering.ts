import type { App } from "#app/app.server.ts";
import { coalesceReportsMs, type DueWork } from "#app/platform/queue/work.server.ts";

/** The two times of a row that one statement wrote differ by no more than this from what it was put off for. */
const toleranceMs = 20;
/** Of a row that has been due for so long nobody was notified: the sweeper does it once a second. */
const unnotifiedMs = 100;

/**
 * The moment in which reports of an order gather is over: its row is due now if it was put off for just so long, and a
 * worker is notified. Leases, rests, what waits after a failure (its own, or of a sending whose outcome is not known) and
 * what was put off for another time stay as they are.
 */
export async function endGathering(
  { app, shopId }: { readonly app: App; readonly shopId: string },
  orderGid: string,
): Promise<void> {
  const due = await app.db.$queryRaw<DueWork[]>`
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
    returning id, lane, shop_id as "shopId"`;
  if (due.length > 0) await app.notify(due);
}
