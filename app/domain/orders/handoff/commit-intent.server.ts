import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import { AppError } from "#app/platform/errors.ts";
import { type Standing, standingPlace } from "../changes/standing.ts";
import type { ParcelCustomer } from "../customer/plan-customer.ts";
import type { OrderMoneyPlan } from "../money/order-money.ts";
import type { HandoffRecord } from "../order-record.server.ts";
import type { OrderRun } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { buildRequestBody } from "./build-request.ts";
import { takeOpenUnits } from "./note-open-units.server.ts";
import type { OpenLine } from "./open-lines.ts";
import { attemptBodyPlace, sha256 } from "./send-attempt.server.ts";

export type Intent = {
  readonly mode: string;
  readonly sequence: number;
  readonly revision: number;
  readonly externalOrderId: string;
  readonly externalOrderName: string;
  readonly paymentMode: "COD" | "PREPAID";
  readonly money: Extract<OrderMoneyPlan, { kind: "ready" }>;
  readonly lines: readonly OpenLine[];
  readonly customer: ParcelCustomer;
  readonly notes: string;
  readonly senderName: string;
  /** Terms in force now, kept with the handoff for good (R18). */
  readonly terms: Prisma.InputJsonObject;
  /** What Shopify says of the order: a later change is told by it (R40). */
  readonly standing: Standing;
};

/**
 * Commits what is about to be sent, before it is sent (idea 3): the handoff, its items, and an attempt with a fresh key
 * and the exact bytes. A handoff that was refused takes the corrected body as its next attempt.
 */
export async function commitIntent(
  run: OrderRun,
  intent: Intent,
  refused: HandoffRecord | null,
): Promise<void> {
  const shopId = run.ctx.shop.id;
  const handoffId = refused?.id ?? randomUUID();
  const body = buildRequestBody({
    externalOrderId: intent.externalOrderId,
    externalOrderName: intent.externalOrderName,
    paymentMode: intent.paymentMode,
    customer: intent.customer,
    items: intent.money.items,
    shippingCharged: intent.money.shippingCharged,
    senderName: intent.senderName,
    notes: intent.notes,
  });
  await writeUnderLease(run, async ({ tx }) => {
    const accountId = await lockAccount(run, tx, intent.mode);
    await saveHandoff(run, tx, intent, { id: handoffId, accountId, isKnown: refused !== null });
    if (refused) await tx.handoffItem.deleteMany({ where: { shopId, handoffId } });
    for (const item of toItems(intent))
      await tx.handoffItem.create({ data: { ...item, shopId, handoffId }, select: { id: true } });
    await takeOpenUnits(tx, { shopId, orderId: run.record.id }, intent.lines);
    const attempt = toAttempt(run, handoffId, body, refused);
    await tx.handoffAttempt.create({ data: attempt, select: { id: true } });
    await tx.order.updateMany({ where: { shopId, id: run.record.id }, data: { state: "placing" } });
  });
}

/**
 * The account it is begun under. The connection's row is held until the intent is committed: one that is being
 * disconnected waits for us, and one that was disconnected or exchanged since this pass began gets no intent any more.
 * @throws AppError `connection_gone`
 */
async function lockAccount({ ctx }: OrderRun, tx: Prisma.TransactionClient, mode: string): Promise<string> {
  // The shop's row first, as whoever changes connections takes it: in one order nobody waits in a circle.
  await tx.$executeRaw`select 1 from shop where id = ${ctx.shop.id}::uuid for key share`;
  const [row] = await tx.$queryRaw<{ accountId: string }[]>`
    select account_id as "accountId" from supplier_connection
    where shop_id = ${ctx.shop.id}::uuid and mode = ${mode} and active and disconnected_at is null
    for share`;
  if (row && row.accountId === ctx.connection?.accountId) return row.accountId;
  throw new AppError("connection_gone", "The connection ended before anything was sent", { retryable: true });
}

async function saveHandoff(
  run: OrderRun,
  tx: Prisma.TransactionClient,
  intent: Intent,
  { id, accountId, isKnown }: { readonly id: string; readonly accountId: string; readonly isKnown: boolean },
): Promise<void> {
  const shopId = run.ctx.shop.id;
  const place = { table: "handoff", row: id, column: "customer_enc" };
  const decided = {
    state: "sending",
    accountId,
    paymentMode: intent.paymentMode,
    collectsPkr: intent.money.collects,
    shippingPkr: intent.money.shippingCharged,
    terms: intent.terms,
    fulfillmentOrderGids: placesOf(intent.lines),
    customerEnc: run.ctx.crypto.seal(JSON.stringify(intent.customer), place),
    standingEnc: run.ctx.crypto.seal(JSON.stringify(intent.standing), standingPlace(id)),
  };
  if (isKnown) {
    await tx.handoff.updateMany({ where: { shopId, id }, data: decided });
    return;
  }
  const { mode, sequence, revision, externalOrderId } = intent;
  const name = { id, shopId, orderId: run.record.id, mode, sequence, revision, externalOrderId };
  await tx.handoff.create({ data: { ...name, ...decided }, select: { id: true } });
}

function toAttempt(run: OrderRun, handoffId: string, body: string, refused: HandoffRecord | null) {
  const id = randomUUID();
  return {
    id,
    shopId: run.ctx.shop.id,
    handoffId,
    number: (refused?.attempts.at(-1)?.number ?? 0) + 1,
    idempotencyKey: `karwan-${id}`,
    bodyEnc: run.ctx.crypto.seal(body, attemptBodyPlace(id)),
    bodySha256: sha256(body),
    createdAt: run.ctx.clock.now(),
  };
}

function placesOf(lines: readonly OpenLine[]): string[] {
  return [...new Set(lines.flatMap((line) => line.places.map((place) => place.fulfillmentOrderGid)))];
}

/** One row per item sent, with the place in Shopify its units came from. */
function toItems({ money, lines }: Intent) {
  return money.items.map((item, position) => {
    const line = lines.find((each) => each.lineGid === item.externalLineId);
    const part = line?.parts.find((each) => each.variantId === item.variantId);
    return {
      position,
      lineGid: item.externalLineId,
      fulfillmentOrderGid: line?.places[0]?.fulfillmentOrderGid ?? "",
      fulfillmentOrderLineGid: line?.places[0]?.lineId ?? "",
      supplierVariantId: item.variantId,
      supplierStoreId: line?.supplierStoreId ?? null,
      sku: item.sku,
      title: [line?.title, part?.title].filter(Boolean).join(": "),
      quantity: item.quantity,
      quantityPerUnit: part?.quantityPerUnit ?? 1,
      resalePkr: item.resalePrice,
      wholesalePkr: part?.wholesalePrice ?? 0,
    };
  });
}
