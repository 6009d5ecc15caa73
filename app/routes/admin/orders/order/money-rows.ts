import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { UnknownMoney } from "#app/domain/orders/money/parcel-margin.ts";
import type { ShownOrder } from "./shown-order.ts";

export type ShownMoney = NonNullable<ShownOrder["money"]>;

export type MoneyRow = {
  readonly label: string;
  /** Null is unknown, never nothing. */
  readonly amount: Rupees | null;
  /** Moves by itself later; null for what has moved, or stands still. */
  readonly when: "at_release" | null;
};

type MoneyGroup = { readonly title: string; readonly rows: readonly MoneyRow[] };

/** Where each rupee is. Rows of nothing are left out, and so are groups without rows. */
export function groupsOf({ shopify, courier, wallet }: ShownMoney): readonly MoneyGroup[] {
  const groups = [
    { title: "With you", rows: shopifyRows(shopify) },
    { title: "At the door", rows: courierRows(courier) },
    { title: "Your wallet at the supplier", rows: walletRows(wallet) },
  ];
  return groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ amount }) => amount !== 0) }))
    .filter(({ rows }) => rows.length > 0);
}

function shopifyRows({ customersPkr, ownPkr }: ShownMoney["shopify"]): readonly MoneyRow[] {
  return [
    moved("Paid to you, less refunds", customersPkr ?? rupees(0)),
    moved("Of it for other things than these parcels", ownPkr),
  ];
}

/** The courier's cash goes to the supplier, who keeps his part of it. */
function courierRows(courier: ShownMoney["courier"]): readonly MoneyRow[] {
  return [
    moved("The courier collects", courier.collectsPkr),
    moved("The courier collected", courier.collectedPkr),
    moved("Of it for the goods, at cost", negative(courier.wholesalePkr)),
    moved("Of it for shipping", negative(courier.shippingCostPkr)),
    moved("Of it for the service fee", negative(courier.feePkr)),
  ];
}

function walletRows(wallet: ShownMoney["wallet"]): readonly MoneyRow[] {
  const until = [
    moved("Paid for prepaid parcels", negative(wallet.paidPkr)),
    moved("Margin credited", wallet.marginPkr),
    moved("Service fee taken", negative(wallet.feePkr)),
    moved("Charged for parcels that came back", negative(wallet.chargedPkr)),
    moved("Credited for parcels that came back", wallet.creditedPkr),
  ];
  const hasSeveral = until.filter(({ amount }) => amount !== 0).length > 1;
  return [
    ...until,
    ...(hasSeveral && wallet.movedPkr !== null ? [moved("In all until now", wallet.movedPkr)] : []),
    moved("To be paid for prepaid parcels", negative(wallet.toPayPkr)),
    later("Margin comes", wallet.marginComesPkr),
    later("Service fee is taken", rupees(0 - wallet.feeComesPkr)),
    moved("Held until it is delivered", wallet.heldPkr),
  ];
}

function negative(amount: Rupees | null): Rupees | null {
  return amount === null ? null : rupees(0 - amount);
}

function moved(label: string, amount: Rupees | null): MoneyRow {
  return { label, amount, when: null };
}

function later(label: string, amount: Rupees): MoneyRow {
  return { label, amount, when: "at_release" };
}

export const unknownWords: Readonly<Record<UnknownMoney, string>> = {
  cancelled_prepaid:
    "A prepaid parcel was cancelled. What came back of what was paid for it stands in your wallet at the supplier; the parcel itself does not tell.",
  came_back: "A parcel came back, and the supplier has not said yet what it charges and what it credits.",
  parcel_figures: "The supplier has not said all figures of a parcel yet.",
  payments_unread:
    "What was paid for this order in Shopify is not known here yet. It is read with the order's next change.",
  customers_money:
    "Part of this order counts as paid in Shopify, and the courier collects for it too. Until that is settled nobody can tell what you keep.",
};
