import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { paymentSentence } from "#app/domain/messages/holds/payment-sentences.ts";
import { getFunds } from "#app/domain/wallet/funds/get-funds.server.ts";

/** What waits for funds, each parcel with the sentence of its payment. */
export async function loadFunds(ctx: ShopContext, viewer: string) {
  const funds = await getFunds(ctx, viewer);
  const parcels = funds.parcels.map((parcel) => ({
    ...parcel,
    sentence: parcel.payment && paymentSentence(parcel.payment),
  }));
  return { ...funds, parcels };
}
