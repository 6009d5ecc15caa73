import type { ReactNode } from "react";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { Money } from "#app/ui/money.tsx";

type TotalProps = {
  readonly totalPkr: Rupees | null;
  readonly isInOtherCurrency: boolean;
  /** In its place while it was not read. */
  readonly unread?: ReactNode;
};

/** What an order comes to, which only a shop that sells in rupees tells. */
export function Total({ totalPkr, isInOtherCurrency, unread = "—" }: TotalProps) {
  if (totalPkr !== null) return <Money amount={totalPkr} />;
  return isInOtherCurrency ? "not in rupees" : unread;
}
