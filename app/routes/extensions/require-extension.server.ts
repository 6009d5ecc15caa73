import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireShop, type Visit } from "#app/routes/admin/require-shop.server.ts";

/**
 * The guard of what Shopify's own pages ask for: the session token Shopify adds to each request says which shop and which
 * person. A token in the address, which opens documents, is none here, and there is nowhere to be sent to for one.
 */
export async function requireExtension(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Visit> {
  if (!args.request.headers.has("authorization")) throw new Response(null, { status: 401 });
  return requireShop(args);
}
