import { afterAll, beforeAll, expect, it } from "vitest";
import { numericPart, type ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_ACCOUNT_ID, DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type FilledShop, fillTables } from "#test/support/many-rows/fill-tables.ts";
import { smallTables } from "#test/support/many-rows/small-tables.ts";
import {
  describeStatement,
  explainAll,
  findServerLog,
  listIdleReads,
  listSorts,
  listWholeReads,
  type RunStatement,
  watchPlans,
} from "#test/support/query-plans.ts";
import { type AddressParts, type LoaderAddress, listLoaderAddresses } from "./loader-addresses.ts";
import { installedShop, OTHER_SHOP, type Pages, startPages } from "./pages-harness.ts";

const ENCRYPTION_KEYS = `plans:${Buffer.alloc(32, 7).toString("base64")}`;
/** Of a large shop an index gives a page, and so does one of a small shop among the rows of others. */
const LARGE = { orders: 1200, products: 600 };
const SMALL = { orders: 40, products: 20 };
const BETWEEN = { orders: 600, products: 200 };
const SHOPS_BETWEEN = 8;
const OTHER_SHOPS = 800;
/** Fewer rows than this are read whole sooner than by an index. */
const LEAST_ROWS = 400;
/** So many rows may be looked at for nothing, or so many for each that is taken. */
const MOST_IDLE_ROWS = 150;
const MOST_IDLE_FOR_ONE = 4;
/** A page that an index finds costs no more than the next one of a table: so an index is taken sooner, as beside many more rows. */
const IN_MEMORY = { random_page_cost: "1" } as const;

let pages: Pages;
let growing: ReadonlySet<string>;
let log: string;

beforeAll(async () => {
  pages = await startPages({ ENCRYPTION_KEYS });
  const large = await openShop(DEMO_SHOP, DEMO_LIVE_KEY);
  await pages.world.supplier.control.addKey({
    ...{ id: "lk_small", secret: "small-secret", mode: "live", integrationId: "int_small" },
  });
  const small = await openShop(OTHER_SHOP, "lk_small:small-secret");
  const { pool } = pages.database;
  const between = await createShops(SHOPS_BETWEEN);
  await fillTables(
    pool,
    {
      shops: [
        { id: large, accountId: DEMO_ACCOUNT_ID, ...LARGE },
        { id: small, accountId: DEMO_ACCOUNT_ID, ...SMALL },
        ...between,
      ],
      ...{ otherShops: OTHER_SHOPS, encryptionKeys: ENCRYPTION_KEYS },
    },
    "everything",
  );
  growing = await listGrowingTables();
  log = await findServerLog(pool);
  await explainAll(pool, true, IN_MEMORY);
  await pages.world.app.stop();
  await pages.world.restartApp({ ROLE: "web" });
});
afterAll(() => pages?.close());

async function openShop(shop: string, key: string): Promise<ShopId> {
  const id = await installedShop(pages, { shop });
  const [keyId = "", secret = ""] = key.split(":");
  await pages.press("settings/route", "/settings", { intent: "connect", keyId, secret }, { shop });
  return id;
}

async function createShops(count: number): Promise<readonly FilledShop[]> {
  const { prisma: db } = pages.database;
  const made: FilledShop[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { id } = await db.shop.create({ data: { domain: `between-${number}.myshopify.com` } });
    made.push({ id, accountId: `account_between_${number}`, ...BETWEEN });
  }
  return made;
}

