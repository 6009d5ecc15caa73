import { z } from "zod";
import { parseJson, parseWith, requiredText } from "./parse.ts";
import { type ParcelPlan, planParcels } from "./shipping.ts";
import type { Account, Answer, Call, World } from "./state.ts";
import { resolveVariant } from "./variants.ts";

const quoteRequest = z.object({
  city: requiredText,
  items: z
    .array(
      z.object({
        variantId: z.string().optional(),
        externalVariantId: z.string().optional(),
        quantity: z.int().min(1),
      }),
    )
    .min(1),
});

export function quoteShipping(world: World, call: Call): Answer {
  const input = parseWith(quoteRequest, parseJson(call.rawBody));
  const picked = input.items.map((item, index) => ({
    ...resolveVariant(world, call, item, index),
    quantity: item.quantity,
  }));
  const parcels = planParcels(world, picked, input.city);
  const shippingCost = parcels.reduce((sum, parcel) => sum + parcel.shippingCost, 0);
  const returnShippingCost = parcels.reduce((sum, parcel) => sum + parcel.returnShippingCost, 0);
  const { feeBasis } = call.account;
  return {
    status: 200,
    body: {
      city: input.city,
      shippingCost,
      returnShippingCost,
      rtoReserve: shippingCost + returnShippingCost,
      ...(world.undefinedBehaviour.feeSaid === "full" ? toFeeView(world, feeBasis) : {}),
      parcels: toParcelViews(world, parcels),
    },
  };
}

function toFeeView(world: World, platformFeeBasis: Account["feeBasis"]) {
  const { saleFeePercent, marginFeePercent } = world.terms;
  return {
    platformFeePercent: platformFeeBasis === "sale" ? saleFeePercent : marginFeePercent,
    platformFeeBasis,
  };
}

function toParcelViews(world: World, parcels: readonly ParcelPlan[]): unknown[] {
  switch (world.undefinedBehaviour.quoteParcels) {
    case "full":
      return parcels.map(({ storeId, weightKg, shippingCost, returnShippingCost }) => ({
        storeId,
        weightKg,
        shippingCost,
        returnShippingCost,
        rtoReserve: shippingCost + returnShippingCost,
      }));
    case "empty_objects":
      return parcels.map(() => ({}));
    case "empty_list":
      return [];
  }
}
