import type { LoaderFunctionArgs } from "@remix-run/node";
import { findAvailablePkr } from "#app/domain/orders/find-wallet.server.ts";
import { requireShop } from "./require-shop.server.ts";

/** What is left in the wallet, asked when somebody is about to pay. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return { availablePkr: await findAvailablePkr(ctx) };
}
