import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import type { CommandForm } from "#app/domain/orders/commands/registry.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import type { ButtonShop } from "./button-shop.ts";

/** How an order comes into a hold, and how the reason of the hold ends outside of the app. */
export type HoldScenario = {
  /** Brings an order into the hold; with the button that will be pressed, where its numbers decide whether it is offered. */
  readonly hold: (way: HoldAction) => Promise<OrderRow>;
  /** Ends the reason where it began: in Shopify, at the service, or in time. */
  readonly mend: (row: OrderRow) => Promise<unknown>;
  /** State of the order once the reason has ended; `placed` unless said otherwise. */
  readonly mended?: string;
  /** Buttons that only help once the reason has ended outside. */
  readonly mendFirst?: readonly HoldAction[];
  /** State of the order after a button that does not place it, by button. */
  readonly ends?: Partial<Record<HoldAction, string>>;
  /** What a button sends here, where it is not what it sends everywhere. */
  readonly form?: Partial<Record<HoldAction, CommandForm>>;
  /** Puts the ground back for the next order. */
  readonly restore?: () => Promise<unknown>;
};

export type HoldScenarios = Readonly<Record<HoldCode, HoldScenario>>;

/** What most scenarios are made with. */
export function scenarioTools(shop: ButtonShop) {
  const cooker = (order: Partial<Placing> = {}): Placing => ({
    lines: [shop.line("cooker", 1600)],
    ...order,
  });
  return {
    cooker,
    /** An order that is held as soon as it is looked at. */
    held: (code: HoldCode, order: Partial<Placing> = {}) => shop.reach(code, cooker(order)),
    nothing: async () => undefined,
    service: shop.supplier.control,
    shopify: shop.shopify.control,
  };
}
