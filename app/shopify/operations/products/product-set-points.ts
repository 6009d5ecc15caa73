import type { ProductSetInput } from "#app/shopify/operations.generated.ts";

/**
 * Points a `productSet` asks for by what it carries: 0.2 a variant, 0.6 its file, 0.4 a metafield, 1.9 an image.
 * https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/productSet
 */
export function productSetPoints({ input }: { readonly input: ProductSetInput }): number {
  const variants = input.variants ?? [];
  const files = variants.filter(({ file }) => file !== null && file !== undefined).length;
  const metafields = variants.reduce((sum, { metafields: own }) => sum + (own?.length ?? 0), 0);
  return (
    0.2 * variants.length +
    0.6 * files +
    0.4 * (metafields + (input.metafields?.length ?? 0)) +
    1.9 * (input.files?.length ?? 0)
  );
}
