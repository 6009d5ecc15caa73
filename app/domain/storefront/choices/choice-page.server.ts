import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { cashBeforePlacing } from "#app/domain/orders/money/cash-before-placing.ts";
import type { ParcelItem } from "#app/domain/orders/parcels/parcel-items.ts";
import { openOrderLines } from "#app/domain/orders/reconcile/order-lines.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { nameOf } from "../customer-items.ts";
import { senderOnParcel } from "../sender-on-parcel.server.ts";
import type { StorefrontContext } from "../storefront-context.ts";
import type { ChosenOrder } from "../tracked-rows.server.ts";
import { findKeptOrder } from "./find-kept-order.server.ts";
import { type Choices, liveParcels, planChoices } from "./plan-choices.ts";

/** What a customer sees of an order they may still have a choice about: nothing of who they are. */
export type ChoicePage = Choices & {
  readonly orderName: string;
  /** As printed on the parcel. */
  readonly sender: string;
  /** What the courier will ask for in all: 0 where it is paid, null where it is not known. */
  readonly cashPkr: Rupees | null;
  /** Null where it was not read yet. */
  readonly items: readonly ParcelItem[] | null;
};

/** Null for an order that is not ours, is another shop's, or whose customer was erased. */
export async function findChoicePage(ctx: StorefrontContext, orderId: OrderId): Promise<ChoicePage | null> {
  const order = await findKeptOrder(ctx.db, { shopId: ctx.shop.id, orderId });
  return order && toChoicePage(ctx, order);
}

function toChoicePage(ctx: StorefrontContext, order: ChosenOrder): ChoicePage {
  return {
    ...planChoices(order, ctx.shop),
    ...{
      orderName: order.name,
      sender: senderOnParcel(ctx, order),
      cashPkr: cashOf(order),
      items: itemsOf(order),
    },
  };
}

/** Once placed what the couriers collect. */
function cashOf(order: ChosenOrder): Rupees | null {
  const parcels = liveParcels(order);
  if (parcels.length > 0) return sumRupees(parcels.map(({ codPkr }) => codPkr));
  return cashBeforePlacing(order);
}

function itemsOf(order: ChosenOrder): readonly ParcelItem[] | null {
  const lines = openOrderLines(order.lines);
  const ours = lines?.filter((line) => line.ours > 0) ?? [];
  const shown = ours.length > 0 ? ours : lines;
  return shown?.map((line) => ({ title: nameOf(line), quantity: line.ours || line.quantity })) ?? null;
}
