import pg from "pg";
import { z } from "zod";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import type { World } from "#test/support/world.ts";
import type { AppSide, ParcelSide, ServiceSide, ShopifySide, Sides } from "./sides.ts";

/** What each side holds of one order: Shopify by its state, the app by its database, the service by its own API. */
export async function readSides(world: World, shop: string, orderGid: string): Promise<Sides> {
  const number = orderGid.split("/").at(-1) ?? "";
  return {
    shopify: readShopify(world, shop, orderGid),
    app: await readApp(world, orderGid),
    service: await readService(world, number),
  };
}

function readShopify(world: World, shop: string, orderGid: string): ShopifySide {
  const order = world.shopify.control.state({ shop }).orders.find(({ id }) => id === orderGid);
  if (!order) throw new Error(`Shopify holds no order ${orderGid}`);
  return {
    totalPkr: Number(order.total),
    outstandingPkr: Number(order.outstanding),
    financialStatus: order.financialStatus,
    fulfillments: order.fulfillments
      .filter(({ status }) => status !== "CANCELLED")
      .map(({ id, status, tracking, events }) => ({
        gid: id,
        status,
        courier: tracking[0]?.company ?? null,
        trackingNumber: tracking[0]?.number ?? null,
        events: events.map((event) => event.status),
      })),
  };
}

const parcelQuery = `
  select o.state, o.marked_paid_at, p.supplier_order_id, p.status, p.cod_pkr, p.wholesale_pkr, p.shipping_cost_pkr,
         p.margin_pkr, p.platform_fee_pkr, p.expected_margin_pkr, p.rto_charge_pkr, p.margin_status, p.courier,
         p.tracking_number, p.fulfillment_gid
    from "order" o
    left join handoff h on h.order_id = o.id
    left join parcel p on p.handoff_id = h.id
   where o.order_gid = $1
   order by p.part`;

const parcelRow = z.object({
  state: z.string(),
  marked_paid_at: z.date().nullable(),
  supplier_order_id: z.string().nullable(),
  status: z.string().nullable(),
  cod_pkr: z.number().nullable(),
  wholesale_pkr: z.number().nullable(),
  shipping_cost_pkr: z.number().nullable(),
  margin_pkr: z.number().nullable(),
  platform_fee_pkr: z.number().nullable(),
  expected_margin_pkr: z.number().nullable(),
  rto_charge_pkr: z.number().nullable(),
  margin_status: z.string().nullable(),
  courier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  fulfillment_gid: z.string().nullable(),
});

async function readApp(world: World, orderGid: string): Promise<AppSide> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const found = await client.query(parcelQuery, [orderGid]);
    const rows = z.array(parcelRow).parse(found.rows);
    return {
      state: rows[0]?.state ?? "unknown to the app",
      isMarkedPaid: rows[0]?.marked_paid_at != null,
      parcels: rows.flatMap((row) =>
        row.supplier_order_id === null ? [] : [toAppParcel(row.supplier_order_id, row)],
      ),
    };
  } finally {
    await client.end();
  }
}

function toAppParcel(id: string, row: z.infer<typeof parcelRow>): AppSide["parcels"][number] {
  return {
    id,
    status: row.status ?? "",
    codPkr: row.cod_pkr ?? 0,
    wholesalePkr: row.wholesale_pkr ?? 0,
    shippingCostPkr: row.shipping_cost_pkr ?? 0,
    marginPkr: row.margin_pkr ?? 0,
    feePkr: row.platform_fee_pkr ?? 0,
    expectedMarginPkr: row.expected_margin_pkr ?? 0,
    rtoChargePkr: row.rto_charge_pkr ?? 0,
    marginStatus: row.margin_status ?? "",
    courier: row.courier,
    trackingNumber: row.tracking_number,
    fulfillmentGid: row.fulfillment_gid,
  };
}

const serviceOrders = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      codAmount: z.number(),
      wholesaleTotal: z.number(),
      shippingCost: z.number(),
      margin: z.number(),
      platformFee: z.object({ amount: z.number() }),
      expectedMargin: z.number(),
      rtoCharge: z.number(),
      marginStatus: z.string(),
      tracking: z.object({ number: z.string(), courier: z.string() }).nullable(),
    }),
  ),
});

async function readService(world: World, orderNumber: string): Promise<ServiceSide> {
  const audit = await world.supplier.control.audit();
  const ours = audit.orders.filter(({ externalOrderId }) => externalOrderId.endsWith(`-${orderNumber}`));
  const ids = new Set(ours.map(({ id }) => id));
  const ledger = audit.wallets.flatMap((wallet) => wallet.ledger);
  const externalOrderId = ours[0]?.externalOrderId ?? `no order of ${orderNumber}`;
  const response = await fetch(
    `${world.supplier.baseUrl}/orders?${new URLSearchParams({ externalOrderId })}`,
    {
      headers: { Authorization: `Bearer ${DEMO_LIVE_KEY}` },
    },
  );
  const { data } = serviceOrders.parse(await response.json());
  return {
    parcels: data.map(toServiceParcel).toSorted((one, other) => one.id.localeCompare(other.id)),
    ledgerPkr: ledger
      .filter(({ orderId }) => orderId !== null && ids.has(orderId))
      .reduce((sum, { amount }) => sum + amount, 0),
  };
}

function toServiceParcel(order: z.infer<typeof serviceOrders>["data"][number]): ParcelSide {
  return {
    id: order.id,
    status: order.status,
    codPkr: order.codAmount,
    wholesalePkr: order.wholesaleTotal,
    shippingCostPkr: order.shippingCost,
    marginPkr: order.margin,
    feePkr: order.platformFee.amount,
    expectedMarginPkr: order.expectedMargin,
    rtoChargePkr: order.rtoCharge,
    marginStatus: order.marginStatus,
    courier: order.tracking?.courier ?? null,
    trackingNumber: order.tracking?.number ?? null,
  };
}
