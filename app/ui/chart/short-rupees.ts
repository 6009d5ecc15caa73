import { formatRupees } from "#app/domain/money/format-rupees.ts";

const STEPS = [
  { from: 1_000_000, unit: "M" },
  { from: 10_000, unit: "k" },
] as const;

const SIZES = { M: 1_000_000, k: 1000 } as const;

/** A sum where there is little room: `Rs 9,500`, `Rs 12k`, `−Rs 1.5M`. Never where a person goes by the exact sum. */
export function shortRupees(amount: number): string {
  const step = STEPS.find(({ from }) => Math.abs(amount) >= from);
  if (!step) return formatRupees(amount);
  const inUnits = Math.round((Math.abs(amount) / SIZES[step.unit]) * 10) / 10;
  return `${amount < 0 ? "−" : ""}Rs ${inUnits.toLocaleString("en-US")}${step.unit}`;
}
