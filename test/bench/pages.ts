import path from "node:path";
import { openBrowser } from "#test/support/browser.ts";
import { percentile } from "./figures.ts";
import { measureVisit, type PageSize, pageSizes, type Visit } from "./pages/measure-visit.ts";
import { openSide, type Side } from "./pages/open-side.ts";

const GOAL_LCP_MS = 2000;
const GOAL_PRESS_MS = 150;
const GOAL_SHIFT = 0.05;

/**
 * Largest contentful paint, layout shift and how long a press takes until it is answered, of every page a merchant opens
 * daily at its first open (nothing cached), on a phone at slow 4G, beside 100,000 orders and 10,000 listings: medians of
 * `--runs`, 7 by itself. `--pages all` measures every page, `--only orders` one, `--size desk` or `both` other sizes,
 * `--against <folder>` another checkout in turn, `--orders 2000 --products 500` beside fewer rows. The frame's own start
 * is zero, as App Bridge reports it.
 */
export async function benchPages(options: ReadonlyMap<string, string>): Promise<boolean> {
  const here = path.resolve(import.meta.dirname, "../..");
  const against = options.get("against");
  const folders = against ? [path.resolve(against), here] : [here];
  const set = options.get("pages") === "all" ? "all" : "daily";
  const [orders, products] = [
    Number(options.get("orders") || 100_000),
    Number(options.get("products") || 10_000),
  ];
  const sides: Side[] = [];
  try {
    for (const folder of folders) {
      console.log(`Playing the world of ${folder}, beside ${orders} orders and ${products} listings …`);
      sides.push(await openSide({ folder, set, orders, products }));
    }
    return await measureAll(sides, options);
  } finally {
    for (const { world } of sides) await world.close();
  }
}

async function measureAll(sides: readonly Side[], options: ReadonlyMap<string, string>) {
  const runs = Number(options.get("runs") || 7);
  const only = options.get("only");
  const pages = [...(sides[0]?.pages.keys() ?? [])].filter((page) => !only || only.split(",").includes(page));
  const wanted = options.get("size") || "phone";
  const sizes = pageSizes.filter(({ name }) => wanted === "both" || name === wanted);
  let isMet = true;
  for (const size of sizes) {
    const began = performance.now();
    console.log(`\n${size.name}: LCP, layout shift, press${sides.length > 1 ? " (before → after)" : ""}`);
    for (const page of pages) {
      const medians = await measurePage(sides, page, { size, runs });
      const last = medians.at(-1);
      const misses = last && size.name === "phone" ? listMisses(last) : [];
      isMet &&= misses.length === 0;
      const missed = misses.length === 0 ? "" : `  MISSED: ${misses.join(", ")}`;
      console.log(`${page.padEnd(18)} ${medians.map(describe).join("  →  ")}${missed}`);
    }
    console.log(`${pages.length} pages × ${runs}: ${((performance.now() - began) / 60_000).toFixed(1)} min`);
  }
  const sentence = `on a phone LCP at most ${GOAL_LCP_MS} ms, a press ${GOAL_PRESS_MS} ms, shifts ${GOAL_SHIFT}, on every page`;
  console.log(isMet ? `Met: ${sentence}` : `Not met: ${sentence}`);
  return isMet;
}

function listMisses({ lcpMs, pressMs, shift }: Visit): readonly string[] {
  return [
    ...(lcpMs > GOAL_LCP_MS ? ["LCP"] : []),
    ...(pressMs > GOAL_PRESS_MS ? ["press"] : []),
    ...(shift > GOAL_SHIFT ? ["shift"] : []),
  ];
}

type Runs = { readonly size: PageSize; readonly runs: number };

/**
 * The sides take turns, so that what else the machine does is shared by both; in a browser of its own, as one that measured
 * hundreds of visits is slower, and ends by itself.
 */
async function measurePage(sides: readonly Side[], page: string, { size, runs }: Runs) {
  const browser = await openBrowser();
  const visits = sides.map((): Visit[] => []);
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const [at, side] of sides.entries()) {
        const { path: address = "", press } = side.pages.get(page) ?? {};
        visits[at]?.push(await measureVisit(browser, `${side.world.admin.url}${address}`, { size, press }));
      }
    }
  } finally {
    await browser.close();
  }
  return visits.map(medianOf);
}

function medianOf(visits: readonly Visit[]): Visit {
  const median = (of: (visit: Visit) => number) => percentile(visits.map(of), 0.5);
  return {
    lcpMs: median(({ lcpMs }) => lcpMs),
    shift: median(({ shift }) => shift),
    pressMs: median(({ pressMs }) => pressMs),
    largest: visits[0]?.largest ?? "",
    pressed: visits[0]?.pressed ?? "",
  };
}

function describe({ lcpMs, shift, pressMs, largest, pressed }: Visit): string {
  return `${(lcpMs / 1000).toFixed(2)} s (${largest}), ${shift.toFixed(3)}, ${pressMs.toFixed(0)} ms (${pressed})`;
}
