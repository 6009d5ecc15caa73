import type { ListingVariant, Prisma } from "@prisma/client";

/** Parts of a product that a merchant may make their own by editing them in Shopify. */
export const lockableFields = ["title", "description", "images"] as const;

export type LockableField = (typeof lockableFields)[number];

/** Since when each field is the merchant's: `title`, `description`, `images`, and the price of a variant of ours. */
export type Locks = Readonly<Record<string, string>>;

/** Under which name the price of one variant stands in `Listing.locked`. */
export function priceLock({ id }: Pick<ListingVariant, "id">): string {
  return `price/${id}`;
}

/** What locks are about, each kind once: "title", "price", without whose price it is. */
export function lockedKinds(fields: readonly string[]): readonly string[] {
  return [...new Set(fields.map((field) => field.split("/")[0] ?? field))];
}

/** `Listing.locked` as it was stored. */
export function parseLocks(stored: Prisma.JsonValue): Locks {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([field, since]) => (typeof since === "string" ? [[field, since]] : [])),
  );
}

/** Fields that were locked before keep their date. */
export function withLocks(locks: Locks, fields: readonly string[], now: Date): Locks {
  return { ...Object.fromEntries(fields.map((field) => [field, now.toISOString()])), ...locks };
}

export function withoutLocks(locks: Locks, fields: readonly string[]): Locks {
  return Object.fromEntries(Object.entries(locks).filter(([field]) => !fields.includes(field)));
}
