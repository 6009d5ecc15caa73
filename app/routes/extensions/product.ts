import type { LoaderFunctionArgs } from "@remix-run/node";
import { findProductBlock } from "#app/domain/catalog/product-block/find-product-block.server.ts";
import { findProductGid } from "#app/routes/admin/mapping/product-path.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireExtension } from "./require-extension.server.ts";
import { showProductBlock } from "./show-product-block.ts";

/** What the block on a product's page in Shopify shows; `number` is Shopify's own. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireExtension(args);
  const { number } = args.params;
  const productGid = findProductGid(number);
  const block = productGid === null ? null : await findProductBlock(ctx, productGid);
  if (!block) throw notFound();
  return showProductBlock(block, { number: String(number), timezone: ctx.shop.timezone });
}
