import { isShopifyError } from "#app/shopify/errors.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Hold, OrderRun } from "./order-run.ts";
import { joinResults, mergeResult, type StepResult } from "./step-result.ts";

type Turn<Run extends OrderRun, Item> = (run: Run, item: Item) => Promise<StepResult>;

/** Works on the items of a step in turn, each knowing what became of those before it, until one ends the run. */
export function takeTurns<Run extends OrderRun, Item>(
  run: Run,
  items: readonly Item[],
  work: Turn<Run, Item>,
): Promise<StepResult> {
  return workInTurn(run, items, work, ({ end }) => end !== undefined);
}

/**
 * The same, but a refusal by Shopify is recorded and stops no other item. Items to be asked again are requeued after all
 * had their turn.
 */
export function isolateUserErrors<Run extends OrderRun, Item>(
  run: Run,
  items: readonly Item[],
  work: Turn<Run, Item>,
): Promise<StepResult> {
  const isolated: Turn<Run, Item> = (now, item) => withErrorHandling(now, () => work(now, item));
  return workInTurn(run, items, isolated, ({ end }) => end?.kind === "outage");
}

async function workInTurn<Run extends OrderRun, Item>(
  run: Run,
  items: readonly Item[],
  work: Turn<Run, Item>,
  isOver: (result: StepResult) => boolean,
): Promise<StepResult> {
  let result: StepResult = {};
  for (const item of items) {
    result = joinResults(result, await work(mergeResult(run, result), item));
    if (isOver(result)) return result;
  }
  return result;
}

/** Goes on after a result; what fails then does not take it back. */
export async function goOnAfter<Run extends OrderRun>(
  run: Run,
  first: StepResult,
  next: (run: Run) => Promise<StepResult>,
): Promise<StepResult> {
  const now = mergeResult(run, first);
  return joinResults(first, await withErrorHandling(now, () => next(now)));
}

/**
 * A change that Shopify refused stops only itself: a person reads Shopify's own words, and the next run plans what is
 * left undone. When the service cannot be asked, the run ends with what it has learned until then.
 */
export async function withErrorHandling(run: OrderRun, work: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await work();
  } catch (error) {
    if (isSupplierError(error) && error.kind !== "definite") return { end: { kind: "outage", error } };
    return toRefusal(run, error);
  }
}

/** @throws what is no lasting refusal of Shopify's */
export function toRefusal(run: OrderRun, error: unknown): StepResult {
  const hold = toRefusalHold(error);
  return run.holds.some(({ code }) => code === hold.code) ? {} : { holds: [hold] };
}

/** @throws what is no lasting refusal of Shopify's */
export function toRefusalHold(error: unknown): Hold {
  if (isShopifyError(error, "access_denied")) return { code: "missing_scope" };
  if (!isShopifyError(error, "user_errors")) throw error;
  return { code: "shopify_refused", params: { message: error.message } };
}
