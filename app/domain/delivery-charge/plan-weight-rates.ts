import { z } from "zod";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { Tariff } from "./tariff.ts";

/** From so many grams to so many, both counted in. */
export type WeightSpan = {
  readonly fromGrams: number;
  /** Null: and all above. */
  readonly upToGrams: number | null;
};

/** One rate of Shopify's delivery profile, for carts of such a weight. */
export type WeightRate = WeightSpan & { readonly pkr: Rupees };

/** A rate that would be written now. `seenAt`: when its sum was quoted; null: it is the document's, and *about*. */
export type PlannedRate = WeightRate & { readonly seenAt: Date | null };

/** A profile has a sum for each weight, none for each kilogram: above the last band there are two wide ones. */
const ABOVE_SPANS_GRAMS = [10_000, 20_000] as const;

/** The tariff as rates by weight, each at what its heaviest cart costs in one parcel. Cities and stores are not in it. */
export function planWeightRates({
  bands,
  perKgAbovePkr,
  perKgSeenAt,
}: Pick<Tariff, "bands" | "perKgAbovePkr" | "perKgSeenAt">): readonly PlannedRate[] {
  const last = bands.at(-1) ?? { upToGrams: 0, pkr: rupees(0) };
  const above = ABOVE_SPANS_GRAMS.map((grams, at) => ({
    upToGrams: at === ABOVE_SPANS_GRAMS.length - 1 ? null : last.upToGrams + grams,
    pkr: rupees(last.pkr + (perKgAbovePkr * grams) / 1000),
    seenAt: perKgSeenAt,
  }));
  let fromGrams = 0;
  return [...bands, ...above].map(({ upToGrams, pkr, seenAt }) => {
    const rate = { fromGrams, upToGrams, pkr, seenAt };
    fromGrams = (upToGrams ?? fromGrams) + 1;
    return rate;
  });
}

const written = z.object({
  profileGid: z.string(),
  gids: z.array(z.string()),
  at: z.coerce.date(),
  rates: z.array(
    z.object({
      fromGrams: z.int(),
      upToGrams: z.int().nullable(),
      pkr: z.int().transform(rupees),
    }),
  ),
});

/** What Karwan wrote into a delivery profile, and when. */
export type WrittenRates = z.output<typeof written>;

/** As it is kept with the shop's delivery charge; null where nothing was written. */
export function parseWrittenRates(kept: unknown): WrittenRates | null {
  return written.safeParse(kept).data ?? null;
}

/**
 * The rates that would be written differently now, by their upper weight; what stands there is `was`. Of what nobody quoted
 * it is not known what the service charges, so nothing is said of it.
 */
export function listMovedRates(
  existing: readonly WeightRate[],
  planned: readonly PlannedRate[],
): readonly (WeightRate & { readonly was: Rupees | null })[] {
  return planned.flatMap(({ seenAt, ...rate }) => {
    const was = existing.find(({ upToGrams }) => upToGrams === rate.upToGrams)?.pkr ?? null;
    return seenAt === null || was === rate.pkr ? [] : [{ ...rate, was }];
  });
}

/** The weights of which nobody quoted what they cost. */
export function listUnquotedSpans(planned: readonly PlannedRate[]): readonly WeightSpan[] {
  return planned.flatMap(({ fromGrams, upToGrams, seenAt }) =>
    seenAt === null ? [{ fromGrams, upToGrams }] : [],
  );
}
