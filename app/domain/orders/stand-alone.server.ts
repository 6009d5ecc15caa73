import { isShopifyError } from "#app/shopify/errors.ts";
import { changed, goOn, type Need, type OrderRun, type StageResult } from "./order-run.ts";

/**
 * Works on the things of a stage one by one: what Shopify refuses of one is told and stops no other. What must be
 * asked again later is, once all had their turn.
 */
export async function eachAlone<Thing>(
  run: OrderRun,
  things: readonly Thing[],
  work: (thing: Thing) => Promise<StageResult>,
): Promise<StageResult> {
  let result: StageResult = goOn;
  for (const thing of things) result = stronger(result, await unlessRefused(run, () => work(thing)));
  return result;
}

/**
 * A change that Shopify understood and refused stops only itself: a person is told in Shopify's own words, and what it
 * leaves undone is planned again in the next pass.
 */
export async function unlessRefused(run: OrderRun, work: () => Promise<StageResult>): Promise<StageResult> {
  try {
    return await work();
  } catch (error) {
    needAfterRefusal(run, error);
    return changed;
  }
}

/** @throws what is no lasting refusal of Shopify's */
export function needAfterRefusal({ needs }: OrderRun, error: unknown): Need {
  if (!isShopifyError(error, "user_errors") && !isShopifyError(error, "access_denied")) throw error;
  const need: Need =
    error.kind === "access_denied"
      ? { code: "missing_scope" }
      : { code: "shopify_refused", params: { message: error.message } };
  if (!needs.some(({ code }) => code === need.code)) needs.push(need);
  return need;
}

function stronger(first: StageResult, second: StageResult): StageResult {
  const rank = { go_on: 0, changed: 1, come_again: 2 };
  return rank[second.kind] > rank[first.kind] ? second : first;
}
