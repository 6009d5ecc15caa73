import { z } from "zod";
import { waitFor } from "#test/support/wait-for.ts";
import type { World } from "#test/support/world.ts";

/** Routes of the app by the page they show, as Remix names them. */
const routes = {
  home: "routes/admin/home/route",
  products: "routes/admin/products/route",
  importReview: "routes/admin/import/review/route",
  run: "routes/admin/runs/route",
  listings: "routes/admin/listings/route",
  mapping: "routes/admin/mapping/route",
  mappedProduct: "routes/admin/mapping/product/route",
  orders: "routes/admin/orders/route",
  order: "routes/admin/orders/order/route",
  settings: "routes/admin/settings/route",
  holds: "routes/admin/settings/holds/route",
  channels: "routes/admin/settings/channels/route",
  settlementCheck: "routes/admin/payouts/check/route",
  wallet: "routes/admin/wallet/route",
  funds: "routes/admin/wallet/funds/route",
  payouts: "routes/admin/payouts/route",
  payoutsDay: "routes/admin/payouts/day/route",
  profit: "routes/admin/payouts/profit/route",
  refusals: "routes/admin/payouts/refusals/route",
} as const;
/** A page of the app that a merchant reads or presses on. */
export type MerchantPage = keyof typeof routes;

const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36";

const answerShape = z.looseObject({
  ok: z.boolean(),
  reason: z.string().optional(),
  detail: z.string().optional(),
});

/** A merchant without a browser: the same requests the embedded pages send, with a fresh session token each. */
export type Merchant = {
  readonly shop: string;
  /** Opens the document as the admin's iframe does. */
  open(path: string): Promise<string>;
  read<T>(page: MerchantPage, path: string, shape: z.ZodType<T>): Promise<T>;
  /** The text of a file, as a page's button takes it. */
  download(path: string): Promise<string>;
  /** Sends a form of a page. @throws Error with the page's own sentence when it refuses */
  /** Where the press led, when it led elsewhere. */
  press(page: MerchantPage, path: string, fields: Readonly<Record<string, string>>): Promise<string | null>;
  /** Answers Shopify's window that asks for more permissions. */
  allow(scopes: readonly string[]): void;
  /** The state the app's database has an order in; nothing where it knows none of that name. */
  stateOfOrder(name: string): Promise<string | null>;
  /** How many listings of the shop the database has in a state. */
  countListings(state: string): Promise<number>;
  /** Titles of the products the online store does not show. */
  unpublished(): readonly string[];
};

export function createMerchant(world: World, shop: string): Merchant {
  const token = () => world.shopify.control.sessionToken({ shop });
  async function send(page: MerchantPage, path: string, init: RequestInit): Promise<Response> {
    const url = new URL(path, world.app.url);
    url.searchParams.set("_data", routes[page]);
    const headers = { Authorization: `Bearer ${token()}`, "User-Agent": browserName };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    if (response.ok) return response;
    throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  }
  return {
    shop,
    ...describeLooks(world, shop),
    allow: (scopes) => void world.shopify.control.grantScopes({ shop, scopes }),
    unpublished: () =>
      world.shopify.control
        .state({ shop })
        .products.flatMap(({ title, publishedOn }) => (publishedOn.includes("Online Store") ? [] : [title])),
    async open(path) {
      const url = new URL(path, world.app.url);
      const host = Buffer.from(`admin.shopify.com/store/${shop.split(".")[0]}`).toString("base64url");
      const given = { embedded: "1", shop, host, id_token: token() };
      for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
      const response = await fetch(url, { headers: { "User-Agent": browserName }, redirect: "manual" });
      const html = await response.text();
      if (response.status !== 200)
        throw new Error(`${path} opened with ${response.status}: ${html.slice(0, 300)}`);
      return html;
    },
    read: async (page, path, shape) => shape.parse(await (await send(page, path, { method: "GET" })).json()),
    async download(path) {
      const headers = { Authorization: `Bearer ${token()}`, "User-Agent": browserName };
      const response = await fetch(new URL(path, world.app.url), { headers });
      if (response.ok) return response.text();
      throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    },
    async press(page, path, fields) {
      const body = new URLSearchParams(fields);
      const response = await send(page, path, { method: "POST", body });
      const elsewhere = response.headers.get("x-remix-redirect");
      if (elsewhere !== null) return elsewhere;
      const answer = answerShape.parse(await response.json());
      if (!answer.ok) throw new Error([answer.reason, answer.detail].filter((part) => part).join(" "));
      return null;
    },
  };
}

const stateRows = z.array(z.object({ state: z.string() }));
const countRows = z.tuple([z.object({ count: z.coerce.number() })]);
const inShop = `shop_id = (select id from shop where domain = $1)`;

function describeLooks(world: World, shop: string): Pick<Merchant, "stateOfOrder" | "countListings"> {
  return {
    stateOfOrder: async (name) => {
      const found = await world.query(`select state from "order" where ${inShop} and name = $2`, [
        shop,
        name,
      ]);
      return stateRows.parse(found)[0]?.state ?? null;
    },
    countListings: async (state) => {
      const found = await world.query(`select count(*) from listing where ${inShop} and state = $2`, [
        shop,
        state,
      ]);
      return countRows.parse(found)[0].count;
    },
  };
}

const orderRows = z.object({
  rows: z.array(
    z.object({ id: z.string(), name: z.string(), state: z.string(), reason: z.string().nullable() }),
  ),
});

/**
 * Waits until the orders page shows an order in one of these states. Its row is asked until then, which costs less than
 * the page; and then the page says it too. @throws Error with what it shows instead
 */
export async function waitForOrder(
  merchant: Merchant,
  name: string,
  states: readonly string[],
): Promise<{ id: string; state: string }> {
  const what = `${name} to be ${states.join(" or ")} at ${merchant.shop}`;
  await waitFor(async () => states.includes((await merchant.stateOfOrder(name)) ?? ""), {
    ...{ what, timeoutMs: 45_000 },
    describe: async () => `it is ${(await merchant.stateOfOrder(name)) ?? "not there"}`,
  });
  let seen = "nothing of it yet";
  return waitFor(
    async () => {
      const query = new URLSearchParams({ tab: "all", search: name });
      const { rows } = await merchant.read("orders", `/orders?${query}`, orderRows);
      const row = rows.find((candidate) => candidate.name === name);
      if (row) seen = `${row.state}${row.reason ? ` (${row.reason})` : ""}`;
      return row && states.includes(row.state) ? row : null;
    },
    {
      ...{ what, timeoutMs: 45_000 },
      everyMs: 250,
      describe: async () => `the orders page shows ${seen}`,
    },
  );
}
