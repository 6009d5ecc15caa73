import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startListingsRun } from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import { connectionPlace } from "#app/domain/context/connection-place.ts";
import { type SweepKind, sweepSpecs } from "#app/domain/sweeps/sweep-kinds.ts";
import { laneConcurrency } from "#app/jobs/lanes.ts";
import { ensureSchedules, queueDueSchedules } from "#app/jobs/schedule.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { listDueWork } from "#app/platform/queue/due-work.server.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  type SupplierWebhook,
  send,
} from "#test/support/deliveries.ts";
import { waitFor } from "#test/support/wait-for.ts";

/** What keeps a table from growing with time; a table that is not here has to be thought about first. */
const kept: Readonly<Record<string, Growth>> = {
  // As many as there are shops, connections, sweeps, products, settings, people or keys.
  ...fixed("auto_pay"),
  ...fixed("shop", "shopify_session", "supplier_connection", "supplier_account", "schedule"),
  ...fixed("listing", "listing_variant", "listing_settings", "catalog_product", "catalog_category"),
  ...fixed(
    "variant_link",
    "stocked_item",
    "stocked_component",
    "product_mapping",
    "supplier_store",
    "staff_member",
    "sealing_key",
    "hash_key",
  ),
  // Written when the service's terms change, a city or gateway is answered for, or Shopify asks to erase.
  ...fixed("terms", "remembered_answer", "privacy_request"),
  // One a connected account and mode; the ledger's entries stay as what an order's rows of money are compared with.
  ...fixed("ledger_copy", "wallet_reading"),
  // One shop's choices, and ten people at most; their mails are removed after 30 days. Nobody is told by mail here.
  ...fixed("notification_settings", "notification_choice", "mail_recipient", "mail"),
  // One for each part of Flow at most. What it is to be told is gone once it was, or after two days; nothing is on here.
  ...fixed("flow_switch", "flow_event"),
  // Ten a shop at most.
  ...fixed("api_token"),
  // Fifty a shop at most.
  ...fixed("order_rule"),
  // One a shop; its quotes are one a weight band and a city.
  ...fixed("delivery_charge", "delivery_quote"),
  // Removed after a day; grows with what customers type, and nobody does here.
  ...fixed("storefront_try"),
  // One a day of those on which somebody looks, for a year; nobody does here.
  ...fixed("storefront_day"),
  // Removed after a year; grows with what people look at, which nobody does here.
  ...fixed("customer_access"),
  // Removed after two days; one a press in a browser, and there is none here.
  ...fixed("press"),
  // Removed after 14 or 30 days by the sweep of old data.
  ...flat("delivery", "work", "attention", "cost_change"),
  ...flat("bulk_run", "bulk_item", "price_change"),
  // Facts about orders: so many rows an order at most.
  ...byOrders({
    order: 1,
    fulfillment_order: 1,
    open_unit: 1,
    handoff: 1,
    handoff_attempt: 1,
    handoff_item: 1,
  }),
  ...byOrders({
    parcel: 1,
    effect: 6,
    order_decision: 0,
    order_confirmation: 0,
    payment_intent: 0,
    order_search_term: 25,
    profit_share: 1,
  }),
  // What shadow mode would have done with it; it is not on here.
  ...byOrders({ shadow_decision: 1 }),
  // The ids of its events; those of other events go after 30 days.
  ...byOrders({ supplier_event_id: 8 }),
  // Facts about its money; besides, what each press on a button leaves.
  timeline_entry: { kind: "orders", most: 6, forEachPress: 1 },
  // What does not agree about it; gone when it does.
  ...byOrders({ settlement_difference: 1 }),
  // What the service books for it.
  ...byOrders({ ledger_entry: 4 }),
  // The queue deletes a job when it is done, and of its events all but the last 10,000 of each lane.
  ...flat("bullmq.job"),
  "bullmq.event": { kind: "most", rows: 10_256 * Object.keys(laneConcurrency).length },
  ...fixed("bullmq.migration", "bullmq.meta", "bullmq.job_log", "bullmq.job_dependency", "bullmq.metrics"),
  ...fixed("bullmq.rate_limit", "bullmq.dedup", "bullmq.dedup_next", "bullmq.scheduler"),
  ...fixed("bullmq.relay_node", "bullmq.relay_subscription", "bullmq.relay_inbox", "bullmq.relay_retained"),
};

type Growth =
  | { readonly kind: "fixed" }
  | { readonly kind: "flat" }
  | { readonly kind: "most"; readonly rows: number }
  | { readonly kind: "orders"; readonly most: number; readonly forEachPress?: number };

function fixed(...tables: string[]): Record<string, Growth> {
  return Object.fromEntries(tables.map((table) => [table, { kind: "fixed" }]));
}

