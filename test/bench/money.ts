import { benchFirstCopy } from "./money/first-copy.ts";
import { benchMoneyPages } from "./money/pages.ts";

const parts = { pages: benchMoneyPages, copy: benchFirstCopy } as const;

/** The pages of money with 100,000 orders, and the first copy of a ledger of 300,000 entries. `--only pages` or `copy`. */
export async function benchMoney(options: ReadonlyMap<string, string>): Promise<boolean> {
  const only = options.get("only");
  let isMet = true;
  for (const [name, bench] of Object.entries(parts)) {
    if (!only || only === name) isMet = (await bench(options)) && isMet;
  }
  return isMet;
}
