import type { ShopContext } from "../../shops/shop-context.server.ts";
import { pressCourierTold, pressLeaveChanged, pressReplace } from "../changes/press-change.server.ts";
import { pressFulfilAgain, pressLeaveUndone } from "../fulfillment/press-undone.server.ts";
import type { Pressed } from "../press.server.ts";
import { pressCancelRefused, pressLeaveRefused } from "../refused/press-refused.server.ts";

/** What is pressed once parcels are on their way: one press, one use case; `shown` is what the page showed. */
const PRESSES = {
  fulfil_again: { press: pressFulfilAgain, done: "The shipment is put back in Shopify" },
  leave_undone: { press: pressLeaveUndone, done: "Left as it is" },
  replace: { press: pressReplace, done: "Once that is confirmed, it is placed again" },
  leave_changed: { press: pressLeaveChanged, done: "Left as it is" },
  cancel_refused: { press: pressCancelRefused, done: "It is being cancelled in Shopify" },
  leave_refused: { press: pressLeaveRefused, done: "Left as it is" },
  courier_told: { press: pressCourierTold, done: "Noted" },
} as const;

export type AfterPlacing = keyof typeof PRESSES;

export const afterPlacing = [
  ...(["fulfil_again", "leave_undone", "replace", "leave_changed", "courier_told"] as const),
  ...(["cancel_refused", "leave_refused"] as const),
] as const satisfies readonly AfterPlacing[];

export function isAfterPlacing(intent: string): intent is AfterPlacing {
  return Object.hasOwn(PRESSES, intent);
}

export function doneAfterPlacing(intent: AfterPlacing): string {
  return PRESSES[intent].done;
}

type AfterPlacingForm = { readonly intent: AfterPlacing; readonly shown?: string | undefined };

export function pressAfterPlacing(
  { ctx, by }: { readonly ctx: ShopContext; readonly by: string },
  orderId: string,
  { intent, shown }: AfterPlacingForm,
): Promise<Pressed> {
  return PRESSES[intent].press(ctx, { orderId, by, ...(shown === undefined ? {} : { shown }) });
}