/** Every table that is not small; the queue's own are in another schema. */
async function listGrowingTables(): Promise<ReadonlySet<string>> {
  const { rows } = await pages.database.pool.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::int as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> '_prisma_migrations'`,
  );
  const large = rows.filter(({ name }) => !Object.hasOwn(smallTables, name));
  expect(large.filter(({ rows: count }) => count < LEAST_ROWS)).toEqual([]);
  return new Set(large.map(({ name }) => name));
}

/** Addresses that may pass over many rows, with the reason. */
const walks: Readonly<Record<string, string>> = {
  "/listings?search=": "parts of words are found by an index, and one part may be in all of them",
  "/listings?category=":
    "a category is where the supplier's catalog has it today, which no row of the shop repeats",
  "/orders?tab=all&search=": "of few orders with a word the newest are sooner ordered than walked to",
  "/orders?tab=all&parcel=": "parcels stand by the order's state, of which those under way are few",
};

/** Ids of the shop's own rows for every name in an address. */
async function findParts(domain: string): Promise<AddressParts> {
  const { prisma: db } = pages.database;
  const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { domain } });
  const orders = await findShownOrders(shopId);
  const runOf = async (kind: "place" | "resync" | "import" | "reprice") => [
    (await db.bulkRun.findFirstOrThrow({ where: { shopId, kind } })).id,
  ];
  const delivery = await db.delivery.findFirstOrThrow({ where: { shopId } });
  await db.delivery.update({
    where: { id: delivery.id },
    data: { bodyEnc: new Uint8Array(), ignored: "erased" },
  });
  const listing = await db.listing.findFirstOrThrow({ where: { shopId, state: "ready" } });
  return {
    orderId: orders.map(({ id }) => id),
    deliveryId: [String(delivery.id)],
    listingId: [listing.id],
    supplierProductId: ["p1"],
    product: [await mapOwnProduct(domain)],
    day: [new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10), "undated"],
    subject: ["orders", "listings", "imports", "changes"],
    "runId of runs/orders/:runId": await runOf("place"),
    "runId of runs/listings/:runId": await runOf("resync"),
    "runId of runs/imports/:runId": await runOf("import"),
    "runId of runs/changes/:runId": await runOf("reprice"),
    "number of extensions/orders/:number": orders.map(({ orderGid }) => numericPart(orderGid)),
    "number of extensions/products/:number": ["700000001"],
  };
}

/** The newest order of each state; what the service last said of its parcels is not opened, as it is sealed by nobody. */
async function findShownOrders(shopId: ShopId) {
  const { prisma: db } = pages.database;
  const states = ["held", "delivered", "on_the_way"] as const;
  const found = await Promise.all(
    states.map((state) => db.order.findFirst({ where: { shopId, state }, orderBy: { listedAt: "desc" } })),
  );
  const orders = found.filter((order) => order !== null);
  const ofOrders = { orderId: { in: orders.map(({ id }) => id) } };
  await db.parcel.updateMany({ where: { shopId, handoff: ofOrders }, data: { rawEnc: null } });
  return orders;
}

/** Shopify shows a product that is there alone. */
async function mapOwnProduct(domain: string): Promise<string> {
  const { productId } = pages.world.shopify.control.addOwnProduct({ shop: domain });
  return productId.split("/").at(-1) ?? "";
}

/** What is told of a statement once, however many addresses send it. */
type Finding = { readonly what: string; readonly address: string; readonly statement: RunStatement };

function judge({ route, path }: LoaderAddress, statements: readonly RunStatement[]): readonly Finding[] {
  const address = `${route} loader, ${path}`;
  const mayWalk = Object.keys(walks).some((start) => path.startsWith(start));
  return statements.flatMap((statement) =>
    [...whatReadsWhole(statement), ...(mayWalk ? [] : whatReadsForNothing(statement))].map((what) => ({
      ...{ what, address, statement },
    })),
  );
}

function whatReadsWhole(statement: RunStatement): readonly string[] {
  return listWholeReads(statement)
    .filter((table) => growing.has(table))
    .map((table) => `reads ${table} whole`);
}

function whatReadsForNothing(statement: RunStatement): readonly string[] {
  const reads = listIdleReads(statement).filter((read) => growing.has(read.table) && isIdle(read));
  const sorts = listSorts(statement).filter(({ sorted, taken }) => isIdle({ idle: sorted, taken }));
  return [
    ...reads.map(({ table, idle, taken }) => `reads ${idle} rows of ${table} for nothing, beside ${taken}`),
    ...sorts.map(({ sorted, taken }) => `orders ${sorted} rows to take ${taken}`),
  ];
}

/** Rows are passed over where an index does not name all that is asked for; a page's worth or two does no harm. */
function isIdle({ idle, taken }: { readonly idle: number; readonly taken: number }): boolean {
  return idle > MOST_IDLE_ROWS && idle > MOST_IDLE_FOR_ONE * taken;
}

/** Null where it answered, else what it answered instead. */
async function look({ route, path }: LoaderAddress, shop: string): Promise<string | null> {
  const response = await pages.read(route, path, { shop });
  const text = await response.text();
  if (response.ok || route === "unknown-page") return null;
  return `${route} loader, ${path}: answered ${response.status}: ${text.slice(0, 300)}`;
}

it.each([DEMO_SHOP, OTHER_SHOP])("no loader reads a growing table whole: %s", async (shop) => {
  const findings = new Map<string, Finding>();
  const refusals: (string | null)[] = [];
  for (const address of await listLoaderAddresses(await findParts(shop))) {
    const statements = await watchPlans(log, async () => void refusals.push(await look(address, shop)));
    for (const finding of judge(address, statements)) {
      const key = `${finding.what} ${finding.statement.text}`;
      if (!findings.has(key)) findings.set(key, finding);
    }
  }
  const words = [...findings.values()].map(
    ({ what, address, statement }) => `${address}: ${what}\n${describeStatement(statement)}`,
  );
  expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
  expect(words.join("\n\n")).toBe("");
});
