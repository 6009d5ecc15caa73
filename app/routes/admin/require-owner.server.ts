import type { ActionFunctionArgs } from "@remix-run/node";
import { requireShop, type Visit } from "./require-shop.server.ts";

/**
 * The guard of keys, pay and disconnect, which are the account owner's (R28).
 */
export async function requireOwner(args: ActionFunctionArgs): Promise<Visit> {
  return requireShop(args);
}
