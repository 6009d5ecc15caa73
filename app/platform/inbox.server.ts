import type pg from "pg";
import type { Crypto, SealedPlace } from "./crypto.ts";
import {
  gatherReportsMs,
  isDueNow,
  isReportOnly,
  type MarkedWork,
  type WorkKind,
  wantedAgain,
} from "./work.server.ts";

/** What a delivery asks for. The last two are resolved from our own rows, in the same statement. */
export type DeliveryMark =
  | { readonly kind: "ignored"; readonly reason: string }
  | {
      readonly kind: "work";
      readonly work: WorkKind;
      readonly subject: string;
      readonly delayMs?: number;
      /** Where a new row of work waits; with the orders where nothing is said. */
      readonly lane?: "stock";
    }
  /** The order these fulfillment orders belong to; unknown ones become work of their own. */
  | { readonly kind: "fulfillment_orders"; readonly gids: readonly string[] }
  /** The order that was handed off under this external id; unknown ones are ignored. */
  | { readonly kind: "handoff"; readonly mode: string; readonly externalOrderId: string };

/** The topic of a report a sweep took from the service's list: it did not arrive by itself. */
export const listedTopic = "order.listed";

export type IncomingDelivery = {
  /** Whose it is: known by our row (the service's token) or by Shopify's name for the shop. */
  readonly shop: { readonly id: string } | { readonly domain: string };
  readonly source: "shopify" | "supplier";
  /** Unique within source and shop. */
  readonly key: string;
  readonly topic: string;
  readonly subject: string | null;
  readonly rawBody: Uint8Array;
  readonly mark: DeliveryMark;
};

export type ReceivedDelivery = {
  /** False for a delivery we have already. */
  readonly isNew: boolean;
  /** The work that was marked, if any: whoever calls this rings it where it is due. */
  readonly work: MarkedWork | null;
};

/** Where a receipt's body is sealed to. */
export function deliveryPlace(delivery: { readonly source: string; readonly key: string }): SealedPlace {
  return { table: "delivery", row: `${delivery.source}/${delivery.key}`, column: "body_enc" };
}

/**
 * Stores a receipt and marks its work dirty in one statement, which is its own transaction: when this
 * returns, both are committed. A delivery we have already changes nothing.
 */
export async function receiveDelivery(
  pool: pg.Pool,
  crypto: Crypto,
  delivery: IncomingDelivery,
): Promise<ReceivedDelivery> {
  const { rows } = await pool.query<ReceiptRow>({
    name: "receive-delivery",
    text: statement,
    values: toValues(delivery, crypto.seal(delivery.rawBody, deliveryPlace(delivery))),
  });
  const [row] = rows;
  return { isNew: Boolean(row?.receipt), work: row ? toWork(row) : null };
}

function toWork({ workId, lane, isDue, isReport }: ReceiptRow): MarkedWork | null {
  if (!workId || !lane) return null;
  return { id: workId, lane, isDue: isDue === true, isReport: isReport === true };
}

type ReceiptRow = {
  readonly receipt: string | null;
  readonly workId: string | null;
  readonly lane: string | null;
  readonly isDue: boolean | null;
  readonly isReport: boolean | null;
};

function toValues(
  { shop, source, key, topic, subject, mark }: IncomingDelivery,
  body: Uint8Array,
): unknown[] {
  const shopId = "id" in shop ? shop.id : null;
  const domain = "domain" in shop ? shop.domain : null;
  const base = [shopId, domain, source, key, topic, subject, Buffer.from(body)];
  switch (mark.kind) {
    case "ignored":
      return [...base, mark.reason, null, null, 0, null, null, null, "orders"];
    case "work":
      return [
        ...base,
        ...[null, mark.work, mark.subject, mark.delayMs ?? 0, null, null, null],
        mark.lane ?? "orders",
      ];
    case "fulfillment_orders":
      return [...base, null, "fulfillment_order", mark.gids[0], 0, mark.gids, null, null, "orders"];
    case "handoff":
      return [...base, null, null, null, 0, null, mark.mode, mark.externalOrderId, "orders"];
  }
}

// A report says nothing that Shopify would have to be read for: the service's events, the birth of an order somebody has
// told of already, and the echo of a request we submitted ourselves (D-39). Of these, the echo and the service's word that
// it received what we know it has tell nothing new at all: others go first.
const statement = `
with known as (
  select id from shop where id = $1::uuid
  union all select id from shop where $1::uuid is null and domain = $2::text
),
owner as (
  select "order".order_gid from fulfillment_order
  join "order" on "order".shop_id = fulfillment_order.shop_id and "order".id = fulfillment_order.order_id
  where fulfillment_order.shop_id = (select id from known) and fulfillment_order.gid = any($12::text[])
  union all
  select "order".order_gid from handoff
  join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
  where handoff.shop_id = (select id from known) and handoff.mode = $13::text and handoff.external_order_id = $14::text
  limit 1
),
target as (
  select case when exists (select from owner) then 'order' else $9::text end as kind,
         coalesce((select order_gid from owner), $10::text) as subject
),
report as (
  select (target.kind = 'order' and ($3::text = 'supplier' or $5::text = 'orders/create' or (
    $5::text = 'fulfillment_orders/fulfillment_request_submitted' and exists (
      select from fulfillment_order where shop_id = (select id from known) and gid = any($12::text[])
        and submitted_by_us_at > clock_timestamp() - interval '1 minute'))))::int as told
  from target
),
pause as (
  select case when report.told = 1 and ($5::text = 'fulfillment_orders/fulfillment_request_submitted' or (
      $5::text = 'order.received' and exists (select from handoff where shop_id = (select id from known)
        and mode = $13::text and external_order_id = $14::text and state = 'placed')))
    then ${gatherReportsMs} else $11::int end * interval '1 millisecond' as length
  from report
),
receipt as (
  insert into delivery (shop_id, shop_domain, source, key, topic, subject, body_enc, ignored)
  select (select id from known), $2::text, $3::text, $4::text, $5::text, coalesce($6::text, target.subject), $7::bytea,
    case when $8::text is not null then $8::text
         when not exists (select from known) then 'unknown_shop'
         when target.kind is null then 'unknown_order' end
  from target
  on conflict do nothing
  returning id, shop_id
),
mark as (
  insert into work (shop_id, kind, subject, lane, next_run_at, rung_at, reports, reports_done)
  select receipt.shop_id, target.kind, target.subject, $15::text,
    clock_timestamp() + pause.length, clock_timestamp(), report.told, report.told
  from receipt, target, report, pause
  where receipt.shop_id is not null and $8::text is null and target.kind is not null
  ${wantedAgain}
  returning id, lane, ${isDueNow} as is_due, ${isReportOnly} as is_report
)
select (select id::text from receipt) as receipt, (select id::text from mark) as "workId",
  (select lane from mark) as lane, (select is_due from mark) as "isDue",
  (select is_report from mark) as "isReport"`;
