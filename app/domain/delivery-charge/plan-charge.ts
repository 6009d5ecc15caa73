import { type Rupees, rupees, sumRupees, ZERO_RUPEES } from "#app/domain/money/rupees.ts";
import type { MixedCartChoice } from "./mixed-cart-choice.ts";
import type { Tariff } from "./tariff.ts";

/** So many units of one of the service's products in one unit of what is sold. */
export type CartPart = {
  /** Parts of different stores travel in different parcels; those of an unknown store in one. */
  readonly storeId: string | null;
  /** Null: the service does not know it. */
  readonly grams: number | null;
  readonly quantity: number;
  /** Its store delivers it free. */
  readonly isFree: boolean;
};

/** A line of a cart that is shipped. */
export type CartLine = {
  readonly quantity: number;
  /** Empty: the merchant's own goods. */
  readonly parts: readonly CartPart[];
};

export type ChargePolicy = { readonly whenMixed: MixedCartChoice; readonly fallbackPkr: Rupees };

export type ChargeInput = {
  readonly lines: readonly CartLine[];
  /** Null: none that we know. */
  readonly cityKey: string | null;
  readonly tariff: Tariff;
  readonly policy: ChargePolicy;
};

/** Null: we charge nothing for this cart, the shop's other rates count. */
export type Charge = { readonly pkr: Rupees } | null;

/** What delivery of a cart is charged: what the service charges for its parcels, and what the merchant set for the rest. */
export function planCharge({ lines, cityKey, tariff, policy }: ChargeInput): Charge {
  const ours = lines.filter(({ parts }) => parts.length > 0);
  const hasOwnGoods = ours.length < lines.length;
  const addsFallback = hasOwnGoods && policy.whenMixed === "add_fallback";
  if (lines.length === 0 || (hasOwnGoods && policy.whenMixed === "no_rate")) return null;
  if (ours.length === 0 && !addsFallback) return null;
  const parts = ours.flatMap((line) =>
    line.parts.map((part) => ({ ...part, quantity: part.quantity * line.quantity })),
  );
  const parcels = [...Map.groupBy(parts, ({ storeId }) => storeId).values()];
  const surcharge = (cityKey === null ? undefined : tariff.surcharges.get(cityKey)) ?? ZERO_RUPEES;
  const charges = parcels.map((parcel) => chargeOfParcel(parcel, surcharge, tariff));
  return { pkr: sumRupees(addsFallback ? [...charges, policy.fallbackPkr] : charges) };
}

/** By its weight, which what is delivered free does not add to; where some of that is unknown, the default at least. */
function chargeOfParcel(parts: readonly CartPart[], surcharge: Rupees, tariff: Tariff): Rupees {
  const charged = parts.filter(({ isFree }) => !isFree);
  if (charged.length === 0) return ZERO_RUPEES;
  const grams = charged.reduce((sum, part) => sum + (part.grams ?? 0) * part.quantity, 0);
  const isWeighed = charged.every((part) => part.grams !== null);
  const cost = isWeighed ? costOf(grams, tariff) : Math.max(tariff.defaultPkr, costOf(grams, tariff));
  return rupees(Math.max(0, cost + surcharge));
}

function costOf(grams: number, { bands, perKgAbovePkr }: Tariff): Rupees {
  const band = bands.find(({ upToGrams }) => grams <= upToGrams);
  if (band) return band.pkr;
  const last = bands.at(-1) ?? { upToGrams: 0, pkr: ZERO_RUPEES };
  return rupees(last.pkr + perKgAbovePkr * Math.ceil((grams - last.upToGrams) / 1000));
}
