import type { LoaderFunctionArgs } from "@remix-run/node";
import { findWallet } from "#app/domain/wallet/find-wallet.server.ts";
import { requireShop } from "./require-shop.server.ts";

/** What is left in the wallet, asked when somebody is about to pay; null where it cannot be read. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { reading, failure } = await findWallet(ctx);
  return { availablePkr: failure === null && reading !== null ? reading.availablePkr : null };
}
