import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { z } from "zod";
import { jsonForScript } from "./html.ts";
import { answerErrors, listenLocally, send, sendFile } from "./http.ts";

/** Extensions by where Shopify shows them: on a page, in a modal that the page's menu opens, or to an order's customer. */
const surfaces = {
  orders: { handle: "order-block", target: "admin.order-details.block.render", gid: "Order" },
  "order-actions": { handle: "order-block", target: "admin.order-details.action.render", gid: "Order" },
  products: { handle: "product-block", target: "admin.product-details.block.render", gid: "Product" },
  "order-status": {
    handle: "account-tracking",
    target: "customer-account.order-status.block.render",
    gid: "Order",
  },
  // Shown before the order is made: its id has another type, and the number it will have.
  "thank-you": {
    handle: "account-tracking",
    target: "purchase.thank-you.block.render",
    gid: "OrderIdentity",
  },
} as const;

type Surface = keyof typeof surfaces;

/** The pages that show extensions: two of the admin, and two of an order that its customer sees. */
export type BlockPlace = "orders" | "products" | "order-status" | "thank-you";

export type ExtensionHostOptions = {
  /** What relative addresses and the session token are for. */
  readonly appUrl: string;
  /** The only page that may hold a block. */
  readonly adminOrigin: () => string;
  /** The store as its customers see it, and the name Shopify knows it by. */
  readonly storefrontUrl?: string;
  readonly shop: string;
  /** The folder of all extensions, with what `shopify app build` made of them. */
  readonly extensions: string;
};

export type ExtensionHost = { readonly origin: string; readonly server: Server };

const files: Readonly<Record<string, string>> = {
  "/extension-host.js": "text/javascript",
  "/extension-elements.js": "text/javascript",
};

/**
 * Where the stand-in of the admin runs extensions: another origin than the admin's and the app's, as Shopify's
 * https://extensions.shopifycdn.com is. It serves the bundles as they were built.
 */
export async function startExtensionHost(options: ExtensionHostOptions): Promise<ExtensionHost> {
  const server = createServer(
    answerErrors(async (request, response) => {
      const url = new URL(request.url ?? "/", "http://host.invalid");
      const type = files[url.pathname];
      if (type) return sendFile(response, url.pathname, type);
      const [, surface, number] = /^\/([a-z-]+)\/(\d+)$/.exec(url.pathname) ?? [];
      if (isSurface(surface) && number !== undefined) {
        response.setHeader("Content-Security-Policy", `frame-ancestors ${options.adminOrigin()}`);
        return send(response, 200, "text/html; charset=utf-8", await surfacePage(options, surface, number));
      }
      const handle = /^\/bundles\/([\w-]+)\.js$/.exec(url.pathname)?.[1];
      if (handle !== undefined)
        return send(response, 200, "text/javascript", await readBundle(options, handle));
      return send(response, 404, "text/plain", "nothing answers here");
    }),
  );
  return { origin: await listenLocally(server, 0), server };
}

function isSurface(surface: string | undefined): surface is Surface {
  return surface !== undefined && Object.hasOwn(surfaces, surface);
}

async function surfacePage(options: ExtensionHostOptions, surface: Surface, number: string): Promise<string> {
  const { handle, target, gid } = surfaces[surface];
  const facts = {
    ...{ handle, target, appUrl: options.appUrl, adminOrigin: options.adminOrigin() },
    selected: [{ id: `gid://shopify/${gid}/${number}` }],
    shop: { storefrontUrl: options.storefrontUrl, myshopifyDomain: options.shop },
    words: await readWords(options, handle),
  };
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${handle}</title>
  <link rel="icon" href="data:,">
  <style>body{margin:0;background:#fff;font:13px/1.45 Inter,-apple-system,"Segoe UI",Roboto,sans-serif;color:#303030}</style>
  <script type="application/json" id="facts">${jsonForScript(facts)}</script>
  <script type="module" src="/extension-host.js"></script>
</head>
<body></body>
</html>`;
}

/** What the admin calls an action in its menu: the name of its extension. */
export async function readActionName(options: Pick<ExtensionHostOptions, "extensions">): Promise<string> {
  return z.object({ name: z.string() }).parse(await readWords(options, surfaces["order-actions"].handle))
    .name;
}

async function readWords(
  { extensions }: Pick<ExtensionHostOptions, "extensions">,
  handle: string,
): Promise<unknown> {
  return JSON.parse(await readFile(path.join(extensions, handle, "locales/en.default.json"), "utf8"));
}

async function readBundle({ extensions }: ExtensionHostOptions, handle: string): Promise<string> {
  const file = path.join(extensions, handle, "dist", `${handle}.js`);
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new Error(`${file} is not built: npm run build:all`, { cause });
  });
}
