import type { StatusWords } from "../../shared/badge-tone.ts";

/** Whole rupees, over the product's variants. */
export type Range = { readonly lowest: number; readonly highest: number };

/** What the app answers about a product; a test of the app compares both. Null is not known. */
export type ProductBlock = {
  /** The app's page of it. */
  readonly path: string;
  readonly status: StatusWords;
  readonly issues: readonly string[];
  readonly note: string | null;
  readonly costs: Range | null;
  readonly margins: Range | null;
  /** Units; `shown` is null where nothing was written to Shopify yet. */
  readonly stock: { readonly atService: number; readonly shown: number | null };
  readonly confirmed: string | null;
  readonly kept: readonly string[];
};
