import { type Request, type Response, Router } from "express";
import type { App } from "#app/app.server.ts";
import { createShopContext, type ShopContext } from "#app/domain/context/shop-context.server.ts";
import { CALLS_WINDOW_MS, createApiAdmission } from "#app/domain/read-api/admit-api-call.server.ts";
import { type ApiRight, apiRights } from "#app/domain/read-api/api-rights.ts";
import { mayStill } from "#app/domain/shops/staff.server.ts";
import { queryOf } from "#app/platform/http/query-of.ts";
import { ApiQueryError, type ApiReading, apiReadings } from "./api-readings.server.ts";

type ApiError = { readonly status: number; readonly code: string; readonly message: string };

const UNAUTHORIZED: ApiError = {
  ...{ status: 401, code: "unauthorized" },
  message: "Send a token that works as `Authorization: Bearer <token>`. Tokens are made under Settings, API.",
};
const NO_RIGHT: ApiError = {
  ...{ status: 403, code: "right_missing" },
  message: "This token may not read this.",
};
const MAKER_WITHOUT_RIGHT: ApiError = {
  ...{ status: 403, code: "maker_without_right" },
  message: "Whoever made this token may not let tools read any more. Make another one.",
};
const LIMITED: ApiError = {
  ...{ status: 429, code: "limited" },
  message: "Sixty calls a minute may be made with a token.",
};
const NOT_FOUND: ApiError = { status: 404, code: "not_found", message: "There is no such address." };
const ONLY_READ: ApiError = { status: 405, code: "only_read", message: "This API is only read, with GET." };
const FAILED: ApiError = { status: 503, code: "failed", message: "This did not work. Try it again." };

/**
 * What a merchant's own tools read of their shop as JSON (`docs/api.md`), with a token instead of a session. It asks neither
 * side anything, and what it gives names no customer.
 */
export function createApiRouter(app: App): Router {
  const router = Router();
  router.use("/api/v1", (_request, response, next) => {
    response.set({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    next();
  });
  const api: Api = { ...app, admit: createApiAdmission(app) };
  for (const right of apiRights)
    router.all(`/api/v1/${right}`, (request, response) => void answer(api, right, { request, response }));
  router.use("/api/v1", (_request, response) => refuse(response, NOT_FOUND));
  return router;
}

type Api = App & { readonly admit: ReturnType<typeof createApiAdmission> };
type Exchange = { readonly request: Request; readonly response: Response };

async function answer(app: Api, right: ApiRight, { request, response }: Exchange): Promise<void> {
  if (request.method !== "GET") return refuse(response.set("allow", "GET"), ONLY_READ);
  try {
    const entered = await enter(app, right, request);
    if ("status" in entered) return refuse(response, entered);
    const reading: ApiReading = apiReadings[right];
    response.json(await reading(entered, new URLSearchParams(queryOf(request.originalUrl))));
  } catch (error) {
    if (error instanceof ApiQueryError)
      return refuse(response, { status: 400, code: "bad_query", message: error.message });
    app.reportError(error, { event: "api_failed", right });
    refuse(response, FAILED);
  }
}

/** The shop of the token that is sent along, if it may read this. */
async function enter(app: Api, right: ApiRight, request: Request): Promise<ShopContext | ApiError> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.get("authorization") ?? "")?.[1];
  const admitted = token === undefined ? "unknown" : await app.admit(token);
  if (admitted === "unknown") return UNAUTHORIZED;
  if (admitted === "limited") return LIMITED;
  if (!admitted.rights.includes(right)) return NO_RIGHT;
  const ctx = await createShopContext(app, admitted.shopId, "page");
  return (await mayStill(ctx, admitted.createdBy, "keys")) ? ctx : MAKER_WITHOUT_RIGHT;
}

function refuse(response: Response, { status, code, message }: ApiError): void {
  if (status === 401) response.set("www-authenticate", "Bearer");
  if (status === 429) response.set("retry-after", String(CALLS_WINDOW_MS / 1000));
  response.status(status).json({ error: { code, message } });
}
