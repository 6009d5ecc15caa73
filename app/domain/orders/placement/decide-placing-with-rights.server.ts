import { settleDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, mergeResult, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { listWithoutPay } from "#app/domain/shops/staff.server.ts";
import { decidePlacing, type PlacingDecision } from "./decide-placing.ts";
import type { Answers } from "./load-answers.server.ts";

/**
 * Decides as `decidePlacing`, but a prepaid order is not placed on the word of somebody who may not spend the wallet at
 * this moment (R55): what they pressed is taken back, and the rest decides. The shop's switch spends in the name of
 * whoever switched it on, a request in Shopify in the merchant's (R8). Pages refuse such presses already; a cash order that was paid
 * meanwhile, and a right that was taken, are known only here.
 */
export async function decidePlacingWithRights(
  run: ReadRun,
  answers: Answers,
): Promise<{ readonly decision: PlacingDecision; readonly result: StepResult }> {
  const decision = decidePlacing(run, answers);
  if (decision.kind !== "go" || decision.paymentMode !== "PREPAID") return { decision, result: continued };
  const result = await withdrawRequestsWithoutRight(run);
  return { decision: decidePlacing(mergeResult(run, result), answers), result };
}

const SPENDING = ["place", "retry", "replace"] as const;

/** The order's page then offers the button again to whoever may use it, and says so. */
async function withdrawRequestsWithoutRight(run: ReadRun): Promise<StepResult> {
  const { ctx, record } = run;
  const requests = SPENDING.flatMap((kind) => findDecision(record.decisions, kind) ?? []);
  const without = await listWithoutPay(
    ctx,
    requests.map(({ by }) => by),
  );
  const withdrawn = requests.filter(({ by }) => without.has(by));
  if (withdrawn.length === 0) return continued;
  const handledAt = ctx.clock.now();
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    let settled = 0;
    // A request made since this run read the order is another one.
    for (const { shopId, orderId, kind, at } of withdrawn)
      settled += await settleDecision(tx, { shopId, orderId, kind, at, handledAt });
    if (settled > 0) await addFact({ actor: "karwan", code: "command_withdrawn" });
  });
  const decisions = record.decisions.map((each) =>
    withdrawn.includes(each) ? { ...each, handledAt } : each,
  );
  return { record: { ...record, decisions } };
}
