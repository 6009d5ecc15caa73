import type { LoaderFunctionArgs } from "@remix-run/node";
import { listOpenOrdersOf } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import { toVariantGid } from "#app/platform/ids.ts";
import { requireShop } from "../require-shop.server.ts";

const MOST_VARIANTS = 250;

/** Orders that wait to be placed with some variants, read when somebody is about to unmap them. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const named = new URL(args.request.url).searchParams.getAll("variant").slice(0, MOST_VARIANTS);
  const gids = named.map(toVariantGid);
  const { orders, isAll } = await listOpenOrdersOf(ctx, gids);
  return { orders, isAll };
}
