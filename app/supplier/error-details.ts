import { z } from "zod";
import { type SupplierVariantId, toSupplierVariantId } from "#app/platform/ids.ts";

type PriceBelowMinimum = {
  readonly index: number;
  readonly resalePrice: number | null;
  readonly minResalePrice: number | null;
};

type Shortage = {
  readonly index: number | null;
  readonly variantId: SupplierVariantId | null;
  readonly available: number | null;
};

type FieldProblem = { readonly path: string; readonly message: string };

/** What the service said beside the code, where a shape is known; `raw` is kept whatever it was. */
export type ErrorDetails =
  | { readonly kind: "none" }
  | { readonly kind: "existing_order"; readonly id: string; readonly raw: unknown }
  | { readonly kind: "prices"; readonly prices: readonly PriceBelowMinimum[]; readonly raw: unknown }
  | { readonly kind: "shortages"; readonly shortages: readonly Shortage[]; readonly raw: unknown }
  | { readonly kind: "fields"; readonly fields: readonly FieldProblem[]; readonly raw: unknown }
  | { readonly kind: "other"; readonly raw: unknown };

const existingOrder = z.object({ id: z.string().min(1) });
const price = z.object({
  index: z.number(),
  resalePrice: z.number().nullish(),
  minResalePrice: z.number().nullish(),
});
const shortage = z.object({
  index: z.number().nullish(),
  variantId: z.string().transform(toSupplierVariantId).nullish(),
  available: z.number().nullish(),
  stock: z.number().nullish(),
});
const fieldProblem = z.object({
  path: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).nullish(),
  field: z.string().nullish(),
  message: z.string().nullish(),
});

/**
 * Reads the details of an error body. Shown by the document: an array for `price_below_minimum`, `id` for
 * `duplicate_order`; for the others the shape is a guess and a miss is `other`. Section Errors.
 */
export function parseErrorDetails(code: string, raw: unknown): ErrorDetails {
  if (raw === undefined || raw === null) return { kind: "none" };
  return parseKnownDetails(code, raw) ?? { kind: "other", raw };
}

function parseKnownDetails(code: string, raw: unknown): ErrorDetails | null {
  switch (code) {
    case "duplicate_order": {
      const parsed = existingOrder.safeParse(raw);
      return parsed.success ? { kind: "existing_order", id: parsed.data.id, raw } : null;
    }
    case "price_below_minimum": {
      const prices = readableEntries(price, raw).map((entry) => ({
        index: entry.index,
        resalePrice: entry.resalePrice ?? null,
        minResalePrice: entry.minResalePrice ?? null,
      }));
      return prices.length > 0 ? { kind: "prices", prices, raw } : null;
    }
    case "out_of_stock": {
      const shortages = readableEntries(shortage, raw).map(toShortage);
      return shortages.length > 0 ? { kind: "shortages", shortages, raw } : null;
    }
    case "validation_error": {
      const fields = readableEntries(fieldProblem, raw).map(toFieldProblem);
      return fields.length > 0 ? { kind: "fields", fields, raw } : null;
    }
    default:
      return null;
  }
}

function toShortage(entry: z.infer<typeof shortage>): Shortage {
  return {
    index: entry.index ?? null,
    variantId: entry.variantId ?? null,
    available: entry.available ?? entry.stock ?? null,
  };
}

function toFieldProblem(entry: z.infer<typeof fieldProblem>): FieldProblem {
  const path = Array.isArray(entry.path) ? entry.path.join(".") : (entry.path ?? entry.field ?? "");
  return { path, message: entry.message ?? "" };
}

/** Entries of an array, of the first array inside an object, or a lone object. */
function readableEntries<T>(schema: z.ZodType<T>, raw: unknown): T[] {
  const candidates = Array.isArray(raw) ? raw : (firstArrayIn(raw) ?? [raw]);
  return candidates.flatMap((candidate) => {
    const parsed = schema.safeParse(candidate);
    return parsed.success ? [parsed.data] : [];
  });
}

function firstArrayIn(raw: unknown): unknown[] | null {
  if (typeof raw !== "object" || raw === null) return null;
  return Object.values(raw).find(Array.isArray) ?? null;
}
