import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { numericPart, type ProductGid, type ShopId } from "#app/platform/ids.ts";
import routes from "#app/routes.ts";
import { runSubjects, runUrl } from "#app/ui/run-url.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { mintSessionToken } from "#test/standins/shopify/session-token.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import {
  createOrder,
  installedShop,
  OTHER_SHOP,
  type PageRequest,
  type Pages,
  startPages,
} from "./pages-harness.ts";

/** The pages of the settings. */
const topics = [
  "connection",
  "placing",
  "waiting",
  "confirmation",
  "payment",
  "customers",
  "prices",
  "stock",
  "supplier-changes",
  "delivery",
  "stores",
  "team",
  "privacy",
];

/** Ids of things; once another shop's, once of nothing at all. */
type Ids = {
  readonly order: string;
  /** Shopify's number of the order. */
  readonly orderNumber: string;
  readonly parcel: string;
  readonly listing: string;
  readonly variant: string;
  readonly mapping: string;
  /** Shopify's numbers of a product and its variant. */
  readonly product: string;
  readonly productVariant: string;
  readonly fact: string;
  readonly delivery: string;
  readonly run: string;
  /** Of the three-way check. */
  readonly difference: string;
  /** Of mails. */
  readonly recipient: string;
  /** Of the API. */
  readonly token: string;
  /** Of orders. */
  readonly rule: string;
};
type Door = {
  readonly door: string;
  readonly path: (ids: Ids) => string;
  readonly fields?: (ids: Ids) => Readonly<Record<string, string>>;
};

const settings = {
  autoPrepaid: "true",
  autoCod: "true",
  paused: "true",
  codGateways: "",
  senderName: "Stranger",
};
const preferences = { shippingShare: "none", markPaidOnDelivery: "false", notifyCustomers: "false" };
const form = (fields: Readonly<Record<string, string>>) => () => fields;
const blockPath = ({ orderNumber }: Ids) => `/extensions/orders/${orderNumber}`;
const orderPath = ({ order }: Ids) => `/orders/${order}`;

const listingPath = ({ listing }: Ids) => `/listings/${listing}`;
const asTheShop = {
  ...{ whenOutOfStock: "shop", whenCostChanges: "shop", whenContentChanges: "shop" },
  ...{ whenVariantsChange: "shop", whenRemoved: "archive" },
};

const listingCommands: readonly ((ids: Ids) => Readonly<Record<string, string>>)[] = [
  ({ variant }) => ({ intent: "fix_price", variantId: variant, price: "1800" }),
  ({ variant }) => ({ intent: "clear_price", variantId: variant }),
  form({ intent: "own_rule", draft: JSON.stringify(toPriceDraft(suggestedRule)) }),
  ...["check_now", "try_again", "publish", "delete", "shop_rule"].map((intent) => form({ intent })),
  form({ intent: "delete", choice: "for_sale_too" }),
  form({ intent: "unlink", hide: "1" }),
  form({ intent: "unlock", field: "title" }),
  ...["take_over", "keep"].map((intent) => form({ intent, code: "content_changed" })),
  form({ intent: "policy", stockBuffer: "3", ...asTheShop }),
];

const gidOf = ({ productVariant }: Ids) => `gid://shopify/ProductVariant/${productVariant}`;

const mappingCommands: readonly ((ids: Ids) => Readonly<Record<string, string>>)[] = [
  (ids) => ({ intent: "unmap", variants: gidOf(ids) }),
  (ids) => ({ intent: "take_off", variant: gidOf(ids) }),
  ({ mapping }) => ({ intent: "retry", mappingId: mapping }),
  form({ intent: "look" }),
];

const decisions: readonly Readonly<Record<string, string>>[] = [
  { intent: "choose_phone", phone: "0300 1234567" },
  { intent: "keep_edit" },
  { intent: "undo_edit" },
  { intent: "lower_delivery", collects: "1300", shippingTo: "100" },
  { intent: "move_away" },
  { intent: "link_variant", supplierProductId: "prd_cooker", supplierVariantId: "var" },
  { intent: "mark_as_paid", outstandingPkr: "1800" },
];

