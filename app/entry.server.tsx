import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { contentSecurityPolicy } from "#app/routes/admin/content-security-policy.server.ts";
import { preloadBridge } from "#app/routes/admin/preload-bridge.server.ts";
import { NonceContext } from "#app/ui/nonce.ts";

const RENDER_TIMEOUT_MS = 5000;

export default function handleRequest(
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
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady: () => {
          const body = new PassThrough();
          resolve(
            new Response(createReadableStreamFromReadable(body), { headers, status: failed ? 500 : status }),
          );
          pipe(body);
        },
        onShellError: reject,
        onError: (error) => {
          failed = true;
          app.reportError(error, { event: "page_render_failed" });
        },
      },
    );
    setTimeout(abort, RENDER_TIMEOUT_MS + 1000).unref();
  });
}

/** Errors of loaders and actions; the ones with a meaning have been turned into answers by their route. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
) {
  const isAnswer = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isAnswer) context.app.reportError(error, { event: "page_failed" });
}
