import type { EffectState } from "#app/domain/orders/reconcile/effect-state.ts";
import type { FulfillmentGid, ParcelId } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";

/** What was done in Shopify for an order, or is to be, by name. */
export type Effects = readonly { readonly key: string; readonly state: EffectState }[];
type FulfilledParcel = { readonly id: ParcelId; readonly fulfillmentGid: FulfillmentGid | null };

/** Written when a person asks that a parcel whose fulfillment was cancelled be fulfilled again. */
export function fulfilAgainKey({ id, fulfillmentGid }: FulfilledParcel): string {
  return `again:${id}:${fulfillmentGid ?? ""}`;
}

/** Names a cancelled fulfillment where a person leaves it as it is. */
export function shownOf({ id, fulfillmentGid }: FulfilledParcel): string {
  return `${id}:${fulfillmentGid ?? ""}`;
}

/** Names a parcel in the keys of what is done once per fulfillment: a parcel fulfilled again starts a round anew. */
export function roundOf(effects: Effects, { id }: Pick<FulfilledParcel, "id">): string {
  const rounds = effects.filter(({ key }) => key.startsWith(`again:${id}:`)).length;
  return rounds === 0 ? id : `${id}:again${rounds}`;
}

/** Whether a parcel is fulfilled a second time: Shopify notified the customer the first time. */
export function isFulfilledAgain(effects: Effects, parcel: Pick<FulfilledParcel, "id">): boolean {
  return roundOf(effects, parcel) !== parcel.id;
}

export function isCancelledInShopify(
  { fulfillments }: Pick<ShopifyOrder, "fulfillments">,
  { fulfillmentGid }: Pick<FulfilledParcel, "fulfillmentGid">,
): boolean {
  return fulfillments.some(({ id, status }) => id === fulfillmentGid && status === "CANCELLED");
}