/** Every loader and action, with each form it takes and an id wherever one fits. */
const doors: readonly Door[] = [
  { door: "layout loader", path: () => "/" },
  { door: "extensions/product loader", path: ({ product }) => `/extensions/products/${product}` },
  { door: "extensions/order loader", path: blockPath },
  ...["place", "retry", "resume_placing"].map((intent) => ({
    ...{ door: "extensions/order action", path: blockPath, fields: form({ intent }) },
  })),
  { door: "home/route loader", path: () => "/?index" },
  { door: "home/route action", path: () => "/?index", fields: form({ intent: "look_again" }) },
  {
    door: "home/route action",
    path: () => "/?index",
    fields: form({ intent: "answer", question: "setup_guide", answer: "put_away" }),
  },
  { door: "products/route loader", path: ({ listing }) => `/products?at=after_catalog_0_${listing}` },
  { door: "products/route action", path: () => "/products", fields: form({ intent: "refresh" }) },
  { door: "products/product/route loader", path: ({ listing }) => `/products/${listing}` },
  {
    door: "products/product/route action",
    path: ({ listing }) => `/products/${listing}`,
    fields: form({ intent: "refresh" }),
  },
  { door: "catalog-progress loader", path: () => "/catalog-progress" },
  {
    door: "products/route action",
    path: () => "/products",
    fields: ({ listing }) => ({ intent: "try_again", supplierProductId: listing }),
  },
  { door: "import/review/route loader", path: ({ listing }) => `/import/review?products=${listing}` },
  {
    door: "import/review/route action",
    path: ({ listing }) => `/import/review?products=${listing}`,
    fields: ({ listing }) => ({
      ...{ intent: "import", address: `products=${listing}`, choices: "{}" },
      ...{ status: "DRAFT", collections: "" },
    }),
  },
  ...runSubjects.map((subject) => ({
    door: "runs/route loader",
    path: ({ run }: Ids) => runUrl(subject, run),
  })),
  {
    door: "runs/route action",
    path: ({ run }) => runUrl("imports", run),
    fields: form({ intent: "stop" }),
  },
  {
    door: "runs/route action",
    path: ({ run }) => runUrl("imports", run),
    fields: ({ listing }) => ({ intent: "retry", listingId: listing }),
  },
  { door: "listings/route loader", path: ({ listing }) => `/listings?after=1795251600000_${listing}` },
  { door: "listings/route loader", path: ({ listing }) => `/listings?before=0_${listing}&search=${listing}` },
  {
    door: "listings/bulk-preview loader",
    path: ({ listing }) => `/listings/bulk-preview?action=resync&ids=${listing}`,
  },
  { door: "listings/export loader", path: () => "/listings/export" },
  { door: "listings/listing/route loader", path: listingPath },
  ...listingCommands.map((fields) => ({ door: "listings/listing/route action", path: listingPath, fields })),
  ...["reprice", "policy", "resync", "unlink", "delete"].map((action) => ({
    door: "listings/route action",
    path: () => "/listings",
    fields: ({ listing }: Ids) => ({
      ...{ intent: "bulk", action, ids: listing, policy: "whenRemoved", value: "archive" },
    }),
  })),
  { door: "mapping/route loader", path: ({ mapping }) => `/mapping?cursor=${mapping}` },
  ...mappingCommands.map((fields) => ({ door: "mapping/route action", path: () => "/mapping", fields })),
  { door: "mapping/export loader", path: () => "/mapping/export" },
  { door: "mapping/own-products loader", path: () => `/mapping/own-products?search=${MARK}` },
  { door: "mapping/waiting-orders loader", path: (ids) => `/mapping/waiting-orders?variant=${gidOf(ids)}` },
  { door: "mapping/csv action", path: () => "/mapping/csv", fields: form({ intent: "look" }) },
  { door: "mapping/product/route loader", path: ({ product }) => `/mapping/${product}` },
  {
    door: "mapping/product/route action",
    path: ({ product }) => `/mapping/${product}`,
    fields: (ids) => ({
      ...{ intent: "save", writeCost: "no" },
      variants: JSON.stringify([{ variantGid: gidOf(ids), parts: [] }]),
    }),
  },
  { door: "listing-progress loader", path: ({ listing }) => `/listings/${listing}/progress` },
  {
    door: "listings/route action",
    path: () => "/listings",
    fields: ({ listing }) => ({ intent: "look_again", listingId: listing }),
  },
  {
    door: "settings/customer-access/route loader",
    path: ({ order, fact }) => `/settings/customer-access?order=${order}&before=${fact}`,
  },
  { door: "settings/channels/route loader", path: () => "/settings/channels" },
  {
    door: "settings/channels/route action",
    path: () => "/settings/channels",
    fields: form({ intent: "allowed" }),
  },
  {
    door: "settings/channels/route action",
    path: () => "/settings/channels",
    fields: form({ intent: "choose", gids: "gid://shopify/Publication/4711" }),
  },
  { door: "settings/holds/route loader", path: () => "/settings/holds" },
  ...["change", "switch", "remove"].map((intent) => ({
    ...{ door: "settings/holds/route action", path: () => "/settings/holds" },
    fields: ({ rule }: Ids) => ({ intent, id: rule, kind: "value", limit: "5000", enabled: "false" }),
  })),
  ...["value", "product"].map((kind) => ({
    ...{ door: "settings/holds/route action", path: () => "/settings/holds" },
    fields: ({ product }: Ids) => ({ intent: "add", kind, limit: `gid://shopify/Product/${product}` }),
  })),
  { door: "settings/notifications/route loader", path: () => "/settings/notifications" },
  ...["retry", "remove"].map((intent) => ({
    ...{ door: "settings/notifications/route action", path: () => "/settings/notifications" },
    fields: ({ recipient }: Ids) => ({ intent, recipientId: recipient }),
  })),
  ...["save", "test"].map((intent) => ({
    ...{ door: "settings/notifications/route action", path: () => "/settings/notifications" },
    fields: form({ intent, orders_waiting: "at_once", digestHour: "7" }),
  })),
  { door: "settings/flow/route loader", path: () => "/settings/flow" },
  {
    door: "settings/flow/route action",
    path: () => "/settings/flow",
    fields: form({ intent: "save", held: "true", place: "true" }),
  },
  { door: "settings/api/route loader", path: () => "/settings/api" },
  {
    door: "settings/api/route action",
    path: () => "/settings/api",
    fields: ({ token }: Ids) => ({ intent: "end", tokenId: token }),
  },
  { door: "linking-preview loader", path: () => "/settings/linking?mode=live" },
  { door: "orders/route loader", path: ({ order }) => `/orders?tab=all&after=1795251600000_${order}` },
  { door: "orders/route loader", path: ({ order }) => `/orders?tab=all&search=${order}` },
  ...["place", "retry", "cancel", "resume", "pay"].map((action) => ({
    door: "orders/route action",
    path: () => "/orders",
    fields: ({ order }: Ids) => ({ intent: "bulk", action, ids: order }),
  })),
  {
    door: "orders/route action",
    path: () => "/orders",
    fields: ({ order }) => ({ intent: "bulk", action: "resume", ofRun: order }),
  },
  {
    door: "orders/route action",
    path: () => "/orders",
    fields: form({
      intent: "bulk",
      action: "choose_city",
      cities: JSON.stringify([{ spelling: "Foreign Mark 4711", city: "Lahore" }]),
    }),
  },
  { door: "orders/export loader", path: ({ order }) => `/orders/export?tab=all&search=${order}` },
  {
    door: "orders/bulk-preview loader",
    path: ({ order }) => `/orders/bulk-preview?action=place&ids=${order}`,
  },
  { door: "wallet/funds/route loader", path: () => "/wallet/funds" },
  {
    door: "wallet/funds/route action",
    path: () => "/wallet/funds",
    fields: form({ intent: "auto_pay_on", dailyPkr: "1000" }),
  },
  {
    door: "wallet/funds/route action",
    path: () => "/wallet/funds",
    fields: form({ intent: "auto_pay_off" }),
  },
  { door: "payouts/route loader", path: () => "/payouts" },
  { door: "payouts/export loader", path: () => "/payouts/export" },
  { door: "payouts/profit/route loader", path: () => "/payouts/profit?by=order&from=2026-01-01" },
  { door: "payouts/profit/export loader", path: () => "/payouts/profit/export?by=order&from=2026-01-01" },
  { door: "payouts/refusals/route loader", path: () => "/payouts/refusals?by=product&from=2026-01-01" },
  {
    door: "payouts/refusals/export loader",
    path: () => "/payouts/refusals/export?by=product&from=2026-01-01",
  },
  {
    door: "payouts/refusals/route action",
    path: () => "/payouts/refusals?by=product",
    fields: form({ intent: "hold_like_these", subject: "product", key: "v1" }),
  },
  { door: "payouts/day/route loader", path: () => "/payouts/days/undated" },
  { door: "wallet/route loader", path: ({ order }) => `/wallet?order=${order}` },
  { door: "wallet/route action", path: () => "/wallet", fields: form({ intent: "look" }) },
  { door: "wallet/export loader", path: ({ order }) => `/wallet/export?order=${order}` },
  { door: "wallet-balance loader", path: () => "/wallet-balance" },
  { door: "supplier-variants loader", path: ({ listing }) => `/supplier-variants?product=${listing}` },
  { door: "orders/order/route loader", path: orderPath },
  { door: "orders/order/preview loader", path: (ids) => `${orderPath(ids)}/preview` },
  { door: "orders/shadow/route loader", path: ({ order }) => `/orders/shadow?after=1795251600000_${order}` },
  { door: "orders/shadow/export loader", path: () => "/orders/shadow/export?verdict=place" },
  {
    door: "orders/order/route action",
    path: orderPath,
    fields: form({
      ...{ intent: "edit_customer", name: "Stranger", phone: "0300 1234567", secondPhone: "" },
      ...{ address: "House 1", landmark: "", city: "Lahore", cityAsWritten: "false", seenEditAt: "" },
    }),
  },
  ...decisions.map((fields) => ({
    door: "orders/order/route action",
    path: orderPath,
    fields: form(fields),
  })),
  ...["place", "retry", "cancel", "city_as_written", "forget_block"].map((intent) => ({
    ...{ door: "orders/order/route action", path: orderPath, fields: form({ intent }) },
  })),
  {
    door: "orders/order/route action",
    path: orderPath,
    fields: form({ intent: "choose_city", city: "Lahore" }),
  },
  { door: "orders/order/route action", path: orderPath, fields: form({ intent: "how_paid", answer: "cod" }) },
  {
    door: "orders/order/route action",
    path: orderPath,
    fields: ({ parcel }) => ({ intent: "pay", parcelId: parcel }),
  },
  {
    door: "orders/order/route action",
    path: orderPath,
    fields: ({ parcel }) => ({ intent: "simulate", parcelId: parcel, status: "DELIVERED" }),
  },
  ...["confirmed", "no_answer", "cancel"].flatMap((result) =>
    ["contacted", "undo_contact"].map((intent) => ({
      ...{ door: "orders/order/contact action", path: ({ order }: Ids) => `/orders/${order}/contact` },
      fields: form({ intent, how: "call", result }),
    })),
  ),
  { door: "orders/calls/route loader", path: () => "/orders/calls" },
  { door: "payouts/check/route loader", path: () => "/payouts/check" },
  { door: "payouts/check/export loader", path: () => "/payouts/check/export" },
  ...["read_again", "bring_back", "put_aside"].map((intent) => ({
    ...{ door: "payouts/check/route action", path: () => "/payouts/check" },
    fields: ({ difference }: Ids) => ({ intent, id: difference, reason: "asked_supplier" }),
  })),
  {
    door: "payouts/check/route action",
    path: () => "/payouts/check",
    fields: form({ intent: "check_now" }),
  },
  { door: "activity/route loader", path: ({ fact }) => `/activity?before=99999999999999_${fact}9` },
  { door: "activity/route loader", path: () => "/activity?about=orders&who=you" },
  { door: "activity/export loader", path: () => "/activity/export?about=listings&format=json" },
  { door: "activity/service-log loader", path: () => "/activity/service-log" },
  { door: "orders/order/trace/route loader", path: ({ order }) => `/orders/${order}/trace` },
  { door: "orders/order/trace/export loader", path: ({ order }) => `/orders/${order}/trace/export` },
  { door: "activity/route loader", path: () => "/activity?view=checks" },
  { door: "activity/route loader", path: ({ delivery }) => `/activity?view=deliveries&before=${delivery}9` },
  { door: "delivery-body loader", path: ({ delivery }) => `/activity/deliveries/${delivery}` },
  {
    door: "activity/route action",
    path: () => "/activity",
    fields: ({ delivery }) => ({ intent: "replay", deliveryId: delivery }),
  },
  {
    door: "activity/route action",
    path: () => "/activity",
    fields: form({ intent: "run_now", kind: "parcels", mode: "live" }),
  },
  { door: "settings/route loader", path: () => "/settings" },
  ...topics.map((topic) => ({ door: "settings/topic/route loader", path: () => `/settings/${topic}` })),
  {
    door: "settings/topic/route action",
    path: () => "/settings/placing",
    fields: form({ intent: "save", paused: "true" }),
  },
  {
    door: "settings/route action",
    path: () => "/settings",
    fields: form({ intent: "connect", keyId: "lk_nobody", secret: "nothing" }),
  },
  ...["check", "test_event", "rotate", "activate", "disconnect"].map((intent) => ({
    ...{ door: "settings/route action", path: () => "/settings", fields: form({ intent, mode: "live" }) },
  })),
  {
    door: "settings/route action",
    path: () => "/settings",
    fields: form({
      intent: "set_up_routing",
      ...{ ...settings, ...preferences, whenCostChanges: "rule", courierApps: "no" },
    }),
  },
  {
    door: "settings/route action",
    path: () => "/settings",
    fields: form({ intent: "end_shadow", autoPrepaid: "true", autoCod: "true" }),
  },
  {
    door: "settings/route action",
    path: () => "/settings",
    fields: form({ intent: "start_shadow" }),
  },
  {
    door: "settings/route action",
    path: () => "/settings",
    fields: form({ intent: "save", ...settings, ...preferences }),
  },
  {
    door: "settings/route action",
    path: () => "/settings",
    fields: form({ intent: "price_rule", draft: JSON.stringify(toPriceDraft(suggestedRule)) }),
  },
  ...["apply", "keep", "undo", "stop"].map((intent) => ({
    door: "runs/route action",
    path: ({ run }: Ids) => runUrl("changes", run),
    fields: form({ intent }),
  })),
  { door: "unknown-page loader", path: ({ order }) => `/nothing/${order}` },
  { door: "unknown-page loader", path: ({ run }) => `/changes/${run}` },
  {
    door: "unknown-page action",
    path: ({ order }) => `/nothing/${order}`,
    fields: form({ intent: "place" }),
  },
];

