import { z } from "zod";
import { toVariantGid, type VariantGid } from "#app/platform/ids.ts";

/** What a checkout asks a carrier service for; of the customer's address only where it is to go. */
export type RateRequest = {
  readonly country: string;
  readonly province: string;
  readonly city: string;
  readonly currency: string;
  /** Null: a line that is no variant, as a custom one of a draft order. */
  readonly items: readonly { readonly variantGid: VariantGid | null; readonly quantity: number }[];
};

const shortText = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").slice(0, 200));

const schema = z.object({
  rate: z.object({
    destination: z.object({ country: shortText, province: shortText, city: shortText }),
    items: z
      .array(
        z.object({
          quantity: z.int().min(1).max(1_000_000),
          requires_shipping: z.boolean().nullish(),
          variant_id: z.union([z.int().positive(), z.string().regex(/^\d{1,20}$/)]).nullish(),
        }),
      )
      .max(1000),
    currency: shortText,
  }),
});

/**
 * The body of a carrier service's callback, without what needs no shipping; null where it is none. Neither name, street nor
 * phone is taken from it (shopify.dev, CarrierService: receive shipping rate requests).
 */
export function parseRateRequest(rawBody: Uint8Array): RateRequest | null {
  const read = schema.safeParse(parseJson(rawBody));
  if (!read.success) return null;
  const { destination, items, currency } = read.data.rate;
  return {
    ...destination,
    currency,
    items: items
      .filter((item) => item.requires_shipping !== false)
      .map(({ variant_id: id, quantity }) => ({
        variantGid: id == null ? null : toVariantGid(`gid://shopify/ProductVariant/${id}`),
        quantity,
      })),
  };
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody));
  } catch {
    return null;
  }
}

type Rate = { readonly serviceName: string; readonly pkr: number };

/** The answer to a callback: amounts are text, in hundredths; an empty list leaves the cart to the shop's other rates. */
export function toRateAnswer(rate: Rate | null) {
  if (rate === null) return { rates: [] };
  return {
    rates: [
      {
        service_name: rate.serviceName,
        service_code: "standard",
        description: "By courier",
        currency: "PKR",
        total_price: String(rate.pkr * 100),
        // The courier calls before cash is collected.
        phone_required: true,
      },
    ],
  };
}
