import type { FlowEvent } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { toOrderId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isShopifyError, type ShopifyErrorKind } from "#app/shopify/errors.ts";
import { receiveFlowTrigger } from "#app/shopify/operations/shop/receive-flow-trigger.ts";
import { type FlowFailure, triggerHandles } from "./flow-names.ts";
import { type FlowSubject, isOfProduct, toFlowPayload } from "./flow-payload.ts";
import { isTriggerOn } from "./flow-switches.server.ts";

/** So many events of a shop, then others have their turn. */
const EVENTS_A_RUN = 25;
/** What comes up while a trigger is on is looked for so often: the database keeps it, and wakes nobody. */
const LOOK_AGAIN_MS = 15_000;
/** How long nothing is tried after Shopify refused the token or the shop. */
const OUT_OF_REACH_MS = 10 * 60_000;
const OUT_OF_REACH: ReadonlySet<ShopifyErrorKind> = new Set([
  "unauthorized",
  "token_dead",
  "shop_unavailable",
]);
/** A workflow that begins a day late is of no use. */
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;

/**
 * Sends the events of a shop to Flow, each gone as soon as Shopify took it. One that was under way when its process
 * died is sent again, under the same event id: Shopify documents nothing by which it would recognise a repeat.
 */
export async function sendFlowEvents(ctx: ShopContext, claim: ClaimedWork): Promise<WorkResult> {
  const { db, shop } = ctx;
  if (shop.state !== "installed" || !(await isTriggerOn(ctx))) return { kind: "done" };
  const waiting = await db.flowEvent.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "asc" },
    take: EVENTS_A_RUN,
  });
  for (const event of waiting) {
    if (!(await sendOne(ctx, claim, event))) return { kind: "requeue", afterMs: OUT_OF_REACH_MS };
  }
  return { kind: "requeue", afterMs: waiting.length < EVENTS_A_RUN ? LOOK_AGAIN_MS : 0 };
}

/** False while Shopify lets nobody in: other work finds out why, and what waits is kept. */
async function sendOne(ctx: ShopContext, claim: ClaimedWork, event: FlowEvent): Promise<boolean> {
  const now = ctx.clock.now();
  if (now.getTime() - event.createdAt.getTime() > GIVEN_UP_AFTER_MS)
    return settle(claim, event, { now, failure: "too_late" });
  // What waited when the shop left is nobody's any more, though its trigger may be on again.
  if (event.createdAt < ctx.shop.installedAt) return settle(claim, event, null);
  const subject = await findSubject(ctx, event);
  // Of an order that was erased there is nothing to tell.
  if (subject === null) return settle(claim, event, null);
  const { trigger } = event;
  const payload = toFlowPayload(trigger, subject, event);
  await claim.lease.assertHeld();
  try {
    await receiveFlowTrigger(ctx.admin, { handle: triggerHandles[trigger], payload });
  } catch (error) {
    if (!isShopifyError(error)) throw error;
    if (OUT_OF_REACH.has(error.kind)) return false;
    if (error.kind !== "user_errors") throw error;
    return settle(claim, event, { now, failure: "refused_by_shopify" });
  }
  failpoint("F1");
  return settle(claim, event, { now, failure: null });
}

async function findSubject(
  { db, shop, connection }: ShopContext,
  { trigger, thingId }: FlowEvent,
): Promise<FlowSubject | null> {
  if (isOfProduct(trigger)) return { gid: thingId, isTest: false };
  const order = await db.order.findFirst({
    where: { shopId: shop.id, id: toOrderId(thingId) },
    select: { orderGid: true, handoffs: { orderBy: { sequence: "desc" }, take: 1, select: { mode: true } } },
  });
  if (!order) return null;
  const mode = order.handoffs[0]?.mode ?? connection?.mode;
  return { gid: order.orderGid, isTest: mode === "test" };
}

type Settled = { readonly now: Date; readonly failure: FlowFailure | null };

/** The event is gone, and its switch says how it went; null leaves the switch as it is. */
async function settle(
  { lease }: ClaimedWork,
  { id, shopId, trigger }: FlowEvent,
  settled: Settled | null,
): Promise<true> {
  await lease.transaction(async (tx) => {
    await tx.flowEvent.deleteMany({ where: { shopId, id } });
    if (settled === null) return;
    const { now, failure } = settled;
    const data = failure === null ? { usedAt: now, failure } : { failure };
    await tx.flowSwitch.updateMany({ where: { shopId, name: trigger }, data });
  });
  return true;
}
