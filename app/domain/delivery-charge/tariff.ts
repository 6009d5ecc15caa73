import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { documentedTerms } from "#app/supplier/terms.ts";

/** What one parcel of up to so much is charged in the city that bands are quoted for. */
export type Band = {
  readonly upToGrams: number;
  readonly pkr: Rupees;
  /** When the service quoted it; null: nobody did, the document's figure counts, with *about* beside it (R18). */
  readonly seenAt: Date | null;
};

/** What parcels are charged, as the service last quoted it; the document's figures where it did not. */
export type Tariff = {
  /** From light to heavy, one at least. */
  readonly bands: readonly Band[];
  /** For each kilogram begun above the last band. */
  readonly perKgAbovePkr: Rupees;
  /** When the older of the two quotes was made that tell it; null where one is missing. */
  readonly perKgSeenAt: Date | null;
  /** Of a parcel whose weight the service does not know. */
  readonly defaultPkr: Rupees;
  /** When the service reported it; null: it is the document's. */
  readonly defaultSeenAt: Date | null;
  /** What a city costs more than the one of the bands, or less, by its key; one that was not quoted costs the same. */
  readonly surcharges: ReadonlyMap<string, Rupees>;
  /** When the oldest of the quoted figures was quoted; null before the service was asked. Others may be the document's. */
  readonly bandsSeenAt: Date | null;
};

export const quoteFigures = ["band", "city"] as const;
export type QuoteFigure = (typeof quoteFigures)[number];

export type QuoteRow = {
  readonly figure: QuoteFigure;
  readonly key: string;
  readonly pkr: Rupees | null;
  readonly seenAt: Date;
};

/** The city that bands are quoted for. */
export const BAND_CITY = "Lahore";

export const documentedBands: readonly Omit<Band, "seenAt">[] = documentedTerms.shippingBands.map(
  ({ upToKg, cost }) => ({
    upToGrams: upToKg * 1000,
    pkr: rupees(cost),
  }),
);

/** A parcel as heavy as this tells what a kilogram above the last band costs: three of them, whole and begun. */
export const ABOVE_GRAMS = 13_000;

/** Of rows of one account, whatever their order. */
export function toTariff(
  rows: readonly QuoteRow[],
  ofUnknownWeight: Pick<Tariff, "defaultPkr" | "defaultSeenAt">,
): Tariff {
  const quoted = new Map(rows.flatMap(toQuoted));
  const bands = documentedBands.map(({ upToGrams, pkr }) => {
    const quote = quoted.get(String(upToGrams));
    return { upToGrams, pkr: quote?.pkr ?? pkr, seenAt: quote?.seenAt ?? null };
  });
  return {
    ...{ bands, ...ofUnknownWeight, ...perKgAbove(bands, quoted.get(String(ABOVE_GRAMS)) ?? null) },
    surcharges: new Map(
      rows.flatMap(({ figure, key, pkr }) => (figure === "city" && pkr !== null ? [[key, pkr]] : [])),
    ),
    bandsSeenAt: oldestOf([...quoted.values()].map(({ seenAt }) => seenAt)),
  };
}

type Quote = { readonly pkr: Rupees; readonly seenAt: Date };

/** By its band; none where the service was asked and quoted nothing. */
function toQuoted({ figure, key, pkr, seenAt }: QuoteRow): readonly (readonly [string, Quote])[] {
  return figure === "band" && pkr !== null ? [[key, { pkr, seenAt }]] : [];
}

function oldestOf(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

/** From what a heavier parcel costs more than the last band. Where that band was not quoted, neither was the difference. */
function perKgAbove(
  bands: readonly Band[],
  above: Quote | null,
): Pick<Tariff, "perKgAbovePkr" | "perKgSeenAt"> {
  const last = bands.at(-1);
  if (above === null || last === undefined || above.pkr < last.pkr) {
    return { perKgAbovePkr: rupees(documentedTerms.shippingPerKgAbove), perKgSeenAt: null };
  }
  const kilograms = (ABOVE_GRAMS - last.upToGrams) / 1000;
  return {
    perKgAbovePkr: rupees(Math.ceil((above.pkr - last.pkr) / kilograms)),
    perKgSeenAt: last.seenAt && oldestOf([last.seenAt, above.seenAt]),
  };
}
