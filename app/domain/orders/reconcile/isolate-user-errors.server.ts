import { isShopifyError } from "#app/shopify/errors.ts";
import { changed, continued, type Hold, type OrderRun, type StepResult } from "./order-run.ts";

/**
 * Works on the items of a step one by one: a refusal by Shopify is recorded and stops no other item. Items to be asked
 * again are requeued after all had their turn.
 */
export async function isolateUserErrors<Thing>(
  run: OrderRun,
  things: readonly Thing[],
  work: (thing: Thing) => Promise<StepResult>,
): Promise<StepResult> {
  let result: StepResult = continued;
  for (const thing of things) result = stronger(result, await withUserErrorHandling(run, () => work(thing)));
  return result;
}

/**
 * A change that Shopify refused stops only itself: a person reads Shopify's own words, and the next run plans what is
 * left undone.
 */
export async function withUserErrorHandling(
  run: OrderRun,
  work: () => Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await work();
  } catch (error) {
    addRefusalHold(run, error);
    return changed;
  }
}

/** @throws what is no lasting refusal of Shopify's */
export function addRefusalHold({ holds }: OrderRun, error: unknown): Hold {
  if (!isShopifyError(error, "user_errors") && !isShopifyError(error, "access_denied")) throw error;
  const hold: Hold =
    error.kind === "access_denied"
      ? { code: "missing_scope" }
      : { code: "shopify_refused", params: { message: error.message } };
  if (!holds.some(({ code }) => code === hold.code)) holds.push(hold);
  return hold;
}

function stronger(first: StepResult, second: StepResult): StepResult {
  const rank = { continue: 0, changed: 1, requeue_after: 2 };
  return rank[second.kind] > rank[first.kind] ? second : first;
}
