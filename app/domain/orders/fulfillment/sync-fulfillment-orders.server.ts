import { randomUUID } from "node:crypto";
import { type FulfillmentOrder, Prisma } from "@prisma/client";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { kindSql } from "#app/platform/queue/work-kinds.ts";

/** Keeps which order each fulfillment order belongs to, so that a webhook that names only it finds its order. */
export async function syncFulfillmentOrders(run: ReadRun): Promise<StepResult> {
  const known = new Map(run.record.fulfillmentOrders.map((each) => [each.gid, each]));
  const changedRows = run.shopify.fulfillmentOrders
    .map((each) => ({ gid: each.id, atOurLocation: each.locationId === run.locationGid }))
    .filter(({ gid, atOurLocation }) => known.get(gid)?.atOurLocation !== atOurLocation)
    .map((each) => ({ ...(known.get(each.gid) ?? newRow(run)), ...each }));
  if (changedRows.length === 0) return continued;
  const seen = { actor: "shopify", code: "order_seen", params: { name: run.shopify.name } } as const;
  const merged = new Map([...known, ...changedRows.map((row) => [row.gid, row] as const)]);
  const { rows } = await writeInLeaseStatement(run, {
    changes: { noted: saveRows(run, changedRows), found: endOwnerSearch(run, changedRows) },
    facts: known.size === 0 ? [seen] : [],
    record: { ...run.record, fulfillmentOrders: [...merged.values()] },
  });
  return rows;
}

/**
 * Ends requests to find the order of a fulfillment order, when they were made before this run began to read: this run
 * sees all that they reported. A row that another worker runs is left to that worker.
 */
function endOwnerSearch({ ctx, claim }: ReadRun, rows: readonly FulfillmentOrder[]): Prisma.Sql {
  return Prisma.sql`
    update work set observed_generation = requested_generation, observed_reports = requested_reports,
      next_run_at = null, updated_at = clock_timestamp()
    where id in (
      select work.id from held, work
      where shop_id = ${ctx.shop.id}::uuid and kind = ${Prisma.raw(kindSql("fulfillmentOrder.resolve"))}
        and subject = any(${rows.map(({ gid }) => gid)}::text[])
        and next_run_at is not null and lease_token is null and updated_at < ${claim.claimedAt}::timestamptz
      for update of work skip locked)`;
}

function saveRows({ ctx, record }: ReadRun, rows: readonly FulfillmentOrder[]): Prisma.Sql {
  return Prisma.sql`
    insert into fulfillment_order (id, shop_id, order_id, gid, at_our_location)
    select id, ${ctx.shop.id}::uuid, ${record.id}::uuid, gid, at_our_location
    from held, unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ gid }) => gid)}::text[],
      ${rows.map(({ atOurLocation }) => atOurLocation)}::bool[]) as news (id, gid, at_our_location)
    on conflict (shop_id, gid) do update set at_our_location = excluded.at_our_location`;
}

function newRow({ ctx, record }: ReadRun) {
  return {
    ...{ id: randomUUID(), shopId: ctx.shop.id, orderId: record.id, notifyCustomer: null },
    ...{ submittedByUsAt: null, acceptedAt: null, acceptedInShopifyAt: null, closedAt: null },
    ...{ rejectedAt: null, rejectedFor: null, cancelAnsweredAt: null, cancelAnswer: null },
  };
}
