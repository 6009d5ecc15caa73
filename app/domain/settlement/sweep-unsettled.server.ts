import { Prisma } from "@prisma/client";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import { requestOrderReconciles, type SweepRun, type SweepStep } from "#app/domain/sweeps/sweep-run.ts";
import type { OrderGid, OrderId } from "#app/platform/ids.ts";
import { kindSql } from "#app/platform/queue/work-kinds.ts";

type UnsettledOrderRow = { readonly id: OrderId; readonly orderGid: OrderGid; readonly isForgotten: boolean };

/**
 * Orders whose placing has stood open for more than five minutes: an issue is opened, if none is yet, and the order is
 * looked at if nothing else will: its work was given up or lost. What waits for its next try is left to it. Nobody outside is asked.
 */
export async function sweepUnsettled({ ctx }: SweepRun): Promise<SweepStep> {
  const shopId = ctx.shop.id;
  const unsettled = await ctx.db.$queryRaw<UnsettledOrderRow[]>`
    select "order".id, "order".order_gid as "orderGid", not exists (
        select from work where work.shop_id = "order".shop_id and work.kind = ${Prisma.raw(kindSql("order.reconcile"))}
          and work.subject = "order".order_gid and work.next_run_at is not null and work.dead_at is null
      ) as "isForgotten"
    from "order"
    where "order".shop_id = ${shopId}::uuid and (
      ("order".state = 'placing' and "order".updated_at < clock_timestamp() - interval '5 minutes')
      or exists (
        select from handoff join handoff_attempt on handoff_attempt.shop_id = handoff.shop_id
          and handoff_attempt.handoff_id = handoff.id
        where handoff.shop_id = "order".shop_id and handoff.order_id = "order".id and handoff.state = 'sending'
          and handoff_attempt.state = 'sending'
          and handoff_attempt.created_at < clock_timestamp() - interval '5 minutes'))
    limit 1000`;
  const forgotten = unsettled.filter(({ isForgotten }) => isForgotten);
  return {
    next: null,
    tally: { seen: unsettled.length, mended: forgotten.length },
    marks: requestOrderReconciles(forgotten.map(({ orderGid }) => orderGid)),
    write: async (tx) => {
      const known = await tx.attention.findMany({
        where: { shopId, thing: "order", thingId: { in: unsettled.map(({ id }) => id) }, resolvedAt: null },
        select: { thingId: true },
      });
      const opened = new Set(known.map(({ thingId }) => thingId));
      const unopened = unsettled.filter(({ id }) => !opened.has(id));
      for (const { id } of unopened) {
        const issue = { code: "placing_delayed", thing: "order", thingId: id, params: {} } as const;
        await openAttention(tx, { shopId, now: ctx.clock.now(), crypto: ctx.crypto }, issue);
      }
      return { tally: { opened: unopened.length } };
    },
  };
}