const MARK = "Foreign Mark 4711";

let pages: Pages;
let otherShopId: ShopId;
let foreign: Ids;
const nothing: Ids = {
  order: randomUUID(),
  orderNumber: "471102",
  parcel: randomUUID(),
  listing: randomUUID(),
  variant: randomUUID(),
  mapping: randomUUID(),
  ...{ product: "471100", productVariant: "471101" },
  fact: "1",
  delivery: "8999999999",
  run: randomUUID(),
  difference: randomUUID(),
  recipient: randomUUID(),
  token: randomUUID(),
  rule: randomUUID(),
};

beforeAll(async () => {
  pages = await startPages();
  await installedShop(pages);
  otherShopId = await installedShop(pages, { shop: OTHER_SHOP });
  foreign = await fillOtherShop();
});

afterAll(() => pages?.close());

async function fillOtherShop(): Promise<Ids> {
  const db = pages.database.prisma;
  const shopId = otherShopId;
  const order = await createOrder(pages, shopId, { name: MARK, state: "held", city: MARK });
  const handoff = await db.handoff.create({
    data: {
      ...{
        shopId,
        orderId: order.id,
        mode: "test",
        sequence: 1,
        externalOrderId: asId(MARK),
        paymentMode: "COD",
      },
      ...{ collectsPkr: rupees(1), shippingPkr: rupees(1), terms: {}, customerEnc: Buffer.from("sealed") },
    },
  });
  const parcel = await db.parcel.create({
    data: {
      shopId,
      handoffId: handoff.id,
      mode: "test",
      supplierOrderId: asId(MARK),
      status: "AWAITING_FUNDS",
    },
  });
  const listing = await db.listing.create({
    data: { shopId, mode: "live", supplierProductId: asId(MARK), title: MARK },
  });
  const variant = await createListedVariant(db, listing, { supplierVariantId: asId(MARK) });
  const run = await db.bulkRun.create({
    data: { shopId, mode: "live", kind: "reprice", state: "planned", by: MARK, params: {} },
  });
  for (const mode of ["live", "test"] as const)
    await db.catalogProduct.create({
      data: {
        ...{
          shopId,
          mode,
          supplierProductId: asId(listing.id),
          title: MARK,
          wholesalePkr: rupees(1),
          seenAt: new Date(),
        },
        product: { id: listing.id, title: MARK, wholesalePrice: 1 },
      },
    });
  const product = "471147";
  const mapped = {
    shopId,
    mode: "live" as const,
    productGid: asId<ProductGid>(`gid://shopify/Product/${product}`),
    by: MARK,
  };
  const mapping = await db.productMapping.create({ data: { ...mapped, title: MARK } });
  await createLinkedVariant(
    db,
    { ...mapped, variantGid: asId("gid://shopify/ProductVariant/471148"), title: MARK },
    { supplierProductId: asId(MARK), supplierVariantId: asId(MARK) },
  );
  const asked = { city: MARK, gateway: MARK, answerKey: MARK };
  for (const code of ["city_unknown", "how_paid"] as const) {
    await db.attention.create({ data: { shopId, code, thing: "order", thingId: order.id, params: asked } });
  }
  const fact = await db.timelineEntry.create({
    data: { shopId, thing: "order", thingId: order.id, actor: "karwan", code: "held", params: asked },
  });
  const delivery = await db.delivery.create({
    data: {
      ...{ shopId, source: "supplier", key: MARK, topic: MARK, subject: MARK },
      bodyEnc: Buffer.from("sealed"),
    },
  });
  const recipient = await db.mailRecipient.create({
    data: { shopId, addressEnc: Buffer.from("sealed"), addressHash: MARK, addedBy: MARK },
  });
  const token = await db.apiToken.create({
    data: {
      ...{ shopId, name: MARK, hint: "4711", hash: MARK, rights: ["orders"], createdBy: MARK },
      ...{ createdAt: new Date(), expiresAt: new Date("2030-01-01") },
    },
  });
  const rule = await db.orderRule.create({
    data: { shopId, effect: "hold", kind: "tag", params: { tag: MARK }, createdBy: MARK },
  });
  const difference = await db.settlementDifference.create({
    data: {
      ...{ shopId, orderId: order.id, side: "ledger", subjectId: parcel.id, kind: "missing" },
      ...{ expectedPkr: rupees(4711), foundPkr: rupees(0), foundAt: new Date(), seenAt: new Date() },
    },
  });
  return {
    difference: difference.id,
    recipient: recipient.id,
    token: token.id,
    rule: rule.id,
    delivery: String(delivery.id),
    order: order.id,
    orderNumber: numericPart(order.orderGid),
    parcel: parcel.id,
    listing: listing.id,
    variant: variant.id,
    mapping: mapping.id,
    ...{ product, productVariant: "471148" },
    fact: String(fact.id + 1n),
    run: run.id,
  };
}

