import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { searchOwnProducts } from "#app/domain/catalog/mapping/search-own-products.server.ts";
import { requireShop } from "../require-shop.server.ts";

const query = z.object({ search: z.string().trim().max(100).catch("") });

/** Products of the shop for words, where the admin's picker is not at hand. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { search } = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  return { products: await searchOwnProducts(ctx, search) };
}
