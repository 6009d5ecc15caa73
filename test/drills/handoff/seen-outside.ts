import { waitForOrder } from "#test/demo/merchant.ts";
import type { DrillOrder, OrderFacts } from "../core/order-facts.ts";
import type { DrillStage } from "../core/stage.ts";

/** The customer hears of each fulfillment once, if at all. */
export function problemsForCustomer(
  { world }: DrillStage,
  { gid, shop }: DrillOrder,
  { fulfillments }: OrderFacts,
): string[] {
  const mails = world.shopify.control
    .state({ shop })
    .mails.filter(({ orderId, kind }) => orderId === gid && kind === "shipping_confirmation");
  const mailsOf = (id: string) => mails.filter(({ fulfillmentId }) => fulfillmentId === id).length;
  return fulfillments
    .filter(({ id }) => mailsOf(id) > 1)
    .map(({ id }) => `the customer was told ${mailsOf(id)} times of ${id}`);
}

/** The orders page says what the app's own rows say. */
export async function problemsOnPage(
  { merchant }: DrillStage,
  { name }: DrillOrder,
  { app }: OrderFacts,
): Promise<string[]> {
  const state = app?.state ?? "nothing";
  return waitForOrder(merchant, name, [state]).then(
    () => [],
    (error: unknown) => [String(error)],
  );
}
