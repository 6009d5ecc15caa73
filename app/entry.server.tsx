import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { contentSecurityPolicy } from "#app/routes/admin/content-security-policy.server.ts";
import { preloadBridge } from "#app/routes/admin/preload-bridge.server.ts";
import { NonceContext } from "#app/ui/nonce.ts";

const RENDER_TIMEOUT_MS = 5000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { app }: AppLoadContext,
): Promise<Response> {
  app.shopify.addDocumentResponseHeaders(request, headers);
  const nonce = randomBytes(16).toString("base64");
  // In place of the library's, which lets development hosts of Shopify's frame a shop's pages.
  headers.set("Content-Security-Policy", contentSecurityPolicy(request.url, nonce, app.env));
  preloadBridge(headers, app.env.APP_BRIDGE_URL);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const html = await renderWhole(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={nonce} />
    </NonceContext.Provider>,
    nonce,
  );
  return new Response(stylesFirst(html), { headers, status });
}

/**
 * Renders a document to its end: no page of ours comes in parts, and one answer is packed better than its pieces. A browser
 * that holds half of it lays it out before its styles are there. A part that fails fails all of it: Remix then renders the
 * page that says so.
 */
function renderWhole(document: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => abort(), RENDER_TIMEOUT_MS + 1000).unref();
    const { pipe, abort } = renderToPipeableStream(document, {
      nonce,
      // However large, a part stands in its place rather than at the end with a script that moves it there.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        clearTimeout(timer);
        text(pipe(new PassThrough())).then(resolve, reject);
      },
      onError: reject,
    });
  });
}

/** Scripts make a page answer; its styles and App Bridge, without which nothing is shown, have the line first. */
function stylesFirst(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Errors of loaders and actions; the ones with a meaning have been turned into answers by their route. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  const isAnswer = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isAnswer) context.app.reportError(error, { event: "page_failed" });
}
