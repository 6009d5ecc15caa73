import { pressFulfilAgain, pressLeaveUndone } from "#app/domain/orders/fulfillment/press-undone.server.ts";
import type { Pressed } from "#app/domain/orders/press.server.ts";
import type { Visit } from "../require-shop.server.ts";

/** What is pressed once parcels are on their way: one press, one use case, no fields. */
const PRESSES = {
  fulfil_again: { press: pressFulfilAgain, done: "The shipment is put back in Shopify" },
  leave_undone: { press: pressLeaveUndone, done: "Left as it is" },
} as const;

export type AfterPlacing = keyof typeof PRESSES;

export const afterPlacing = ["fulfil_again", "leave_undone"] as const satisfies readonly AfterPlacing[];

export function isAfterPlacing(intent: string): intent is AfterPlacing {
  return Object.hasOwn(PRESSES, intent);
}

export function doneAfterPlacing(intent: AfterPlacing): string {
  return PRESSES[intent].done;
}

export function pressAfterPlacing(
  { ctx, by }: Pick<Visit, "ctx" | "by">,
  orderId: string,
  intent: AfterPlacing,
): Promise<Pressed> {
  return PRESSES[intent].press(ctx, { orderId, by });
}
