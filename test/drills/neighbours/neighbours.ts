import { parseArgs } from "node:util";
import type { DrillHome } from "../drill-home.ts";
import { percentile, type Report } from "../report.ts";
import {
  beginImport,
  countImportsLeft,
  countOrders,
  openStreet,
  requestOrders,
  type Street,
  troubleNeighbours,
} from "./open-street.ts";
import { playQuietOrders } from "./play-quiet-orders.ts";

const usual = {
  rows: 10_000,
  products: 10_000,
  hanging: 100,
  poisoned: 200,
  seconds: 60,
  rate: 2,
  shops: 4,
  delay: 50,
} as const;

/** How much longer a quiet shop's order may take at p95 than before its neighbours began. */
const MOST_TIMES = 2;

/**
 * One shop has ten thousand orders due, one imports ten thousand products, Shopify hangs for a third and refuses all that a
 * fourth asks: the orders of the shops beside them are placed as before.
 */
export async function runNeighboursDrill(
  report: Report,
  home: DrillHome,
  options: readonly string[],
): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: Object.fromEntries(Object.keys(usual).map((name) => [name, { type: "string" as const }])),
  });
  const size = (name: keyof typeof usual) => Number(values[name] ?? usual[name]);
  const load = { seconds: size("seconds"), perSecond: size("rate") };
  const street = await openStreet(home, size("shops"), size("delay"));
  try {
    // A process's first minute is spent on compiling what it runs.
    await playQuietOrders(street, { ...load, seconds: load.seconds / 2 });
    const before = await playQuietOrders(street, load);
    report.note(`alone: ${wordsOf(before)}`);
    await beginImport(street, size("products"));
    troubleNeighbours(street);
    await requestOrders(street, street.hanging, size("hanging"));
    await requestOrders(street, street.poisoned, size("poisoned"));
    await requestOrders(street, street.busy, size("rows"));
    await report.play(`orders next door take at most ${MOST_TIMES} times as long at p95`, () =>
      playBeside(report, street, load, before),
    );
    await report.play("the neighbours were busy all the while, and went on", () =>
      lookNextDoor(report, street, size("rows")),
    );
  } finally {
    await street.close();
  }
}

async function playBeside(
  report: Report,
  street: Street,
  load: Parameters<typeof playQuietOrders>[1],
  before: readonly number[],
): Promise<readonly string[]> {
  const beside = await playQuietOrders(street, load);
  const times = percentile(beside, 95) / percentile(before, 95);
  report.note(`beside them: ${wordsOf(beside)}; ${times.toFixed(2)} times`);
  return times <= MOST_TIMES ? [] : [`p95 is ${times.toFixed(2)} times what it was`];
}

async function lookNextDoor(report: Report, street: Street, rows: number): Promise<readonly string[]> {
  const [busy, hanging, poisoned] = await Promise.all(
    [street.busy, street.hanging, street.poisoned].map((shop) => countOrders(street, shop)),
  );
  const imports = await countImportsLeft(street);
  const [due, hangs, dead] = [busy?.left ?? 0, hanging?.left ?? 0, poisoned?.dead ?? 0];
  report.note(
    `left next door: ${due} orders due, ${hangs} that hang, ${imports} products to import; ${dead} given up`,
  );
  return [
    ...(due > 0 && imports > 0 && hangs > 0 ? [] : ["a neighbour was done before the quiet shops were"]),
    ...(due < rows ? [] : ["the busy shop's own orders stood still"]),
    ...(dead > 0 ? [] : ["no order of the poisoned shop was given up"]),
  ];
}

function wordsOf(timesMs: readonly number[]): string {
  const [p50, p95] = [percentile(timesMs, 50), percentile(timesMs, 95)];
  return `${timesMs.length} orders, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;
}
