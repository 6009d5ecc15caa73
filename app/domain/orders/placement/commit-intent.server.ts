import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { rupees } from "#app/domain/money/rupees.ts";
import { type SourceSnapshot, sourceSnapshotPlace } from "#app/domain/orders/amendments/source-snapshot.ts";
import type { DecisionKind } from "#app/domain/orders/commands/decisions/decision-kind.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { cityForLists } from "#app/domain/orders/customer/city-for-lists.ts";
import type { ParcelCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import type { OrderMoneyPlan } from "#app/domain/orders/money/order-money.ts";
import {
  writeInLeaseStatement,
  writeInLeaseTransaction,
} from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { HandoffRecord, ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { AppError } from "#app/platform/errors.ts";
import {
  type ExternalOrderId,
  type FulfillmentOrderGid,
  type HandoffId,
  type OrderId,
  type ShopId,
  toAttemptId,
  toFulfillmentOrderGid,
  toFulfillmentOrderLineGid,
  toHandoffId,
} from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { buildRequestBody } from "./build-request.ts";
import type { OpenLine } from "./open-lines.ts";
import { attemptBodyPlace, sha256 } from "./send-attempt.server.ts";
import { allocateOpenUnitsSql } from "./sync-open-units.server.ts";

export type Intent = {
  readonly mode: Mode;
  readonly sequence: number;
  readonly revision: number;
  readonly externalOrderId: ExternalOrderId;
  readonly externalOrderName: string;
  readonly paymentMode: PaymentMode;
  readonly money: Extract<OrderMoneyPlan, { kind: "ready" }>;
  readonly lines: readonly OpenLine[];
  readonly customer: ParcelCustomer;
  readonly notes: string;
  readonly senderName: string;
  /** Terms in force now, kept with the handoff for good (R18). */
  readonly terms: Prisma.InputJsonObject;
  /** What Shopify says of the order: a later change is found against it (R40). */
  readonly sourceSnapshot: SourceSnapshot;
};

export type CommitIntentInput = {
  readonly intent: Intent;
  readonly refused: HandoffRecord | null;
  /** What its customer confirmed, where it goes because of that. */
  readonly confirmedHash: string | null;
};

/**
 * Commits what is about to be sent, before it is sent (idea 3): the handoff, its items, and an attempt with a fresh key
 * and the exact bytes. A handoff that was refused takes the corrected body as its next attempt. False, and nothing is
 * written, where somebody has pressed since the order was read that it is not to go.
 * @throws AppError `connection_gone`, `lease_lost`; nothing was written
 */
export async function commitIntent(
  run: OrderRun,
  { intent, refused, confirmedHash }: CommitIntentInput,
): Promise<boolean> {
  const stop = { ...findStop(run), confirmedHash };
  const handoffId = refused?.id ?? toHandoffId(randomUUID());
  if (!refused) return saveIntent(run, run.ctx.db, { intent, stop, attempt: { handoffId, number: 1 } });
  return writeInLeaseTransaction(run, async ({ tx }) => {
    if (await isStopped(run, tx, stop)) return false;
    await tx.handoffItem.deleteMany({ where: { shopId: run.ctx.shop.id, handoffId } });
    const number = (refused.attempts.at(-1)?.number ?? 0) + 1;
    return saveIntent(run, tx, { intent, stop, attempt: { handoffId, number } });
  });
}

type PlacingStop = Pick<CommitIntentInput, "confirmedHash"> & {
  /** When what stood as the order was read was pressed, which was weighed then; null where nothing of the kind stood. */
  readonly seen: Readonly<Partial<Record<DecisionKind, Date | null>>>;
};

/** What a person may press while a run is under way, for the first time or again, or take back. */
function findStop({ record }: OrderRun): Pick<PlacingStop, "seen"> {
  const kinds = ["hold", "cancel", "move_away", "customer"] as const;
  return { seen: Object.fromEntries(kinds.map((kind) => [kind, requestedAt(record.decisions, kind)])) };
}

/** Whether it was pressed, or what stood was taken back. Looked at under the lock on the order's row of work, which every press takes first. */
function stoppedSql(shopId: Prisma.Sql, orderId: OrderId, { seen, confirmedHash }: PlacingStop): Prisma.Sql {
  const known = JSON.stringify(seen);
  return Prisma.sql`is_placing_stopped(${shopId}, ${orderId}::uuid, ${known}::jsonb, ${confirmedHash}::text)`;
}

async function isStopped({ ctx, record }: OrderRun, db: Db, stop: PlacingStop): Promise<boolean> {
  const stopped = stoppedSql(Prisma.sql`${ctx.shop.id}::uuid`, record.id, stop);
  const [row] = await queryRows<{ isStopped: boolean }>(db, Prisma.sql`select ${stopped} as "isStopped"`);
  return row?.isStopped === true;
}

type SaveIntentInput = Pick<CommitIntentInput, "intent"> & {
  readonly stop: PlacingStop;
  readonly attempt: AttemptKey;
};

/**
 * All of it as one statement under the lease (D-66). The connection's row is held until it is committed: one that is
 * being disconnected waits for us, and one that was disconnected or exchanged since this run began gets no intent any
 * more. The shop's row comes first, as whoever changes connections takes it: in one order nobody waits in a circle.
 */
async function saveIntent(
  run: OrderRun,
  tx: Db,
  { intent, stop, attempt }: SaveIntentInput,
): Promise<boolean> {
  const { ctx, record } = run;
  const place = { shopId: ctx.shop.id, orderId: record.id };
  const { isDecided: isConnected } = await writeInLeaseStatement(run, {
    tx,
    changes: {
      owner: Prisma.sql`select shop.id from held, shop where shop.id = ${place.shopId}::uuid for key share of shop`,
      account: Prisma.sql`
        select account_id from owner join supplier_connection on shop_id = owner.id
        where mode = ${intent.mode} and active and disconnected_at is null
          and account_id = ${ctx.connection?.accountId ?? null} 
          and not ${stoppedSql(Prisma.sql`owner.id`, record.id, stop)}
        for share of supplier_connection`,
      begun: handoffSql(run, intent, attempt),
      items: itemsSql(place.shopId, attempt.handoffId, toItems(intent)),
      taken: Prisma.sql`${allocateOpenUnitsSql(place, intent.lines)} and exists (select from account)`,
      attempted: attemptSql(run, intent, attempt),
      placed: Prisma.sql`
        update "order" set state = 'placing', updated_at = now() from account
        where shop_id = ${place.shopId}::uuid and id = ${place.orderId}::uuid`,
    },
    decisive: "account",
  });
  if (isConnected) return true;
  if (await isStopped(run, tx, stop)) return false;
  throw new AppError("connection_gone", "The connection ended before anything was sent", { retryable: true });
}

type AttemptKey = { readonly handoffId: HandoffId; readonly number: number };

function handoffSql({ ctx, record }: OrderRun, intent: Intent, { handoffId }: AttemptKey): Prisma.Sql {
  const place = { table: "handoff", row: handoffId, column: "customer_enc" };
  const customer = ctx.crypto.seal(JSON.stringify(intent.customer), place);
  const sourceSnapshot = ctx.crypto.seal(
    JSON.stringify(intent.sourceSnapshot),
    sourceSnapshotPlace(handoffId),
  );
  const { city, province = "" } = intent.customer;
  const sentTo = cityForLists({ city, province });
  const knownCity = sentTo?.kind === "known" ? sentTo.name : null;
  return Prisma.sql`
    insert into handoff (id, shop_id, order_id, mode, sequence, revision, external_order_id, updated_at, state,
      account_id, payment_mode, collects_pkr, shipping_pkr, terms, fulfillment_order_gids, customer_enc, standing_enc,
      city)
    select ${handoffId}::uuid, ${ctx.shop.id}::uuid, ${record.id}::uuid, ${intent.mode}, ${intent.sequence}::int,
      ${intent.revision}::int, ${intent.externalOrderId}, now(), 'sending', account_id, ${intent.paymentMode},
      ${intent.money.collects}::int, ${intent.money.shippingCharged}::int, ${JSON.stringify(intent.terms)}::jsonb,
      ${fulfillmentOrderGidsOf(intent.lines)}::text[], ${customer}::bytea, ${sourceSnapshot}::bytea,
      ${knownCity}::text
    from account
    on conflict (shop_id, id) do update set updated_at = excluded.updated_at, state = excluded.state,
      account_id = excluded.account_id, payment_mode = excluded.payment_mode,
      collects_pkr = excluded.collects_pkr, shipping_pkr = excluded.shipping_pkr, terms = excluded.terms,
      fulfillment_order_gids = excluded.fulfillment_order_gids, customer_enc = excluded.customer_enc,
      standing_enc = excluded.standing_enc, city = excluded.city`;
}

function itemsSql(shopId: ShopId, handoffId: HandoffId, items: readonly NewItem[]): Prisma.Sql {
  return Prisma.sql`
    insert into handoff_item (shop_id, handoff_id, position, line_gid, fulfillment_order_gid,
      fulfillment_order_line_gid, supplier_variant_id, supplier_store_id, sku, title, quantity, quantity_per_unit,
      resale_pkr, wholesale_pkr)
    select ${shopId}::uuid, ${handoffId}::uuid, position, "lineGid", "fulfillmentOrderGid", "fulfillmentOrderLineGid",
      "supplierVariantId", "supplierStoreId", sku, title, quantity, "quantityPerUnit", "resalePkr", "wholesalePkr"
    from account, jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (position int, "lineGid" text,
      "fulfillmentOrderGid" text, "fulfillmentOrderLineGid" text, "supplierVariantId" text, "supplierStoreId" text,
      sku text, title text, quantity int, "quantityPerUnit" int, "resalePkr" int, "wholesalePkr" int)`;
}

function attemptSql({ ctx }: OrderRun, intent: Intent, { handoffId, number }: AttemptKey): Prisma.Sql {
  const id = toAttemptId(randomUUID());
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
  return Prisma.sql`
    insert into handoff_attempt (id, shop_id, handoff_id, number, idempotency_key, body_enc, body_sha256, created_at)
    select ${id}::uuid, ${ctx.shop.id}::uuid, ${handoffId}::uuid, ${number}::int, ${`karwan-${id}`},
      ${ctx.crypto.seal(body, attemptBodyPlace(id))}::bytea, ${sha256(body)}, ${ctx.clock.now()}::timestamptz
    from account`;
}

function fulfillmentOrderGidsOf(lines: readonly OpenLine[]): FulfillmentOrderGid[] {
  return [...new Set(lines.flatMap((line) => line.sources.map((place) => place.fulfillmentOrderGid)))];
}

type NewItem = Omit<ItemRecord, "id" | "shopId" | "handoffId">;

/** One row per item sent, with the place in Shopify its units came from. */
function toItems({ money, lines }: Intent): readonly NewItem[] {
  return money.items.map((item, position) => {
    const line = lines.find((each) => each.lineGid === item.externalLineId);
    const part = line?.parts.find((each) => each.variantId === item.variantId);
    return {
      position,
      lineGid: item.externalLineId,
      fulfillmentOrderGid: line?.sources[0]?.fulfillmentOrderGid ?? toFulfillmentOrderGid(""),
      fulfillmentOrderLineGid: line?.sources[0]?.lineId ?? toFulfillmentOrderLineGid(""),
      supplierVariantId: item.variantId,
      supplierStoreId: line?.supplierStoreId ?? null,
      sku: item.sku,
      // JSON in PostgreSQL refuses half a character, which a title that was cut may end with.
      title: [line?.title, part?.title].filter(Boolean).join(": ").toWellFormed(),
      quantity: item.quantity,
      quantityPerUnit: part?.quantityPerUnit ?? 1,
      resalePkr: item.resalePrice,
      wholesalePkr: part?.wholesalePrice ?? rupees(0),
    };
  });
}
