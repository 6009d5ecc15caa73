import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { documentedTerms } from "#app/supplier/terms.ts";

/** What one parcel of up to so much is charged in the city that bands are quoted for. */
export type Band = { readonly upToGrams: number; readonly pkr: Rupees };

/** What parcels are charged, as the service last quoted it; the document's figures where it did not. */
export type Tariff = {
  /** From light to heavy, one at least. */
  readonly bands: readonly Band[];
  /** For each kilogram begun above the last band. */
  readonly perKgAbovePkr: Rupees;
  /** Of a parcel whose weight the service does not know. */
  readonly defaultPkr: Rupees;
  /** What a city costs more than the one of the bands, or less, by its key; one that was not quoted costs the same. */
  readonly surcharges: ReadonlyMap<string, Rupees>;
  /** When the oldest of the quoted bands was quoted; null where the document's count. */
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

export const documentedBands: readonly Band[] = documentedTerms.shippingBands.map(({ upToKg, cost }) => ({
  upToGrams: upToKg * 1000,
  pkr: rupees(cost),
}));

/** A parcel as heavy as this tells what a kilogram above the last band costs: three of them, whole and begun. */
export const ABOVE_GRAMS = 13_000;

/** Of rows of one account, whatever their order. */
export function toTariff(rows: readonly QuoteRow[], { defaultPkr }: Pick<Tariff, "defaultPkr">): Tariff {
  const quoted = new Map(rows.filter(({ figure }) => figure === "band").map((row) => [row.key, row]));
  const bands = documentedBands.map(({ upToGrams, pkr }) => ({
    upToGrams,
    pkr: quoted.get(String(upToGrams))?.pkr ?? pkr,
  }));
  const times = [...quoted.values()].filter(({ pkr }) => pkr !== null).map(({ seenAt }) => seenAt.getTime());
  return {
    ...{ bands, defaultPkr, perKgAbovePkr: perKgAbove(bands, quoted.get(String(ABOVE_GRAMS))?.pkr ?? null) },
    surcharges: new Map(
      rows.flatMap(({ figure, key, pkr }) => (figure === "city" && pkr !== null ? [[key, pkr]] : [])),
    ),
    bandsSeenAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

function perKgAbove(bands: readonly Band[], abovePkr: Rupees | null): Rupees {
  const last = bands.at(-1);
  if (abovePkr === null || last === undefined || abovePkr < last.pkr) {
    return rupees(documentedTerms.shippingPerKgAbove);
  }
  return rupees(Math.ceil((abovePkr - last.pkr) / ((ABOVE_GRAMS - last.upToGrams) / 1000)));
}
