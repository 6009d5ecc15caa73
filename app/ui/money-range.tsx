import { formatRupees } from "#app/domain/money/format-rupees.ts";

type MoneyRangeProps = { readonly range: { readonly lowest: number; readonly highest: number } };

/** "Rs 1,200" or "Rs 1,200 – 1,800". */
export function MoneyRange({ range: { lowest, highest } }: MoneyRangeProps) {
  const words =
    lowest === highest
      ? formatRupees(lowest)
      : `${formatRupees(lowest)} – ${formatRupees(highest).replace("Rs ", "")}`;
  return <span className="k-money">{words}</span>;
}