function flat(...tables: string[]): Record<string, Growth> {
  return Object.fromEntries(tables.map((table) => [table, { kind: "flat" }]));
}

function byOrders(tables: Readonly<Record<string, number>>): Record<string, Growth> {
  return Object.fromEntries(Object.entries(tables).map(([table, most]) => [table, { kind: "orders", most }]));
}

const DAYS = 60;
/** The events of so many days are worked off together, which costs a quarter. */
const STEP = 4;
/** Counted when everything that is removed after 30 days has been removed for a while, and at the end. */
const COUNTED = [40, 60];
const ORDERS_EVERY = 20;
const ORDERS_AT_ONCE = 4;
/** The sweep of old data runs each time, the others now and then. */
const SWEEPS_EVERY = 20;
/** Orders of the stand-in do not age as our rows do: these sweeps would have every one of them looked at each time. */
const NOT_SWEPT: SweepKind[] = ["shopify_orders", "shopify_orders_week"];

let shop: PlacingShop;
let webhook: SupplierWebhook;
let listingId: ListingId;
let ownGid: string;

beforeAll(async () => {
  shop = await startPlacingShop();
  const { db, crypto } = shop.app;
  const row = await db.supplierConnection.findFirstOrThrow();
  const token = crypto.openText(row.webhookTokenEnc, connectionPlace(row.id, "webhook_token_enc"));
  const secret = crypto.openText(row.webhookSecretEnc, connectionPlace(row.id, "webhook_secret_enc"));
  webhook = { token, secret };
  const listing = await db.listing.findFirstOrThrow();
  await ensureSchedules(db, sweepSpecs, 1);
  listingId = listing.id;
  ownGid = listing.productGid ?? "";
});
afterAll(() => shop?.close());

describe("sixty days of a shop's life", () => {
  it("leave every table as large as forty did, but for facts about orders and presses", {
    timeout: 120_000,
  }, async () => {
    const counts: Record<string, number>[] = [];
    for (let day = STEP; day <= DAYS; day += STEP) {
      for (let past = STEP - 1; past >= 0; past -= 1) await sendProductEvents(day - past);
      await playShop(day);
      await settle();
      await letDaysPass(day);
      await settle();
      if (COUNTED.includes(day)) counts.push(await countRows());
    }
    const [before = {}, after = {}] = counts;
    expect(Object.keys(after).filter((table) => !Object.hasOwn(kept, table))).toEqual([]);
    const grown = Object.keys(kept).flatMap((table) => {
      const most = mostRows(table, before, after);
      const rows = after[table] ?? 0;
      return rows > most
        ? [`${table}: ${before[table]} rows on day 40, ${rows} on day 60, at most ${most}`]
        : [];
    });
    expect(grown).toEqual([]);
    // Of products that are not ours nothing is left, of ours one row of work.
    const { delivery, work } = shop.app.db;
    expect(await delivery.count({ where: { topic: "products/update" } })).toBe(0);
    const looks = await work.findMany({ where: { kind: "product.applyChange" } });
    expect(looks.map(({ subject }) => subject)).toEqual([ownGid]);
    // The traffic was there.
    expect(after.parcel).toBe((DAYS / ORDERS_EVERY) * ORDERS_AT_ONCE);
    for (const table of ["delivery", "work", "cost_change", "bulk_run", "supplier_event_id"])
      expect(after[table], table).toBeGreaterThan(5);
  });
});

function mostRows(table: string, before: Record<string, number>, after: Record<string, number>): number {
  const growth = kept[table];
  const rows = before[table] ?? 0;
  if (growth === undefined || growth.kind === "fixed") return rows;
  if (growth.kind === "most") return growth.rows;
  // The traffic is the same each day, but how much of it is taken together is not.
  if (growth.kind === "flat") return rows * 1.1 + 1;
  const orders = (after.handoff ?? 0) - (before.handoff ?? 0);
  const presses = COUNTED.reduce((sum, day) => day - sum, 0) / STEP;
  return rows + orders * growth.most + presses * (growth.forEachPress ?? 0) + rows * 0.05;
}

