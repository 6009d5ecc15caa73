import { z } from "zod";
import type { ControlCalls } from "./control-calls.ts";

const minted = z.union([z.string(), z.object({ token: z.string() }).transform(({ token }) => token)]);

/** A fresh session token of Shopify's stand-in, alive for a minute like the real ones. */
export async function mintSessionToken(
  calls: ControlCalls,
  { shop, userId }: { shop: string; userId: number },
): Promise<string> {
  return minted.parse(await calls.shopify("sessionToken", { shop, userId }));
}
