import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCatalogState } from "#app/domain/catalog/browse/catalog-state.server.ts";
import { requireShop } from "./require-shop.server.ts";

/** How far the walk through the catalog has come, for the page that waits for it; costs no call to the supplier. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const mode = ctx.connection?.mode ?? null;
  return { state: mode === null ? null : await findCatalogState(ctx.db, { shopId: ctx.shop.id, mode }) };
}
