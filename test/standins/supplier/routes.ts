import { getProduct, listCategories, listProducts } from "./catalog.ts";
import { deleteImport, listImports, postImports, postSyncResult } from "./imports.ts";
import { getInventory } from "./inventory.ts";
import { disconnectIntegration, getMe } from "./me.ts";
import { createOrder } from "./order-create.ts";
import { cancelOrder, getOrder, listOrders, payOrder, simulateOrder } from "./orders.ts";
import { quoteShipping } from "./quote.ts";
import type { Answer, Call, World } from "./state.ts";
import { getTracking } from "./tracking.ts";
import { getWallet, listTransactions } from "./wallet-views.ts";
import { getWebhooks, listDeliveries, putWebhooks, testWebhook } from "./webhooks.ts";

type Handler = (world: World, call: Call) => Answer;
type Route = { method: string; path: string; handle: Handler };

/** Every endpoint of the API document. */
const ROUTES: readonly Route[] = [
  { method: "GET", path: "/me", handle: getMe },
  { method: "GET", path: "/catalog/products", handle: listProducts },
  { method: "GET", path: "/catalog/products/:id", handle: getProduct },
  { method: "GET", path: "/catalog/categories", handle: listCategories },
  { method: "POST", path: "/imports", handle: postImports },
  { method: "GET", path: "/imports", handle: listImports },
  { method: "DELETE", path: "/imports/:id", handle: deleteImport },
  { method: "POST", path: "/imports/:id/sync-result", handle: postSyncResult },
  { method: "GET", path: "/inventory", handle: getInventory },
  { method: "POST", path: "/shipping/quote", handle: quoteShipping },
  { method: "POST", path: "/orders", handle: createOrder },
  { method: "GET", path: "/orders", handle: listOrders },
  { method: "GET", path: "/orders/:id", handle: getOrder },
  { method: "GET", path: "/orders/:id/tracking", handle: getTracking },
  { method: "POST", path: "/orders/:id/cancel", handle: cancelOrder },
  { method: "POST", path: "/orders/:id/pay", handle: payOrder },
  { method: "POST", path: "/orders/:id/simulate", handle: simulateOrder },
  { method: "GET", path: "/wallet", handle: getWallet },
  { method: "GET", path: "/wallet/transactions", handle: listTransactions },
  { method: "GET", path: "/webhooks", handle: getWebhooks },
  { method: "PUT", path: "/webhooks", handle: putWebhooks },
  { method: "POST", path: "/webhooks/test", handle: testWebhook },
  { method: "GET", path: "/webhooks/deliveries", handle: listDeliveries },
  { method: "POST", path: "/integration/disconnect", handle: disconnectIntegration },
];

export function findRoute(
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | null {
  for (const route of ROUTES) {
    const params = route.method === method ? matchPath(route.path, path) : null;
    if (params !== null) return { route, params };
  }
  return null;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":") && value !== "") params[part.slice(1)] = decodeSegment(value);
    else if (part !== value) return null;
  }
  return params;
}

/** A segment that is not valid percent-encoding names nothing. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    if (cause instanceof URIError) return "";
    throw cause;
  }
}
