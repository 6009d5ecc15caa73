import type { Handoff } from "@prisma/client";
import type pg from "pg";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import type { DeliverySource } from "#app/domain/deliveries/delivery-source.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ExternalOrderId, FulfillmentOrderGid, OrderGid, ShopId } from "#app/platform/ids.ts";
import { type ProductChange, receiveProductChange } from "#app/platform/product-change.server.ts";
import {
  coalesceReportsMs,
  isDueNowSql,
  isReportOnlySql,
  type RequestedWork,
  requestAgainSql,
} from "#app/platform/queue/work.server.ts";
import { kindSql, laneSql, type ShopWork, toWorkRow } from "#app/platform/queue/work-kinds.ts";

/** What a delivery asks for. The last two are resolved from our own rows, in the statement that stores the receipt. */
export type DeliveryMark =
  | { readonly kind: "ignored"; readonly reason: string }
  | { readonly kind: "work"; readonly work: ShopWork }
  /**
   * The order these fulfillment orders belong to; unknown ones become work of their own. Where it is said which order they
   * likely belong to, that one is looked at, and the work of their own waits a while: that one may have them (D-68).
   */
  | {
      readonly kind: "fulfillment_orders";
      readonly gids: readonly FulfillmentOrderGid[];
      readonly likelyOrderGid?: OrderGid | null;
    }
  /** The order that was handed off under this external id; unknown ones are ignored. */
  | { readonly kind: "handoff"; readonly mode: Handoff["mode"]; readonly externalOrderId: ExternalOrderId }
  /** A change of a product: leaves no receipt, and nothing at all where it is not listed by us. */
  | ProductChange;

type ReceiptMark = Exclude<DeliveryMark, ProductChange>;

export type IncomingDelivery = {
  /** Whose it is: known by our row (the service's token) or by Shopify's name for the shop. */
  readonly shop: { readonly id: ShopId } | { readonly domain: string };
  readonly source: DeliverySource;
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
  /** The work that was requested, if any, rather what is due than what is not: the caller notifies where it is due. */
  readonly work: RequestedWork | null;
};

/**
 * Stores a receipt and marks its work dirty in one statement, which is its own transaction: when this
 * returns, both are committed. A delivery we have already changes nothing. A change of a product is marked alone.
 */
export async function receiveDelivery(
  pool: pg.Pool,
  crypto: Crypto,
  delivery: IncomingDelivery,
): Promise<ReceivedDelivery> {
  const { mark, shop, source, key, topic, subject, rawBody } = delivery;
  if (mark.kind === "product_change") {
    return { isNew: true, work: await receiveProductChange(pool, shop, mark) };
  }
  const shopKey = "id" in shop ? shop.id : shop.domain;
  const body = Buffer.from(crypto.seal(rawBody, deliveryPlace(delivery)));
  const { rows } = await pool.query<ReceiptRow>({
    ...statements["id" in shop ? "id" : "domain"][mark.kind],
    values: [shopKey, source, key, topic, subject, body, ...toValues(mark, delivery)],
  });
  const [row] = rows;
  return { isNew: row !== undefined, work: row ? toRequestedWork(row) : null };
}

type ReceiptRow = {
  readonly workId: string | null;
  readonly shopId: ShopId | null;
  readonly lane: string | null;
  readonly isDue: boolean | null;
  readonly isReport: boolean | null;
};

function toRequestedWork({ workId, shopId, lane, isDue, isReport }: ReceiptRow): RequestedWork | null {
  if (!workId || !shopId || !lane) return null;
  return { id: workId, shopId, lane, isDue: isDue === true, isReport: isReport === true };
}

/** What the statement of a mark takes after the receipt's own six values. */
function toValues(mark: ReceiptMark, { source, topic }: IncomingDelivery): unknown[] {
  switch (mark.kind) {
    case "ignored":
      return [mark.reason];
    case "work": {
      const { kind, subject, lane, delayMs } = toWorkRow(mark.work);
      const isReport = kind === "order.reconcile" && (source === "supplier" || topic === "orders/create");
      return [kind, subject, isReport ? 1 : 0, delayMs, lane];
    }
    case "fulfillment_orders":
      return [mark.gids, mark.likelyOrderGid ?? null];
    case "handoff":
      return [mark.mode, mark.externalOrderId];
  }
}

/** How long an unknown fulfillment order waits: the order it likely belongs to may have it. */
const likelyOrderWaitMs = 5000;

// A report says nothing that Shopify would have to be read for: the service's events, the creation of an order that another
// webhook named already, and the echo of a request we submitted ourselves (D-39). Of these, the echo and the service's word that
// it received what we know it has bring nothing new at all: others go first.

type LookupKind = "fulfillment_orders" | "handoff";

const orderKindSql = kindSql("order.reconcile");
const fulfillmentOrderKindSql = kindSql("fulfillmentOrder.resolve");

