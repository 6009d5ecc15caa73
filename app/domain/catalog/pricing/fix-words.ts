import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Fix } from "./fixable-issues.ts";

type Prices = { readonly lowest: number; readonly highest: number };

/** "Rs 1,200", or "Rs 1,200 to Rs 1,800". */
export function pricesInWords({ lowest, highest }: Prices): string {
  return lowest === highest ? formatRupees(lowest) : `${formatRupees(lowest)} to ${formatRupees(highest)}`;
}

function goalWords({ count, ...prices }: Fix): string {
  const goal = pricesInWords(prices);
  if (count === 1) return `to ${goal}`;
  return prices.lowest === prices.highest
    ? `${countOf(count, "price", "prices")} to ${goal}`
    : `${countOf(count, "price", "prices")}: ${goal}`;
}

/** What a button says it does: "Set to Rs 6,049", "Set 3 prices: Rs 1,200 to Rs 1,800". */
export function setWords(fix: Fix): string {
  return `Set ${goalWords(fix)}`;
}

/** The same while it is being done. */
export function settingWords(fix: Fix): string {
  return `Setting ${fix.count === 1 ? "it " : ""}${goalWords(fix)}`;
}
