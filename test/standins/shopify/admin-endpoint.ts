import type { GraphQLError } from "graphql";
import { z } from "zod";
import type { RequestFault } from "./faults.ts";
import { type AdminAnswer, type AdminRequest, type Prepared, prepare, run } from "./graphql/execute.ts";
import type { AccessToken } from "./tokens.ts";
import type { LoggedRequest, ShopState, World } from "./world.ts";

/** What the HTTP layer sends back; `cut` closes the connection instead of answering. */
export type HttpAnswer = { readonly status: number; readonly body: unknown } | "cut";

const requestSchema = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

const WRONG_TOKEN = "[API] Invalid API key or access token (unrecognized login or wrong password)";
const SHOP_ANSWERS = {
  frozen: { status: 402, body: { errors: "Unavailable Shop" } },
  locked: { status: 423, body: { errors: "Locked" } },
  gone: { status: 404, body: { errors: "Not Found" } },
} as const;

/** Answers POST /admin/api/{version}/graphql.json for one shop, faults included. */
export async function answerAdminRequest(
  world: World,
  shop: ShopState | undefined,
  input: { readonly token: string; readonly body: unknown; readonly showFieldCosts: boolean },
): Promise<HttpAnswer> {
  if (!shop) return SHOP_ANSWERS.gone;
  if (shop.status !== "active") return SHOP_ANSWERS[shop.status];
  const token = world.tokens.find(input.token);
  if (!token || token.shop !== shop.domain || !shop.installed)
    return { status: 401, body: { errors: WRONG_TOKEN } };
  const isForever = token.expiresAtMs === null && token.online === null;
  if (isForever && world.rules.isOn("expiring_offline_tokens")) {
    return {
      status: 403,
      body: { errors: "[API] Non-expiring access tokens are no longer accepted for this app" },
    };
  }
  const request = requestSchema.safeParse(input.body);
  if (!request.success)
    return { status: 400, body: { errors: { query: "Required parameter missing or invalid" } } };
  const prepared = prepare({ world, shop }, request.data);
  if (isErrors(prepared)) {
    const errors = prepared.map((error) => error.toJSON());
    log(
      world,
      shop,
      { operation: "invalid", fields: [], cost: null, errors: errors.map(({ message }) => message) },
      200,
    );
    return { status: 200, body: { errors } };
  }
  return underFault(world, shop, prepared, token, request.data, input.showFieldCosts);
}

async function underFault(
  world: World,
  shop: ShopState,
  prepared: Prepared,
  token: AccessToken,
  request: AdminRequest,
  showFieldCosts: boolean,
): Promise<HttpAnswer> {
  const operation = prepared.operation.name?.value ?? "anonymous";
  const fault = world.faults.takeRequest(shop.domain, [...prepared.fields, operation]);
  const early = await beforeEffect(world, fault);
  if (early) {
    const status = early === "cut" ? 0 : early.status;
    log(
      world,
      shop,
      { operation, fields: prepared.fields, cost: null, errors: [`fault: ${fault?.kind}`] },
      status,
    );
    return early;
  }
  const options = { showFieldCosts, throttled: fault?.kind === "throttled" };
  const answer = await run({ world, shop }, token, request, prepared, options);
  log(world, shop, answer, 200);
  if (fault?.kind === "cut_after") return "cut";
  if (fault?.kind === "status_after") return { status: fault.status ?? 502, body: { errors: "Bad Gateway" } };
  return { status: 200, body: answer.body };
}

async function beforeEffect(world: World, fault: RequestFault | undefined): Promise<HttpAnswer | null> {
  if (fault?.kind === "delay") await world.faults.delay(fault);
  if (fault?.kind === "cut_before") return "cut";
  if (fault?.kind === "status")
    return { status: fault.status ?? 503, body: { errors: "Service Unavailable" } };
  return null;
}

function log(
  world: World,
  shop: ShopState,
  answer: Pick<AdminAnswer, "operation" | "fields" | "cost" | "errors">,
  status: number,
): void {
  const entry: LoggedRequest = {
    at: world.clock.now().toISOString(),
    shop: shop.domain,
    kind: "graphql",
    operation: answer.operation,
    fields: answer.fields,
    cost: answer.cost,
    status,
    errors: answer.errors,
  };
  world.requests.push(entry);
}

function isErrors(value: Prepared | readonly GraphQLError[]): value is readonly GraphQLError[] {
  return Array.isArray(value);
}
