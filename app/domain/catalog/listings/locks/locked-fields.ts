import { z } from "zod";

/** Since when, as ISO text, by field. */
const shape = z.record(z.string(), z.string());

export type LockedField = { readonly field: string; readonly since: string };

/** Fields the merchant edited in Shopify and keeps, as stored in `listing.locked`; the oldest first. */
export function lockedFieldsOf(locked: unknown): readonly LockedField[] {
  const parsed = shape.safeParse(locked);
  if (!parsed.success) return [];
  return Object.entries(parsed.data)
    .map(([field, since]) => ({ field, since }))
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.field.localeCompare(b.field));
}
