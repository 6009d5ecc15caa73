import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { BulkAction } from "#app/domain/orders/holds/plan-bulk-item.ts";
import { countedWords } from "#app/ui/counted-words.ts";
import type { ShownOrder } from "./shown-order.ts";

export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  place: "Place with the supplier",
  retry: "Try again",
  cancel: "Cancel",
  resume: "Resume",
  pay: "Pay",
  choose_city: "Choose a city",
};

const DOING: Readonly<Record<BulkAction, string>> = {
  place: "Placing",
  retry: "Trying",
  cancel: "Cancelling",
  resume: "Resuming",
  pay: "Paying",
  choose_city: "Choosing a city for",
};

/** "12 orders", "1 order". */
export function ordersInWords(count: number): string {
  return count === 1 ? "1 order" : `${count.toLocaleString("en-US")} orders`;
}

export function doingWords(action: BulkAction, count: number): string {
  const doing = `${DOING[action]} ${ordersInWords(count)}`;
  return action === "retry" ? `${doing} again` : doing;
}

export type BulkQuestion = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly isDestructive: boolean;
};

type CountedBulk = {
  /** How many it fits. */
  readonly able: number;
  /** Of them: prepaid. */
  readonly prepaid: number;
  readonly payPkr: number;
};

/** What is asked before many orders are changed: how many, what it costs, and whether it can be taken back. */
export function bulkQuestion(
  action: Exclude<BulkAction, "choose_city">,
  { able, prepaid, payPkr }: CountedBulk,
): BulkQuestion {
  const many = ordersInWords(able);
  switch (action) {
    case "place":
      return {
        title: `Place ${many} with the supplier?`,
        text: `${prepaidWords(prepaid)}A parcel can be cancelled until it is packed.`,
        confirm: `Place ${many}`,
        isDestructive: false,
      };
    case "cancel":
      return {
        title: `Cancel ${many} at the supplier?`,
        text: "Parcels that are not packed yet are cancelled and cost nothing. Orders that were never sent can be resumed. In Shopify the orders stay until you cancel them there.",
        confirm: `Cancel ${many}`,
        isDestructive: true,
      };
    case "pay":
      return {
        title: `Pay for ${many} from the wallet?`,
        text: `${formatRupees(payPkr)} leaves your wallet, the nearest deadline first. It cannot be taken back here.`,
        confirm: `Pay ${formatRupees(payPkr)}`,
        isDestructive: false,
      };
    case "retry":
      return {
        title: `Try ${many} again?`,
        text: "Each is read again now. Nothing is placed that would not be placed by itself.",
        confirm: `Try ${many} again`,
        isDestructive: false,
      };
    case "resume":
      return {
        title: `Resume ${many}?`,
        text: "The cancel is taken back for orders that were never sent. Your rules decide again whether they are placed by themselves.",
        confirm: `Resume ${many}`,
        isDestructive: false,
      };
  }
}

function prepaidWords(prepaid: number): string {
  if (prepaid === 0) return "";
  return prepaid === 1
    ? "1 of them is prepaid and paid from your wallet. "
    : `${prepaid} of them are prepaid and paid from your wallet. `;
}

const DONE: Readonly<Record<Exclude<BulkAction, "choose_city">, string>> = {
  place: "be placed",
  retry: "be tried again",
  cancel: "be cancelled",
  resume: "be resumed",
  pay: "be paid",
};

export function countedOrders(
  action: Exclude<BulkAction, "choose_city">,
  counted: { readonly able: number; readonly unable: number },
): string {
  return countedWords({ ...counted, thing: "order", things: "orders", done: DONE[action] });
}

/** What can be done to at least one of the chosen orders, the likeliest first. */
export function offeredActions(rows: readonly ShownOrder[]): readonly BulkAction[] {
  const has = (...states: string[]) => rows.some(({ state }) => states.includes(state));
  const offers: readonly (readonly [BulkAction, boolean])[] = [
    ["choose_city", rows.some(({ askedCity }) => askedCity !== null)],
    ["pay", rows.some(({ payPkr }) => payPkr > 0)],
    ["place", has("to_place", "held")],
    ["retry", has("held", "waiting")],
    ["resume", has("cancelled")],
    ["cancel", has("new", "waiting", "to_place", "held", "placed", "awaiting_funds")],
  ];
  return offers.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}
