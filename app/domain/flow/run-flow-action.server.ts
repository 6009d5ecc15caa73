import { createHash } from "node:crypto";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { beginRequest, endRequest } from "#app/domain/idempotency/begin-request.server.ts";
import { evaluatedRows, evaluateOrders } from "#app/domain/orders/bulk/evaluate-orders.server.ts";
import { runCommand } from "#app/domain/orders/commands/run-command.server.ts";
import { mayStill } from "#app/domain/shops/staff.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderGid, OrderId } from "#app/platform/ids.ts";
import type { FlowAction } from "./flow-names.ts";
import { countingSwitches, recordFlowUse } from "./flow-switches.server.ts";

export type FlowActionRun = {
  readonly action: FlowAction;
  readonly orderGid: OrderGid;
  /** Shopify's id of this run of the workflow's step: the same however often it is sent. */
  readonly runId: string;
};

/** What came of a run. `later`: it is sent again by Flow, under the same id. */
export type FlowActionResult =
  | { readonly kind: "done" }
  | { readonly kind: "later" }
  | {
      readonly kind: "refused";
      readonly why: "off" | "not_allowed" | "not_applicable";
      readonly reason: string;
    };

type Refusal = Extract<FlowActionResult, { kind: "refused" }>;

const OFF: Refusal = {
  kind: "refused",
  why: "off",
  reason: "This action is off in Karwan, under Settings, Flow.",
};

const NOT_ALLOWED: Refusal = {
  kind: "refused",
  why: "not_allowed",
  reason: "Whoever switched this action on may not decide what is placed any more.",
};

const CUT_OFF: Refusal = {
  kind: "refused",
  why: "not_applicable",
  reason: "This run was cut off before. It may be done or not: see the order in Karwan.",
};

/**
 * Does once what a workflow asks for an order: the command of its page, in the name of who switched the action on, as far
 * as that person may still give it (R28, R55).
 */
export async function runFlowAction(ctx: ShopContext, run: FlowActionRun): Promise<FlowActionResult> {
  const { db, shop } = ctx;
  const by = await findWhoAllowed(ctx, run.action);
  if (by === null) return OFF;
  if (!(await mayStill(ctx, by, "routing"))) return refuse(ctx, run, NOT_ALLOWED);
  const where = { shopId_orderGid: { shopId: shop.id, orderGid: run.orderGid } };
  const order = await db.order.findUnique({ where, select: { id: true } });
  if (!order) return lookFirst(ctx, run);
  const request = { shopId: shop.id, id: toRequestId(run.runId), isLate: false };
  const begun = await beginRequest(ctx, request);
  if (begun.kind === "done") return { kind: "done" };
  if (begun.kind === "running") return { kind: "later" };
  if (begun.kind !== "first") return refuse(ctx, run, CUT_OFF);
  const result = await give(ctx, run, { orderId: order.id, by });
  const outcome = result.kind === "done" ? "done" : "free";
  await endRequest(ctx, request, { outcome, location: null });
  return result;
}

async function findWhoAllowed({ db, shop }: ShopContext, name: FlowAction): Promise<string | null> {
  const row = await db.flowSwitch.findFirst({ where: { ...countingSwitches(shop), enabled: true, name } });
  return row?.changedBy ?? null;
}

/** A workflow that begins with the order's creation may be ahead of our own look at it. */
async function lookFirst(ctx: ShopContext, { orderGid }: FlowActionRun): Promise<FlowActionResult> {
  await ctx.wake([{ kind: "order.reconcile", subject: { orderGid } }]);
  return { kind: "later" };
}

type Given = { readonly orderId: OrderId; readonly by: string };

async function give(ctx: ShopContext, run: FlowActionRun, { orderId, by }: Given): Promise<FlowActionResult> {
  const { action } = run;
  const unfit = await findUnfit(ctx, action, { orderId, by });
  if (unfit !== null) return refuse(ctx, run, { kind: "refused", why: "not_applicable", reason: unfit });
  const answer = await runCommand({ ctx, by }, orderId, { intent: action });
  if (!answer.ok) return refuse(ctx, run, { kind: "refused", why: "not_applicable", reason: answer.reason });
  const at = ctx.clock.now();
  const fact = { thing: "order", thingId: orderId, actor: "person", by, code: "flow_asked", at } as const;
  await recordFact(ctx.db, ctx, { ...fact, params: { action } });
  await recordFlowUse(ctx, { name: action, at, failure: null });
  return { kind: "done" };
}

/** Why the command does not fit the order, or would spend what the person may not; as for many orders at once. */
async function findUnfit(
  ctx: ShopContext,
  action: FlowAction,
  { orderId, by }: Given,
): Promise<string | null> {
  if (action === "hold") return null;
  const where = { shopId_id: { shopId: ctx.shop.id, id: orderId } };
  const order = await ctx.db.order.findUniqueOrThrow({ where, select: evaluatedRows });
  const verdict = (await evaluateOrders(ctx, { action, by }, [order])).get(orderId);
  return verdict?.kind === "refused" ? verdict.reason : null;
}

async function refuse(ctx: ShopContext, { action }: FlowActionRun, refusal: Refusal): Promise<Refusal> {
  const failure = refusal.why === "not_allowed" ? "not_allowed" : "not_applicable";
  await recordFlowUse(ctx, { name: action, at: ctx.clock.now(), failure });
  return refusal;
}

/** The id of a run as a request has one; Shopify does not say that its ids are UUIDs. */
function toRequestId(runId: string): string {
  const hex = createHash("sha256").update(`flow/${runId}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
