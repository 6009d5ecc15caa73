import { Prisma } from "@prisma/client";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { StorefrontContext } from "./storefront-context.ts";
import type { TrackedOrder } from "./tracked-rows.server.ts";

type Handoff = TrackedOrder["handoffs"][number];
type Parcel = Handoff["parcels"][number];
type ParcelTime = "shippedAt" | "deliveredAt" | "returnedAt" | "riderAskedAt";

/** As JSON holds them: times and bytes are text there. */
type ParcelJson = Omit<Parcel, ParcelTime | "movedAt"> &
  Readonly<Record<ParcelTime, string | null>> & { readonly movedAt: string };
type HandoffJson = Omit<Handoff, "attempts" | "parcels"> & {
  readonly attempts: readonly (Pick<Handoff["attempts"][number], "id"> & { readonly bodyEnc: string })[];
  readonly parcels: readonly ParcelJson[];
};
type Decision = TrackedOrder["decisions"][number];
type OrderRow = Omit<TrackedOrder, "handoffs" | "decisions"> & {
  readonly handoffs: readonly HandoffJson[];
  readonly decisions: readonly (Omit<Decision, "handledAt"> & { readonly handledAt: string | null })[];
};

const columns = Prisma.sql`o.id, o.order_gid as "orderGid", o.name, o.state, o.route,
  o.outstanding_pkr as "outstandingPkr", o.listed_at as "listedAt", o.read_at as "readAt",
  o.cancelled_at as "cancelledAt", o.customer_enc as "customerEnc", o.lines,
  (select coalesce(json_agg(json_build_object('mode', h.mode, 'sequence', h.sequence, 'state', h.state,
      'attempts', (select coalesce(json_agg(json_build_object('id', a.id, 'bodyEnc', encode(a.body_enc, 'base64'))), '[]')
        from (select id, body_enc from handoff_attempt where shop_id = h.shop_id and handoff_id = h.id
          order by number desc limit 1) as a),
      'items', (select coalesce(json_agg(json_build_object('id', i.id, 'title', i.title, 'lineGid', i.line_gid,
          'supplierVariantId', i.supplier_variant_id, 'quantityPerUnit', i.quantity_per_unit) order by i.position), '[]')
        from handoff_item i where i.shop_id = h.shop_id and i.handoff_id = h.id),
      'parcels', (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'codPkr', p.cod_pkr,
          'courier', p.courier, 'trackingNumber', p.tracking_number, 'trackingUrl', p.tracking_url,
          'contents', p.contents, 'part', p.part, 'of', p.of, 'confirmation', p.confirmation,
          'shippedAt', p.shipped_at, 'deliveredAt', p.delivered_at, 'returnedAt', p.returned_at,
          'movedAt', p.moved_at, 'riderAskedPkr', p.rider_asked_pkr, 'riderAskedAt', p.rider_asked_at)
          order by p.part, p.supplier_order_id), '[]')
        from parcel p where p.shop_id = h.shop_id and p.handoff_id = h.id)) order by h.sequence, h.revision), '[]')
    from handoff h where h.shop_id = o.shop_id and h.order_id = o.id) as handoffs,
  (select coalesce(json_agg(json_build_object('kind', d.kind, 'subject', d.subject, 'by', d.by,
      'handledAt', d.handled_at)), '[]')
    from order_decision d where d.shop_id = o.shop_id and d.order_id = o.id) as decisions,
  (select json_build_object('state', c.state, 'collectsPkr', c.collects_pkr)
    from order_confirmation c where c.shop_id = o.shop_id and c.order_id = o.id) as confirmation`;

/**
 * The newest order of a shop that the condition on `o` names, while its customer is kept. Each look at an order asks for it:
 * one statement that goes past Prisma, which takes three times as long for the same.
 */
export async function readTrackedOrder(
  { db, shop }: Pick<StorefrontContext, "db" | "shop">,
  condition: Prisma.Sql,
): Promise<TrackedOrder | null> {
  const [row] = await queryRows<OrderRow>(db, trackedOrderQuery(shop, condition));
  if (!row) return null;
  return {
    ...row,
    handoffs: row.handoffs.map(toHandoff),
    decisions: row.decisions.map((each) => ({ ...each, handledAt: toTime(each.handledAt) })),
  };
}

export function trackedOrderQuery(
  shop: Pick<StorefrontContext["shop"], "id">,
  condition: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`select ${columns} from "order" o
    where o.shop_id = ${shop.id}::uuid and ${condition} and o.phone_hash is not null and o.state <> 'not_ours'
    order by o.listed_at desc, o.id desc limit 1`;
}

function toHandoff({ attempts, parcels, ...handoff }: HandoffJson): Handoff {
  return {
    ...handoff,
    attempts: attempts.map(({ id, bodyEnc }) => ({
      id,
      bodyEnc: Uint8Array.from(Buffer.from(bodyEnc, "base64")),
    })),
    parcels: parcels.map((parcel) => ({
      ...parcel,
      shippedAt: toTime(parcel.shippedAt),
      deliveredAt: toTime(parcel.deliveredAt),
      returnedAt: toTime(parcel.returnedAt),
      movedAt: new Date(parcel.movedAt),
      riderAskedAt: toTime(parcel.riderAskedAt),
    })),
  };
}

function toTime(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
