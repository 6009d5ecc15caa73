import type { Report } from "../report.ts";
import type { AllFacts } from "./all-facts.ts";
import type { PlayedOrder } from "./judge.ts";
import type { Storm } from "./open-storm.ts";

/** How hard it blew: what went wrong, and what it cost. */
export async function printFigures(
  report: Report,
  { world }: Storm,
  { audit }: AllFacts,
  orders: readonly PlayedOrder[],
): Promise<void> {
  const requests = await world.supplier.control.requests();
  const posts = Object.values(audit.postsPerExternalOrderId);
  const codes = tally(
    requests.flatMap(({ code, status }) => (status && status >= 400 ? [`${status} ${code}`] : [])),
  );
  report.note(
    `the service: ${requests.length} requests (${(requests.length / orders.length).toFixed(1)} an order), ` +
      `${posts.length} external ids, ${sum(posts)} POST /orders, ${requests.filter(({ status }) => status === null).length} cut; ${codes}`,
  );
  report.note(
    `the service's deliveries: ${tally((await world.supplier.control.deliveries()).map(({ status }) => status))}`,
  );
  const calls = world.shopify.control.requests();
  const errors = calls.flatMap((call) =>
    call.status === 200 ? call.errors : [`${call.status}`, ...call.errors],
  );
  report.note(`Shopify: ${calls.length} requests; ${tally(errors)}`);
  report.note(`Shopify's deliveries: ${tally(world.shopify.control.deliveries().map(({ state }) => state))}`);
  const early = audit.earlyCalls.map(({ afterMs }) => afterMs);
  report.note(
    `calls on their way when their account was told to wait: ${early.length}, the last ${Math.max(0, ...early)} ms after`,
  );
}

function tally(words: readonly string[]): string {
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, each]) => [word, each.length] as const);
  return (
    counts
      .toSorted(([, one], [, other]) => other - one)
      .map(([word, count]) => `${count} × ${word}`)
      .join(", ") || "none"
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
