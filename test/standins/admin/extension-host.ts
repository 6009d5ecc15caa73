import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { jsonForScript } from "./html.ts";
import { answerErrors, listenLocally, send, sendFile } from "./http.ts";

/** Extensions by the page of the admin that shows them. */
const blocks = {
  orders: { handle: "order-block", target: "admin.order-details.block.render", gid: "Order" },
  products: { handle: "product-block", target: "admin.product-details.block.render", gid: "Product" },
} as const;

export type BlockPlace = keyof typeof blocks;

export type ExtensionHostOptions = {
  /** What relative addresses and the session token are for. */
  readonly appUrl: string;
  /** The only page that may hold a block. */
  readonly adminOrigin: () => string;
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
      const [, place, number] = /^\/(orders|products)\/(\d+)$/.exec(url.pathname) ?? [];
      if (isPlace(place) && number !== undefined) {
        response.setHeader("Content-Security-Policy", `frame-ancestors ${options.adminOrigin()}`);
        return send(response, 200, "text/html; charset=utf-8", await blockPage(options, place, number));
      }
      const handle = /^\/bundles\/([\w-]+)\.js$/.exec(url.pathname)?.[1];
      if (handle !== undefined)
        return send(response, 200, "text/javascript", await readBundle(options, handle));
      return send(response, 404, "text/plain", "nothing answers here");
    }),
  );
  return { origin: await listenLocally(server, 0), server };
}

function isPlace(place: string | undefined): place is BlockPlace {
  return place !== undefined && place in blocks;
}

async function blockPage(options: ExtensionHostOptions, place: BlockPlace, number: string): Promise<string> {
  const { handle, target, gid } = blocks[place];
  const words = path.join(options.extensions, handle, "locales/en.default.json");
  const facts = {
    ...{ handle, target, appUrl: options.appUrl, adminOrigin: options.adminOrigin() },
    selected: [{ id: `gid://shopify/${gid}/${number}` }],
    words: JSON.parse(await readFile(words, "utf8")),
  };
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${handle}</title>
  <link rel="icon" href="data:,">
  <style>body{margin:0;font:13px/1.45 Inter,-apple-system,"Segoe UI",Roboto,sans-serif;color:#303030}</style>
  <script type="application/json" id="facts">${jsonForScript(facts)}</script>
  <script type="module" src="/extension-host.js"></script>
</head>
<body></body>
</html>`;
}

async function readBundle({ extensions }: ExtensionHostOptions, handle: string): Promise<string> {
  const file = path.join(extensions, handle, "dist", `${handle}.js`);
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new Error(`${file} is not built: npm run build:all`, { cause });
  });
}
