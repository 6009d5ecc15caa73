import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Position, type SweepRun, type SweepStep, textOf } from "#app/domain/sweeps/sweep-run.ts";
import { expireCustomers } from "./expire-customers.server.ts";
import { expireForeignOrders } from "./expire-foreign-orders.server.ts";
import { expireEventIds, expireReceipts, expireReceiptsOfNobody } from "./expire-receipts.server.ts";
import {
  expireAccess,
  expireAttention,
  expireCommands,
  expireCostChanges,
  expireFacts,
  expireFlowEvents,
  expireMails,
  expireStorefrontDays,
  expireStorefrontTries,
  expireWork,
} from "./expire-rows.server.ts";
import { expireBulkRuns } from "./expire-runs.server.ts";
import type { Expired } from "./expired.ts";

/** What is removed, in this order; each knows by itself where it goes on, or is given where its last step ended. */
const parts = {
  receipts: expireReceipts,
  receipts_of_nobody: expireReceiptsOfNobody,
  event_ids: expireEventIds,
  foreign_orders: expireForeignOrders,
  customers: expireCustomers,
  access: expireAccess,
  presses: expireCommands,
  work: expireWork,
  attention: expireAttention,
  facts: expireFacts,
  cost_changes: expireCostChanges,
  bulk_runs: expireBulkRuns,
  mails: expireMails,
  flow_events: expireFlowEvents,
  storefront_tries: expireStorefrontTries,
  storefront_days: expireStorefrontDays,
} as const satisfies Readonly<Record<string, (ctx: ShopContext, after: string | null) => Promise<Expired>>>;

type Part = keyof typeof parts;

const order = Object.keys(parts).filter((name): name is Part => Object.hasOwn(parts, name));

/** Removes what is no longer needed: one batch of one kind a step, until nothing is left of any. */
export async function sweepRetention(
  { ctx }: Pick<SweepRun, "ctx">,
  position: Position | null,
): Promise<SweepStep> {
  const named = textOf(position, "part");
  const part = order.find((each) => each === named) ?? order[0] ?? "receipts";
  const { rows, next } = await parts[part](ctx, textOf(position, "after"));
  const following = order[order.indexOf(part) + 1];
  return {
    next: next !== null ? { part, after: next } : following === undefined ? null : { part: following },
    tally: { seen: rows, [part]: rows },
  };
}
