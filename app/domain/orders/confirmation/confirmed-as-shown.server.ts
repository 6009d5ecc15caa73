import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { recordDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { openCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openOrderLines } from "#app/domain/orders/reconcile/order-lines.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { findDates } from "./confirmation-dates.ts";

const PURPOSE = "order_confirmation.shown";

type ShownContents = {
  readonly customer: Readonly<Record<"name" | "phone" | "address" | "city", string | null>>;
  readonly lines: readonly { readonly id: string; readonly quantity: number }[];
  readonly collectsPkr: Rupees | null;
};

/** Tells whether an order still is what its customer was shown: its units, its sum, and what it says of the customer. */
export function hashShown(
  { crypto }: Pick<ShopContext, "crypto">,
  { customer, lines, collectsPkr }: ShownContents,
): string {
  const { name, phone, address, city } = customer;
  const units = lines.filter(({ quantity }) => quantity > 0).map(({ id, quantity }) => `${id}×${quantity}`);
  const words = [name, phone, address, city].map((word) => word ?? "");
  return crypto.hash(JSON.stringify({ words, units: units.toSorted(), collectsPkr }), PURPOSE);
}

type ShownOrder = {
  readonly id: OrderId;
  readonly customerEnc: Uint8Array | null;
  readonly lines: Prisma.JsonValue;
  readonly outstandingPkr: Rupees | null;
  readonly confirmation: { readonly collectsPkr: Rupees } | null;
};

/**
 * Keeps that the customer wants the order as our rows show it, before anybody has asked them about what will be sent: the run
 * that would ask compares the two.
 */
export async function keepConfirmedAsShown(
  ctx: Pick<ShopContext, "shop" | "clock" | "crypto">,
  tx: Prisma.TransactionClient,
  order: ShownOrder,
): Promise<void> {
  const { customerEnc, outstandingPkr, confirmation } = order;
  const nobody = { name: null, phone: null, address: null, city: null };
  const contentsHash = hashShown(ctx, {
    customer: openCustomer(ctx, { id: order.id, customerEnc }) ?? nobody,
    lines: (openOrderLines(order.lines) ?? []).map(({ lineGid: id, quantity }) => ({ id, quantity })),
    collectsPkr: confirmation?.collectsPkr ?? outstandingPkr,
  });
  const key = { shopId: ctx.shop.id, orderId: order.id };
  const kept = { state: "confirmed", contentsHash } as const;
  await tx.orderConfirmation.upsert({
    where: { shopId_orderId: key },
    update: kept,
    create: { ...key, ...kept, ...findDates(ctx), collectsPkr: outstandingPkr ?? rupees(0) },
  });
  await recordDecision(tx, { ...key, kind: "confirmed", by: CUSTOMER, at: ctx.clock.now() });
}
