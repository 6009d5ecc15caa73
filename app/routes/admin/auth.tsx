import type { LoaderFunctionArgs } from "@remix-run/node";

/** Shopify's library answers everything under /auth itself (the page that fetches a fresh session token). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.app.shopify.authenticateAdmin(request);
  return null;
}
