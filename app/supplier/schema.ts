import { z } from "zod";
import { toExternalOrderId, toSupplierProductId, toSupplierVariantId } from "#app/platform/ids.ts";

/** Whole rupees (PKR), as everywhere in the service. Structurally the same brand as the domain's own. */
export type AmountPkr = number & { readonly __brand: "Rupees" };

const MAX_INT32 = 2_147_483_647;
const MOST_UNITS = 1_000_000_000;
const MOST_PKR = 10_000_000;

/** An amount that must be there: whole rupees, never text or a fraction. */
export const amount = z.custom<AmountPkr>((value) => Number.isSafeInteger(value), "expected whole rupees");

/**
 * A field the document leaves optional. Absent and null are both normal, and an odd value is read as absent
 * rather than losing the whole answer: what really arrived stays in `raw`.
 */
export function lenient<S extends z.ZodType>(schema: S) {
  return schema.nullish().catch(undefined);
}

/** The database holds no NUL and no half of a character pair. */
export const text = lenient(z.string().transform(plain));
/** An id of the service. The database holds no NUL, and its indexes no key without end. */
export const identifier = z
  .string()
  .regex(/^[^\0]{1,200}$/)
  .refine((value) => value.isWellFormed());
export const supplierProductId = identifier.transform(toSupplierProductId);
export const supplierVariantId = identifier.transform(toSupplierVariantId);
/** A product where the document leaves out which one it is. */
export const optionalSupplierProductId = lenient(
  z.string().transform((value) => toSupplierProductId(plain(value))),
);
/** The same of a variant. */
export const optionalSupplierVariantId = lenient(
  z.string().transform((value) => toSupplierVariantId(plain(value))),
);
/** Our own name for an order, or a stranger's. */
export const externalOrderId = lenient(z.string().transform((value) => toExternalOrderId(plain(value))));
export const flag = lenient(z.boolean());
export const count = lenient(z.int32());
/** Pieces on hand, 0 to a milliard (what Shopify takes); a service that means "endless" may say any number. */
export const units = z.number().refine(Number.isInteger).transform(toUnits);
export const decimal = lenient(z.number());
/** An amount that must be there and that a row can hold: up to two milliards. */
export const keptAmount = amount.refine((value) => Math.abs(value) <= MAX_INT32);
/** An optional amount; one beyond two milliards is no amount of a parcel or a wallet here and is read as absent. */
export const rupees = lenient(keptAmount);
/** What goods cost, 1 to ten million rupees; anything else is no price of goods and is read as absent. */
export const price = lenient(amount.refine((value) => value >= 1 && value <= MOST_PKR));
/** ISO 8601 with a year of four digits; the text is kept as it came. */
export const instant = lenient(z.string().regex(/^\d{4}-/));
/** An object whose fields the document does not show. */
export const opaque = lenient(z.looseObject({}));

function plain(value: string): string {
  return value.replaceAll("\0", "").toWellFormed();
}

function toUnits(value: number): number {
  return Math.min(Math.max(value, 0), MOST_UNITS);
}

/** A list of which unreadable entries are left out; anything else than a list is empty. */
export function listOf<S extends z.ZodType>(schema: S) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((entries) => entries.flatMap((entry) => readable(schema, entry)));
}

function readable<S extends z.ZodType>(schema: S, entry: unknown): z.output<S>[] {
  const parsed = schema.safeParse(entry);
  return parsed.success ? [parsed.data] : [];
}

/** Parses an object and keeps beside it, as `raw`, everything that arrived. */
export function withRaw<S extends z.ZodObject>(schema: S) {
  return z.unknown().transform((raw, context): z.output<S> & { readonly raw: unknown } => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return { ...parsed.data, raw };
    for (const issue of parsed.error.issues) {
      context.issues.push({ code: "custom", input: undefined, path: issue.path, message: issue.message });
    }
    return z.NEVER;
  });
}

/** One page of a list; `unreadable` counts entries without even an id, which are left out. */
export type Page<T> = {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
  readonly unreadable: number;
};

/** A page of a list; an entry that cannot be read is counted and left out. */
export function pageOf<S extends z.ZodType>(schema: S) {
  return z
    .object({ data: z.array(z.unknown()), nextCursor: text })
    .transform(({ data, nextCursor }): Page<z.output<S>> => {
      const entries = data.flatMap((entry) => readable(schema, entry));
      return { data: entries, nextCursor: nextCursor || null, unreadable: data.length - entries.length };
    });
}
