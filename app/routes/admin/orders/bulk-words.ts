import { countOf } from "#app/domain/messages/count-of.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { BulkQuestion } from "#app/domain/orders/commands/command.ts";
import {
  type BulkAction,
  bulkActions,
  bulkWords,
  orderCommands,
} from "#app/domain/orders/commands/registry.ts";
import { countedWords } from "#app/ui/counted-words.ts";
import type { ShownOrder } from "./shown-order.ts";

/** "12 orders", "1 order". */
export function ordersInWords(count: number): string {
  return countOf(count, "order", "orders");
}

export function doingWords(action: BulkAction, count: number): string {
  return bulkWords(action).doing(ordersInWords(count));
}

type CountedBulk = {
  /** How many it fits. */
  readonly able: number;
  /** Of them: prepaid. */
  readonly prepaid: number;
  readonly payPkr: Rupees;
  readonly ruled: { readonly orders: number; readonly words: string } | null;
};

/** Before *Choose a city* more than a number is asked. */
export type CountedAction = Exclude<BulkAction, "choose_city">;

/** What is asked before many orders are changed: how many, what it costs, and whether it can be taken back. */
export function bulkQuestion(action: CountedAction, { able, ...counted }: CountedBulk): BulkQuestion {
  return orderCommands[action].bulk.counted.question({ many: ordersInWords(able), ...counted });
}

export function countedOrders(
  action: CountedAction,
  counted: { readonly able: number; readonly unable: number },
): string {
  const { done } = orderCommands[action].bulk.counted;
  return countedWords({ ...counted, thing: "order", things: "orders", done });
}

/** What can be done to at least one of the chosen orders, the likeliest first. */
export function offeredActions(rows: readonly ShownOrder[]): readonly BulkAction[] {
  return bulkActions.filter((action) => rows.some(bulkWords(action).isOffered));
}