/** Rows of every table of the database, the queue's among them, as the database itself lists them. */
async function countRows(): Promise<Record<string, number>> {
  const { db } = shop.app;
  const tables = await db.$queryRaw<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> '_prisma_migrations'`;
  const counted: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const [row] = await db.$queryRawUnsafe<{ rows: number }[]>(
      `select count(*)::int as rows from "${schema}"."${name}"`,
    );
    counted[schema === "public" ? name : `${schema}.${name}`] = row?.rows ?? 0;
  }
  return counted;
}

/** What arrives every day. */
async function sendProductEvents(day: number): Promise<void> {
  // Products of the merchant's own change all the time, ours now and then; one of theirs is deleted.
  const foreign = [1, 2, 3, 4, 5].map((product) => 1000 * day + product);
  const own = Number(ownGid.split("/").at(-1));
  const changed = [...foreign, ...foreign, own, own];
  await Promise.all(changed.map((product) => fromShopify("products/update", product)));
  await fromShopify("products/delete", 1000 * day + 1);
  // The service tells of orders that are not ours, and of what we do not know.
  await fromSupplier("order.shipped", {
    id: `ord_${day}`,
    orderNumber: "DR-9",
    externalOrderId: "9-9",
    status: "SHIPPED",
  });
  await fromSupplier("carrier.delayed", {});
}

/** What both sides and a person do. */
async function playShop(day: number): Promise<void> {
  // Stock and cost change at the service, which tells of it.
  const { control } = shop.supplier;
  await control.setStock({ variantId: "prd_cooker", stock: 500 + ((day / STEP) % 2) });
  await control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1000 + ((day / STEP) % 2) });
  // An order of the merchant's own products.
  const goods = shop.shopify.control.addOwnProduct();
  const line = { variantId: goods.variantIds[0] ?? "", price: 500, quantity: 1 };
  shop.shopify.control.placeOrder({ payment: "cod", lines: [line] });
  // A person presses a button.
  const pressed = await startListingsRun(await shop.context(), {
    ...{ choice: { kind: "resync" }, listingIds: [listingId], by: "1" },
  });
  expect(pressed.ok).toBe(true);
  if (day % ORDERS_EVERY === 0) await playOrders();
}

let bought = 0;

async function playOrders(): Promise<void> {
  const buyOne = async (number: number) => {
    bought += 1;
    const phone = `+92321${1_000_000 + bought}`;
    const { gid } = await shop.place({
      lines: [shop.line("cooker", 1600 + number)],
      customer: { firstName: "Ali", lastName: "Khan", phone },
    });
    const row = await shop.untilState(gid, "placed");
    for (const { id } of await shop.atService(row)) {
      for (const status of ["SHIPPED", "DELIVERED"] as const)
        await shop.supplier.control.moveParcel({ id, status });
    }
    await shop.untilState(gid, "delivered");
  };
  await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, (_, number) => buyOne(number)));
}

async function fromShopify(topic: string, id: number): Promise<void> {
  const payload = { id, updated_at: new Date().toISOString() };
  expect((await send(buildShopifyDelivery(shop.app.env.SHOPIFY_APP_URL, topic, payload))).status).toBe(200);
}

async function fromSupplier(event: string, data: object): Promise<void> {
  const recorded = { id: `evt_${randomUUID()}`, event, createdAt: new Date().toISOString(), data };
  expect((await send(buildSupplierDelivery(shop.app.env.SHOPIFY_APP_URL, webhook, recorded))).status).toBe(
    200,
  );
}

/** The clock moves on: whatever is written down happened earlier. */
async function letDaysPass(day: number): Promise<void> {
  const { db } = shop.app;
  const columns = await db.$queryRaw<{ table: string; names: string[] }[]>`
    select table_name as "table", array_agg(column_name::text) as names from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and table_name <> '_prisma_migrations' and is_generated = 'NEVER'
    group by table_name`;
  const moved = columns.map(({ table, names }) => {
    const set = names.map((name) => `"${name}" = "${name}" - interval '${STEP} days'`).join(", ");
    return db.$executeRawUnsafe(`update "${table}" set ${set}`);
  });
  const later = new Date(Date.now() + 24 * 3_600_000);
  const where = { kind: day % SWEEPS_EVERY === 0 ? { in: NOT_SWEPT } : { not: "retention" as const } };
  await db.$transaction([...moved, db.schedule.updateMany({ where, data: { nextRunAt: later } })]);
}

/** Notifies of what is due until nothing is, and nobody works: the sweeper would, once a second. */
async function settle(): Promise<void> {
  const { db, notify } = shop.app;
  await queueDueSchedules(db, sweepSpecs, 1);
  const notified = new Set<string>();
  await waitFor(
    async () => {
      const due = await listDueWork(db, 200);
      const fresh = due.filter(({ id, dueAt }) => !notified.has(`${id}/${dueAt.getTime()}`));
      for (const { id, dueAt } of fresh) notified.add(`${id}/${dueAt.getTime()}`);
      await notify(fresh);
      if (due.length > 0) return null;
      return (await db.work.count({ where: { leaseUntil: { gt: new Date() } } })) === 0;
    },
    { what: "all work to be done", everyMs: 20 },
  );
}