/** Everything a shop has, as text; the moment its row was last looked at is of no matter. */
async function belongings(shopId: ShopId): Promise<string> {
  const { rows: tables } = await pages.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'shop_id' and table_schema = 'public' order by 1`,
  );
  const parts = tables.map(
    ({ name }) => `select '${name}' || t::text as row from "${name}" t where shop_id = $1`,
  );
  const shop = `select 'shop' || (to_jsonb(t) - 'updated_at')::text as row from shop t where id = $1`;
  const { rows } = await pages.database.pool.query<{ row: string }>(
    `${[shop, ...parts].join(" union all ")} order by 1`,
    [shopId],
  );
  return rows.map(({ row }) => row).join("\n");
}

function knock({ door, path, fields }: Door, ids: Ids, asked?: PageRequest): Promise<Response> {
  const [route = ""] = door.split(" ");
  return fields ? pages.press(route, path(ids), fields(ids), asked) : pages.read(route, path(ids), asked);
}

async function recorded(response: Response) {
  const body = (await response.text()).replace(/"(?:asOf|checkedAt|oldestDueSeconds)":(?:"[^"]*"|\d+)/g, "");
  return { status: response.status, body };
}

function filesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
}

it("knows every loader and action behind the map of routes", async () => {
  const found = new Set<string>();
  for (const file of filesOf(await routes)) {
    const source = await readFile(new URL(`../../../app/${file}`, import.meta.url), "utf8");
    const name = file.replace(/^routes\/(?:admin\/)?/, "").replace(/\.tsx?$/, "");
    for (const [, kind] of source.matchAll(/export (?:async )?function (loader|action)\b/g)) {
      found.add(`${name} ${kind}`);
    }
  }
  found.delete("auth loader");
  expect([...new Set(doors.map(({ door }) => door))].sort()).toEqual([...found].sort());
});

describe("with another shop's ids", () => {
  // Shadow mode is ended once: where a door before it began it, the second press would be told another thing.
  beforeEach(async () => {
    await pages.database.prisma.shop.update({ where: { domain: DEMO_SHOP }, data: { shadowSince: null } });
  });

  it.each(doors.map((door, at) => [`${at} ${door.door}`, door] as const))(
    "%s answers as for an id of nothing, and touches nothing there",
    async (_, door) => {
      const before = await belongings(otherShopId);
      const [foreignAnswer, emptyAnswer] = [
        await recorded(await knock(door, foreign)),
        await recorded(await knock(door, nothing)),
      ];
      const same = (text: string, ids: Ids) =>
        Object.values(ids).reduce((rest, id) => (id.length < 30 ? rest : rest.replaceAll(id, "ID")), text);
      expect(same(foreignAnswer.body, foreign)).toBe(same(emptyAnswer.body, nothing));
      expect(foreignAnswer.status).toBe(emptyAnswer.status);
      expect(foreignAnswer.status).toBeLessThan(500);
      expect(foreignAnswer.body).not.toContain(MARK);
      expect(await belongings(otherShopId)).toBe(before);
    },
  );

  it("an order of ours is not paid with a parcel of theirs", async () => {
    const shop = await pages.database.prisma.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
    const own = await createOrder(pages, shop.id);
    const fields = { intent: "pay", parcelId: foreign.parcel };
    const answer = await recorded(await pages.press("orders/order/route", `/orders/${own.id}`, fields));
    expect(answer.body).toContain("This parcel is not here any more.");
  });

  it("naming the other shop in the address changes nothing", async () => {
    const response = await pages.read("orders/route", `/orders?tab=all&shop=${OTHER_SHOP}`);
    expect((await recorded(response)).body).not.toContain(MARK);
  });
});

describe("without a good session token", () => {
  const mint = (over: { apiKey?: string; apiSecret?: string; now?: Date }) =>
    mintSessionToken({
      ...{ shop: OTHER_SHOP, userId: 1, apiKey: DEMO_API_KEY, apiSecret: DEMO_API_SECRET },
      ...{ now: new Date(), ...over },
    });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsigned = () => `${encode({ alg: "none", typ: "JWT" })}.${mint({}).split(".")[1]}.`;
  const bad: readonly (readonly [string, () => string])[] = [
    ["an empty one", () => ""],
    ["something else", () => "not-a-token"],
    ["one of an hour ago", () => mint({ now: new Date(Date.now() - 3_600_000) })],
    ["one of the next hour", () => mint({ now: new Date(Date.now() + 3_600_000) })],
    ["one signed with another secret", () => mint({ apiSecret: "some-other-secret-not-for-production" })],
    ["one for another app", () => mint({ apiKey: "another-app" })],
    ["one that says it needs no signature", unsigned],
  ];

  it.each(bad)("%s opens no door", async (_, token) => {
    const before = await belongings(otherShopId);
    for (const door of doors) {
      const response = await knock(door, foreign, { token: token() });
      const answer = await recorded(response);
      const isSentAway = response.headers.has("X-Remix-Redirect") || [302, 401, 410].includes(answer.status);
      expect([door.door, answer.status, isSentAway]).toEqual([door.door, answer.status, true]);
      expect(answer.body).not.toContain(MARK);
    }
    expect(await belongings(otherShopId)).toBe(before);
  });
});