/** What a mark comes to that our own rows know, one row; its `kind` is null where they do not. `shopId` is SQL for it. */
const lookupSql: Readonly<Record<LookupKind, (shopId: string) => string>> = {
  fulfillment_orders: (shopId) => `
    select case when owner.order_gid is null then ${fulfillmentOrderKindSql} else ${orderKindSql} end as kind,
      coalesce(owner.order_gid, ($7::text[])[1]) as subject, coalesce(owner.is_echo, false)::int as reports,
      case when owner.is_echo then ${coalesceReportsMs}
        when owner.order_gid is null and $8::text is not null then ${likelyOrderWaitMs} else 0 end as pause_ms
    from (select) as one left join (
      select "order".order_gid, $4::text = 'fulfillment_orders/fulfillment_request_submitted' and
        fulfillment_order.submitted_by_us_at > clock_timestamp() - interval '1 minute' as is_echo
      from fulfillment_order
      join "order" on "order".shop_id = fulfillment_order.shop_id and "order".id = fulfillment_order.order_id
      where fulfillment_order.shop_id = ${shopId} and fulfillment_order.gid = any($7::text[])
      order by fulfillment_order.submitted_by_us_at desc nulls last limit 1
    ) as owner on true`,
  handoff: (shopId) => `
    select case when owner.order_gid is not null then ${orderKindSql} end as kind, owner.order_gid as subject, 1 as reports,
      case when $4::text = 'order.received' and owner.state = 'placed' then ${coalesceReportsMs} else 0 end as pause_ms
    from (select) as one left join (
      select "order".order_gid, handoff.state from handoff
      join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
      where handoff.shop_id = ${shopId} and handoff.mode = $7::text and handoff.external_order_id = $8::text
      limit 1
    ) as owner on true`,
};

/** SQL for the columns of what is to be looked at, and where they come from beside the receipt. */
type ReconcileTargetSql = {
  readonly with: string;
  readonly from: string;
  readonly kind: string;
  readonly subject: string;
  readonly reports: string;
  readonly pauseMs: string;
  readonly lane: string;
};

/** What is to be looked at is either said, or known by our own rows. What a kind of mark need not ask, it does not. */
function toTargetSql(kind: "work" | LookupKind, shopId: string): ReconcileTargetSql {
  if (kind === "work") {
    const said = {
      kind: "$7::text",
      subject: "$8::text",
      reports: "$9::int",
      pauseMs: "$10::int",
      lane: "$11::text",
    };
    return { with: "", from: "(select) as one", ...said };
  }
  return {
    with: `target as (${lookupSql[kind](shopId)}),`,
    from: "target",
    kind: "target.kind",
    subject: "target.subject",
    reports: "target.reports",
    pauseMs: "target.pause_ms",
    lane: laneSql("order.reconcile"),
  };
}

// Besides, where it is not known whose the fulfillment orders are: the order they likely belong to.
const likelyOrderSql = `
      union all
      select receipt.shop_id, ${orderKindSql}, $8::text, ${laneSql("order.reconcile")}, clock_timestamp(), clock_timestamp(), 0, 0
      from receipt, target where target.kind = ${fulfillmentOrderKindSql} and receipt.shop_id is not null and $8::text is not null`;

/** Of the service's events, whose receipts may be gone before it sends them again; Shopify repeats for some hours. */
const unlessExpiredSql =
  "where not exists (select from supplier_event_id as known where known.shop_id = $1::uuid and known.key = $3::text)";

/** The receipt of a delivery, and where something is to be done about it, what. */
function toStatement(shopColumn: "id" | "domain", kind: ReceiptMark["kind"]): pg.QueryConfig {
  const name = `receive-${kind}-by-${shopColumn}`;
  const [domain, shopKey] = shopColumn === "domain" ? ["$1::text", "$1::text"] : ["null", "$1::uuid"];
  const ofShop = `left join shop on shop.${shopColumn} = ${shopKey}`;
  const columns = "shop_id, shop_domain, source, key, topic, body_enc, subject, ignored";
  const values = `shop.id, ${domain}, $2::text, $3::text, $4::text, $6::bytea`;
  const ifUnknown = shopColumn === "id" ? unlessExpiredSql : "";
  if (kind === "ignored") {
    const text = `
      insert into delivery (${columns}) select ${values}, $5::text, $7::text
      from (select) as one ${ofShop} ${ifUnknown}
      on conflict do nothing returning null as "workId"`;
    return { name, text };
  }
  const shopId = shopColumn === "domain" ? `(select id from shop where domain = ${shopKey})` : shopKey;
  const target = toTargetSql(kind, shopId);
  const mayMarkTwo = kind === "fulfillment_orders";
  const text = `with ${target.with}
    receipt as (
      insert into delivery (${columns})
      select ${values}, coalesce($5::text, ${target.subject}),
        case when shop.id is null then 'unknown_shop' when ${target.kind} is null then 'unknown_order' end
      from ${target.from} ${ofShop} ${ifUnknown}
      on conflict do nothing returning shop_id
    ),
    mark as (
      insert into work (shop_id, kind, subject, lane, next_run_at, notified_at,
        requested_reports, observed_reports)
      select receipt.shop_id, ${target.kind}, ${target.subject}, ${target.lane},
        clock_timestamp() + ${target.pauseMs} * interval '1 millisecond', clock_timestamp(), ${target.reports}, ${target.reports}
      from receipt, ${target.from}
      where receipt.shop_id is not null and ${target.kind} is not null
      ${mayMarkTwo ? likelyOrderSql : ""}
      ${requestAgainSql}
      returning id, shop_id, lane, ${isDueNowSql} as is_due, ${isReportOnlySql} as is_report
    )
    select mark.id::text as "workId", mark.shop_id::text as "shopId", mark.lane, mark.is_due as "isDue", mark.is_report as "isReport"
    from receipt left join mark on true${mayMarkTwo ? " order by mark.is_due desc nulls last limit 1" : ""}`;
  return { name, text };
}

const toStatements = (shopColumn: "id" | "domain") => ({
  ignored: toStatement(shopColumn, "ignored"),
  work: toStatement(shopColumn, "work"),
  fulfillment_orders: toStatement(shopColumn, "fulfillment_orders"),
  handoff: toStatement(shopColumn, "handoff"),
});

const statements = { id: toStatements("id"), domain: toStatements("domain") };
