import { benchBurst } from "./burst.ts";
import { benchHandoff } from "./handoff.ts";
import { benchHostile } from "./hostile.ts";
import { benchImport } from "./import.ts";
import { benchIntake } from "./intake.ts";
import { benchLives } from "./lives.ts";
import { benchMoney } from "./money.ts";
import { benchPages } from "./pages.ts";
import { benchPrices } from "./prices.ts";
import { benchRates } from "./rates.ts";
import { benchStock } from "./stock.ts";
import { benchTracking } from "./tracking.ts";

/** `npm run bench -- <name> [--option value …]`: prints figures; leaves with 0 only if their goals are met. */
const benches: Readonly<Record<string, (options: ReadonlyMap<string, string>) => Promise<boolean>>> = {
  burst: benchBurst,
  handoff: benchHandoff,
  hostile: benchHostile,
  import: benchImport,
  intake: benchIntake,
  lives: benchLives,
  money: benchMoney,
  pages: benchPages,
  prices: benchPrices,
  rates: benchRates,
  stock: benchStock,
  tracking: benchTracking,
};

const [name = "", ...rest] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) process.exit((await bench(readOptions(rest))) ? 0 : 1);
console.log(`There is no bench “${name}”. The benches: ${Object.keys(benches).join(", ")}.`);
process.exit(1);

/** `--seconds 30 --apart` → seconds: "30", apart: "". */
function readOptions(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.flatMap((word, at) => {
      if (!word.startsWith("--")) return [];
      const next = words[at + 1];
      return [[word.slice(2), next === undefined || next.startsWith("--") ? "" : next] as const];
    }),
  );
}
