import type { World } from "#test/support/world.ts";

/** The Shopify variant of an imported product, found by the title it has at the service. */
export function getVariant(world: World, shop: string, title: string): string {
  const products = world.shopify.control.state({ shop }).products;
  const product = products.find((candidate) => candidate.title === title);
  const variant = product?.variantIds[0];
  if (!variant) throw new Error(`${shop} lists no ${title}`);
  return variant;
}
