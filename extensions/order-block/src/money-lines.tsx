import { FigureLine } from "../../shared/figure-line.tsx";
import { formatRupees } from "../../shared/format-rupees.ts";
import type { Translate } from "../../shared/translate.ts";
import type { Money, OrderBlock } from "./order-block.ts";

type MoneyLinesProps = { readonly block: OrderBlock; readonly translate: Translate };

/** What the order brings: both futures while a parcel is open, what came of it afterwards. */
export function MoneyLines({ block: { money, isTest }, translate }: MoneyLinesProps) {
  if (money === null) return <s-text color="subdued">{translate("moneyLater")}</s-text>;
  return (
    <s-stack gap="small-300">
      <s-heading>{translate("money")}</s-heading>
      {linesOf(money, translate).map(({ label, amount }) => (
        <FigureLine key={label} {...{ label, amount }} />
      ))}
      {isTest ? <s-text color="subdued">{translate("test")}</s-text> : null}
    </s-stack>
  );
}

type MoneyLine = { readonly label: string; readonly amount: string };

function linesOf({ settled, netPkr, ifRefusedPkr, heldPkr }: Money, translate: Translate): MoneyLine[] {
  const known = (amountPkr: number | null) =>
    amountPkr === null ? translate("notKnown") : formatRupees(amountPkr);
  const about = (amountPkr: number | null) =>
    amountPkr === null ? translate("notKnown") : translate("about", { amount: formatRupees(amountPkr) });
  if (settled) {
    const costs = netPkr !== null && netPkr < 0;
    return [
      {
        label: translate(costs ? "costs" : "brings"),
        amount: known(netPkr === null ? null : Math.abs(netPkr)),
      },
    ];
  }
  return [
    { label: translate("delivered"), amount: about(netPkr) },
    { label: translate("refused"), amount: about(ifRefusedPkr) },
    { label: translate("held"), amount: known(heldPkr) },
  ];
}
