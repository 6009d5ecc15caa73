import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  confirmCourierInformed,
  dismissChange,
  requestReplacement,
} from "#app/domain/orders/amendments/change-commands.server.ts";
import {
  dismissCancelledFulfillments,
  fulfilAgain,
} from "#app/domain/orders/fulfillment/cancelled-fulfillment-commands.server.ts";
import {
  dismissRefused,
  requestCancelRefused,
} from "#app/domain/orders/returns/refused-order-commands.server.ts";
import type { CommandResult } from "./command-result.ts";

/** What is pressed once parcels are on their way: one press, one use case; `shown` is what the page showed. */
const COMMANDS = {
  fulfil_again: { run: fulfilAgain, done: "The shipment is put back in Shopify" },
  leave_undone: { run: dismissCancelledFulfillments, done: "Left as it is" },
  replace: { run: requestReplacement, done: "Once that is confirmed, it is placed again" },
  leave_changed: { run: dismissChange, done: "Left as it is" },
  cancel_refused: { run: requestCancelRefused, done: "It is being cancelled in Shopify" },
  leave_refused: { run: dismissRefused, done: "Left as it is" },
  courier_told: { run: confirmCourierInformed, done: "Noted" },
} as const;

export type AfterPlacing = keyof typeof COMMANDS;

export const afterPlacing = [
  ...(["fulfil_again", "leave_undone", "replace", "leave_changed", "courier_told"] as const),
  ...(["cancel_refused", "leave_refused"] as const),
] as const satisfies readonly AfterPlacing[];

export function isAfterPlacing(intent: string): intent is AfterPlacing {
  return Object.hasOwn(COMMANDS, intent);
}

export function doneAfterPlacing(intent: AfterPlacing): string {
  return COMMANDS[intent].done;
}

type AfterPlacingForm = { readonly intent: AfterPlacing; readonly shown?: string | undefined };

export function runAfterPlacing(
  { ctx, by }: { readonly ctx: ShopContext; readonly by: string },
  orderId: string,
  { intent, shown }: AfterPlacingForm,
): Promise<CommandResult> {
  return COMMANDS[intent].run(ctx, { orderId, by, ...(shown === undefined ? {} : { shown }) });
}
