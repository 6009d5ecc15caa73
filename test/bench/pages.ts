import path from "node:path";
import { openBrowser } from "#test/support/browser.ts";
import { percentile } from "./figures.ts";
import { measureVisit, type PageSize, pageSizes, type Visit } from "./pages/measure-visit.ts";
import { openSide, type Side } from "./pages/open-side.ts";

const GOAL_LCP_MS = 2000;
const GOAL_SHIFT = 0;

/**
 * Largest contentful paint, layout shift and the slowest answer to a press, of every page at its first open (nothing
 * cached): medians of `--runs`, 7 by itself. `--against <folder>` measures another checkout in turn, `--only orders` one
 * page, `--size phone` one size. The frame's own start is zero, as App Bridge reports it.
 */
export async function benchPages(options: ReadonlyMap<string, string>): Promise<boolean> {
  const here = path.resolve(import.meta.dirname, "../..");
  const against = options.get("against");
  const folders = against ? [path.resolve(against), here] : [here];
  const sides: Side[] = [];
  try {
    for (const folder of folders) {
      console.log(`Playing the world of ${folder} …`);
      sides.push(await openSide(folder));
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
  const sizes = pageSizes.filter(({ name }) => name === (options.get("size") || name));
  let isMet = true;
  for (const size of sizes) {
    console.log(`\n${size.name}: LCP, layout shift, press${sides.length > 1 ? " (before → after)" : ""}`);
    for (const page of pages) {
      const medians = await measurePage(sides, page, { size, runs });
      console.log(`${page.padEnd(16)} ${medians.map(describe).join("  →  ")}`);
      const last = medians.at(-1);
      if (size.name === "phone") isMet &&= last !== undefined && last.lcpMs <= GOAL_LCP_MS;
      isMet &&= last !== undefined && last.shift <= GOAL_SHIFT;
    }
  }
  const sentence = `LCP on a phone at most ${GOAL_LCP_MS} ms and nothing shifts, on every page`;
  console.log(isMet ? `Met: ${sentence}` : `Not met: ${sentence}`);
  return isMet;
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
        visits[at]?.push(await measureVisit(browser, `${side.world.admin.url}${side.pages.get(page)}`, size));
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
  };
}

function describe({ lcpMs, shift, pressMs, largest }: Visit): string {
  return `${(lcpMs / 1000).toFixed(2)} s (${largest}), ${shift.toFixed(3)}, ${pressMs.toFixed(0)} ms`;
}
