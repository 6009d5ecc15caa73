import type { ErrorRequestHandler } from "express";
import type { ReportError } from "#app/platform/observability/report-error.server.ts";

/**
 * The end of an Express app: what a handler threw is reported, and answered without a word of it. Express itself would
 * print the error, and with it what a stranger wrote into the address.
 */
export function answerFailure(reportError: ReportError): ErrorRequestHandler {
  // Express tells a handler of errors by its four parameters.
  return (error: unknown, request, response, _next) => {
    const status = statusOf(error);
    reportError(error, { event: status < 500 ? "request_malformed" : "request_failed", status });
    if (response.headersSent) request.socket.destroy();
    else response.status(status).end();
  };
}

function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null) return 500;
  // Host and address make no URL, which Remix needs one of.
  if ("code" in error && error.code === "ERR_INVALID_URL") return 400;
  const status = "status" in error ? error.status : null;
  return typeof status === "number" && status >= 400 && status <= 599 ? status : 500;
}
