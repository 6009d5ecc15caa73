import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { findShopId } from "#app/domain/context/find-shop-id.server.ts";
import { type ContextSource, createShopContext } from "#app/domain/context/shop-context.server.ts";
import { findActionOfHandle } from "#app/domain/flow/flow-names.ts";
import {
  type FlowActionResult,
  type FlowActionRun,
  runFlowAction,
} from "#app/domain/flow/run-flow-action.server.ts";
import { numericPart, toOrderGid } from "#app/platform/ids.ts";
import { discardRemainingBody, type IntakeDeps, retryAfterSeconds } from "../intake.ts";
import { parseDeliveryBody } from "../parse-delivery-body.ts";
import { hasShopifySignatureFormat, isSignedByShopify } from "./signature.ts";

/** A body names a shop, a run and an order. */
const mostBytes = 16 * 1024;

type FlowDeps = Pick<IntakeDeps, "readBody" | "reportError"> & ContextSource;

/** A status of 200 is done; Flow sends 202, 429 and 5xx again under the same id, for a day or longer. Any other fails its run. */
type Answer = { readonly status: number; readonly message?: string };

const digits = z.union([z.string(), z.number()]).transform(String);

/** https://shopify.dev/docs/apps/build/flow/actions/endpoints: all of it is signed, the handle too; the address is not. */
const flowBody = z.object({
  shop_id: digits.pipe(z.string().regex(/^\d{1,20}$/)),
  shopify_domain: z.string().toLowerCase(),
  action_run_id: digits.pipe(z.string().min(1).max(200)),
  handle: z.string(),
  properties: z.object({
    order_id: digits.pipe(z.string().regex(/^(gid:\/\/shopify\/Order\/)?[1-9]\d{0,19}$/)),
  }),
});

/**
 * The actions of Flow: each request is signed over its bytes as a webhook is, is answered within its ten seconds once what
 * it asks for is committed, and is done once by the id of its run.
 */
export function createFlowIntake(deps: FlowDeps, secrets: readonly string[]) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, message } = await handle(request).catch((error: unknown): Answer => {
      deps.reportError(error, { event: "flow_action_failed" });
      return { status: 503 };
    });
    const body = message === undefined ? "" : JSON.stringify({ message });
    response.writeHead(status, {
      ...{ "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      ...(status === 503 ? { "retry-after": retryAfterSeconds } : {}),
    });
    response.end(body);
    discardRemainingBody(request);
  };

  async function handle(request: IncomingMessage): Promise<Answer> {
    const signature = request.headers["x-shopify-hmac-sha256"];
    if (request.method !== "POST") return { status: 405 };
    if (!hasShopifySignatureFormat(signature)) return { status: 401 };
    return deps.readBody(request, mostBytes, async (read): Promise<Answer> => {
      if (read.kind === "too_large") return { status: 413 };
      if (read.kind !== "read") return { status: 503 };
      if (!isSignedByShopify(read.body, signature, secrets)) return { status: 401 };
      const body = flowBody.safeParse(parseDeliveryBody(read.body));
      return body.success ? run(body.data) : { status: 400, message: "Nothing of ours is named." };
    });
  }

  async function run(body: z.output<typeof flowBody>): Promise<Answer> {
    const shopId = await findShopId(deps.db, body.shopify_domain);
    const ctx = shopId === null ? null : await createShopContext(deps, shopId);
    if (ctx === null || ctx.shop.state !== "installed" || !isShop(ctx.shop, body.shop_id))
      return { status: 404, message: "Karwan is not installed in this store." };
    const action = findActionOfHandle(body.handle);
    if (action === null) return { status: 400, message: "Karwan knows no such action." };
    const { order_id: order } = body.properties;
    const orderGid = toOrderGid(order.startsWith("gid:") ? order : `gid://shopify/Order/${order}`);
    const asked: FlowActionRun = { action, orderGid, runId: body.action_run_id };
    return toAnswer(await runFlowAction(ctx, asked));
  }
}

function toAnswer(result: FlowActionResult): Answer {
  switch (result.kind) {
    case "done":
      return { status: 200 };
    case "later":
      return { status: 202 };
    case "refused":
      return { status: result.why === "not_applicable" ? 422 : 403, message: result.reason };
  }
}

/** A body that names two shops is nobody's; the number is not known before the first look at a shop. */
function isShop({ gid }: { readonly gid: string | null }, shopNumber: string): boolean {
  return gid === null || numericPart(gid) === shopNumber;
}
