import { listWithoutPay } from "../../shops/staff.server.ts";
import type { ReadRun } from "../order-run.ts";
import { decidePlacing, type PlacingDecision } from "./decide-placing.ts";
import type { Answers } from "./load-answers.server.ts";

/**
 * Decides as `decidePlacing`, but a prepaid order is not placed on the word of somebody who may not spend the wallet at
 * this moment (R55): what they pressed is left out, and the rest decides. The shop's switch spends in the name of
 * whoever switched it on, a request in Shopify in the merchant's (R8). Pages refuse such presses already; a cash order that was paid
 * meanwhile, and a right that was taken, are known only here.
 */
export async function decideAsGranted(run: ReadRun, answers: Answers): Promise<PlacingDecision> {
  const decision = decidePlacing(run, answers);
  if (decision.kind !== "go" || decision.paymentMode !== "PREPAID") return decision;
  return (await leaveOutPresses(run)) ? decidePlacing(run, answers) : decision;
}

/** Whether anything was left out; what stands in the database stays, should the right be granted later. */
async function leaveOutPresses(run: ReadRun): Promise<boolean> {
  const { record } = run;
  const { placeRequestedBy, retryRequestedBy, replaceRequestedBy } = record;
  const people = [placeRequestedBy, retryRequestedBy, replaceRequestedBy].filter((by) => by !== null);
  const without = await listWithoutPay(run.ctx, people);
  if (without.size === 0) return false;
  const isLeftOut = (by: string | null) => by !== null && without.has(by);
  run.record = {
    ...record,
    ...(isLeftOut(placeRequestedBy) && { placeRequestedAt: null, placeRequestedBy: null }),
    ...(isLeftOut(retryRequestedBy) && { retryRequestedAt: null, retryRequestedBy: null }),
    ...(isLeftOut(replaceRequestedBy) && { replaceRequestedAt: null, replaceRequestedBy: null }),
  };
  return true;
}
