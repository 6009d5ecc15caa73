import type { SupplierProductId, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";

/** What one variant of a mapped product holds. */
type ShapedVariant = {
  readonly variantGid: VariantGid;
  readonly parts: readonly {
    readonly supplierProductId: SupplierProductId;
    readonly supplierVariantId: SupplierVariantId;
    readonly quantity: number;
  }[];
};

export type MappingShape =
  /** It is one product of the service's, variant by variant: it is kept as a listing. */
  | { readonly kind: "listing"; readonly supplierProductId: SupplierProductId }
  /** Bundles, goods of several products, or several variants that are one: it lives by its links. */
  | { readonly kind: "links" };

/**
 * How a mapped product is kept. `taken`: products of the service that another product of the shop is a listing of, as
 * one product has one listing in a mode.
 */
export function planShape(variants: readonly ShapedVariant[], taken: ReadonlySet<string>): MappingShape {
  const links: MappingShape = { kind: "links" };
  const parts = variants.flatMap((variant) => variant.parts);
  if (variants.some((variant) => variant.parts.length !== 1)) return links;
  if (parts.some(({ quantity }) => quantity !== 1)) return links;
  if (new Set(parts.map(({ supplierVariantId }) => supplierVariantId)).size < parts.length) return links;
  const [supplierProductId, ...others] = new Set(parts.map((part) => part.supplierProductId));
  if (supplierProductId === undefined || others.length > 0 || taken.has(supplierProductId)) return links;
  return { kind: "listing", supplierProductId };
}
