import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { appBridgeUrl } from "#app/routes/admin/app-bridge-url.server.ts";
import { KEEP_EARLY_INPUT } from "#app/ui/early-input.ts";
import { NonceContext } from "#app/ui/nonce.ts";
import { ownSearch } from "#app/ui/own-search.ts";

export function loader({ context }: LoaderFunctionArgs) {
  const { env } = context.app;
  return { apiKey: env.SHOPIFY_API_KEY, appBridgeUrl: appBridgeUrl(env) };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  return (
    // Class and colors are what Polaris would set once its code runs, whereupon a browser reckons every style anew.
    <html lang="en" className="p-theme-light">
      <head>
        {/* Shopify wants App Bridge to be the first script of every document. */}
        {root ? <meta name="shopify-api-key" content={root.apiKey} /> : null}
        {root ? <script src={root.appBridgeUrl} /> : null}
        <title>Karwan</title>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {/* Nothing is painted of half a page: what comes later would move what is there. */}
        <link rel="expect" href="#whole-page" {...{ blocking: "render" }} />
      </head>
      <body style={{ backgroundColor: "var(--p-color-bg)", color: "var(--p-color-text)" }}>
        {/* A script waits for the style sheets above it, and the page for the script: none is laid out without them. */}
        <script nonce={nonce} suppressHydrationWarning>
          {KEEP_EARLY_INPUT}
        </script>
        {children}
        <span id="whole-page" hidden />
        <ScrollRestoration
          nonce={nonce}
          getKey={({ key, pathname, search }) =>
            pathname === "/orders" ? pathname + ownSearch(search) : key
          }
        />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** For what no page of ours answers. Remix's own boundary would print the error, address and all. */
export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <main>
      <p>{SENTENCES[status] ?? "Something went wrong on our side. Nothing was placed twice."}</p>
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}

const SENTENCES: Readonly<Record<number, string>> = {
  401: "Open Karwan from your Shopify admin.",
  404: "There is no such page.",
};
