import { formatRupees } from "#app/domain/money/format-rupees.ts";

export function Money({ amount, about = false }: { amount: number; about?: boolean }) {
  return <span className="k-money">{about ? `about ${formatRupees(amount)}` : formatRupees(amount)}</span>;
}
