import type { Prisma } from "@prisma/client";
import { productSchema, type SupplierProduct } from "#app/supplier/catalog.ts";

/** A product of the service as `Listing.seen` keeps it: parsed, without what else the service sent. */
export function toSeen({ raw: _, ...product }: SupplierProduct): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(product));
}

/** Null where none was kept yet. */
export function parseSeen(stored: Prisma.JsonValue): SupplierProduct | null {
  const parsed = productSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** What of a product makes a listing's content and variants; prices and stock are kept apart. */
export function contentKey(product: SupplierProduct): string {
  const { title, description, images, shipping, variants } = product;
  const named = (variants ?? []).map(({ id, color, size, title, sku, image }) => [
    ...[id, color ?? null, size ?? null, title ?? null, sku ?? null, image ?? null],
  ]);
  return JSON.stringify([title, description ?? null, images, shipping ?? null, named]);
}
