import type { IncomingMessage, ServerResponse } from "node:http";
import { ADMIN_API_VERSION } from "#test/support/admin-schema.ts";
import { answerAdminRequest, type HttpAnswer } from "./admin-endpoint.ts";
import type { ControlFunctions } from "./control/control.ts";
import { answerTokenRequest } from "./oauth.ts";
import type { StorefrontRequest } from "./storefront/forward-to-app.ts";
import { answerStorefront } from "./storefront/storefront.ts";
import type { ShopState, World } from "./world.ts";

const CONTROL = "/__control/";

/** Routes one HTTP request: the two addresses of a shop's admin that the app uses, its storefront, and the controls. */
export async function answer(
  world: World,
  controls: ControlFunctions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://stand-in").pathname;
  const raw = await readBody(request);
  const shop = world.shops.get(shopDomain(request));
  if (shop && !/^\/(admin|__control)\//.test(path)) {
    const { status, headers, body } = await answerStorefront(world, shop, storefrontRequest(request, raw));
    response.writeHead(status, headers);
    response.end(body);
    return;
  }
  const result = path.startsWith(CONTROL)
    ? await runControl(controls, path.slice(CONTROL.length), raw)
    : await answerShop(world, { shop, path }, request, raw);
  if (result === "cut") {
    request.socket.destroy();
    return;
  }
  response.writeHead(result.status, {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": crypto.randomUUID(),
  });
  response.end(JSON.stringify(result.body ?? null));
}

async function answerShop(
  world: World,
  { shop, path }: { readonly shop: ShopState | undefined; readonly path: string },
  request: IncomingMessage,
  raw: string,
): Promise<HttpAnswer> {
  if (request.method !== "POST") return NOT_FOUND;
  if (path === "/admin/oauth/access_token") {
    if (!shop) return NOT_FOUND;
    const fault = world.faults.takeAt(shop.domain, "oauth");
    if (fault?.kind === "delay") await world.faults.delay(fault);
    if (fault?.kind === "cut_before") return "cut";
    if (fault?.kind === "status")
      return { status: fault.status ?? 503, body: { error: "temporarily_unavailable" } };
    const body = toRequestBody(request, raw);
    const given = answerTokenRequest(world, shop, body);
    logToken(world, shop.domain, given.status, body);
    return fault?.kind === "cut_after" ? "cut" : given;
  }
  if (path === `/admin/api/${ADMIN_API_VERSION}/graphql.json`) {
    return answerAdminRequest(world, shop, {
      token: header(request, "x-shopify-access-token"),
      body: parseJson(raw),
      showFieldCosts: header(request, "shopify-graphql-cost-debug") === "1",
    });
  }
  return NOT_FOUND;
}

const NOT_FOUND: HttpAnswer = { status: 404, body: { errors: "Not Found" } };

async function runControl(controls: ControlFunctions, name: string, raw: string): Promise<HttpAnswer> {
  const control = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (!control)
    return { status: 404, body: { error: `There is no control ${name}`, controls: Object.keys(controls) } };
  try {
    return { status: 200, body: await control(raw === "" ? {} : parseJson(raw)) };
  } catch (error) {
    return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } };
  }
}

function logToken(world: World, shop: string, status: number, body: unknown): void {
  const grant =
    typeof body === "object" && body !== null ? String(Reflect.get(body, "grant_type")) : "unknown";
  const operation = grant.split(":").at(-1) ?? grant;
  const at = world.clock.now().toISOString();
  world.requests.push({ at, shop, kind: "oauth", operation, fields: [], cost: null, status, errors: [] });
}

/** A browser on this machine finds a shop's storefront under its name: `http://karwan-demo.localhost:<port>`. */
function shopDomain(request: IncomingMessage): string {
  const host = (header(request, "x-forwarded-host") || header(request, "host")).split(":")[0] ?? "";
  return host.replace(/\.localhost$/, ".myshopify.com");
}

function storefrontRequest(request: IncomingMessage, body: string): StorefrontRequest {
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", "http://storefront"),
    contentType: request.headers["content-type"] ?? null,
    body,
    address: request.socket.remoteAddress ?? "",
    forwardedFor: header(request, "x-forwarded-for") || null,
    cookie: header(request, "cookie"),
  };
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

function toRequestBody(request: IncomingMessage, raw: string): unknown {
  const isForm = header(request, "content-type").startsWith("application/x-www-form-urlencoded");
  return isForm ? Object.fromEntries(new URLSearchParams(raw)) : parseJson(raw);
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
