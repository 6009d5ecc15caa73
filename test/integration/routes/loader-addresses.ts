import { readFile } from "node:fs/promises";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { ordersSorts } from "#app/domain/orders/list/orders-sort.ts";
import { ordersViews } from "#app/domain/orders/list/orders-tab.ts";
import { profitSubjects } from "#app/domain/payouts/profit/profit-row.ts";
import { refusalSubjects } from "#app/domain/payouts/refusals/refusal-row.ts";
import routes from "#app/routes.ts";

/** A route with a loader, and one address of it. */
export type LoaderAddress = { readonly route: string; readonly path: string };

/** What stands for each name in the patterns of addresses; a list where a page differs by it. */
export type AddressParts = Readonly<Record<string, readonly string[]>>;

/** Before the first order. */
const SINCE = "2020-01-01";
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A moment far back in every list, and an id that no row has. */
const FAR = `${Date.now() - 2 * DAY_MS}_00000000-0000-4000-8000-000000000000`;
const by = (subjects: readonly string[], more = "") => subjects.map((subject) => `?by=${subject}${more}`);

const ORDERS = [
  ...ordersViews.flatMap((tab) => [`?tab=${tab}`, `?tab=${tab}&after=${FAR}`]),
  ...ordersSorts.map((sort) => `?tab=all&sort=${sort}`),
  ...[
    "?tab=all&search=muhammad",
    "?tab=all&search=nobody",
    "?tab=all&search=%2310042",
    "?tab=all&city=Lahore",
  ],
  ...[
    "?tab=all&route=PREPAID",
    "?tab=all&hold=customer",
    "?tab=needs_you&hold=press",
    "?tab=all&parcel=SHIPPED",
  ],
  ...["?tab=all&parcel=DELIVERED", `?tab=all&from=${daysAgo(3)}&to=${daysAgo(2)}`],
];
const LISTINGS = [
  ...[
    "",
    `?after=${FAR}`,
    `?before=${FAR}`,
    "?sort=oldest",
    "?sort=title",
    "?search=cooker",
    "?search=zulekha",
  ],
  ...["?search=SKU-40-2", "?category=c3", "?origin=imported", "?origin=mapped"],
  ...[
    "needs_you",
    "losing",
    "in_sync",
    "waiting",
    "edited",
    "taken_out",
    "removed",
    "failed",
    "unlinked",
  ].map((state) => `?state=${state}`),
];
const ACTIVITY = [
  ...[
    "",
    `?before=${Date.now() - 2 * DAY_MS}_9999999`,
    "?about=money",
    "?about=settings",
    "?who=person",
    "?who=you",
  ],
  ...["?who=event", "?who=karwan", `?from=${daysAgo(3)}&to=${daysAgo(2)}`, "?order=%2310042"],
];
const WALLET = [
  ...[
    "",
    `?after=${FAR}`,
    "?type=MARGIN",
    "?type=NONE",
    "?status=pending",
    `?from=${SINCE}`,
    "?order=%2310042",
  ],
  ...["?show=pending", `?show=pending&after=${FAR}`, "?show=held", `?show=held&after=${FAR}`],
];

/** What a merchant chooses on a page; one that is not here is looked at as it opens. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  products: [
    "",
    "?view=table",
    "?search=cotton",
    "?search=rare77",
    "?category=c33",
    "?min=500&max=510",
    "?inStock=1&unlisted=1",
  ].concat(["?sort=cheapest", "?sort=dearest", "?at=after_catalog_900_p900", "?at=before_catalog_900_p900"]),
  "supplier-variants": ["?search=cotton", "?product=p1"],
  "import/review": ["?products=p1,p2"],
  listings: LISTINGS,
  "listings/export": ["", "?state=in_sync"],
  "listings/bulk-preview": ["?action=resync&all=1"],
  mapping: ["", "?search=product"],
  "mapping/own-products": ["?search=gaskets"],
  "mapping/waiting-orders": ["?variant=gid://shopify/ProductVariant/700000001"],
  orders: ORDERS,
  "orders/export": ["?tab=all", "?tab=delivered", "?tab=all&search=muhammad"],
  "orders/bulk-preview": ["?action=place&all=1&tab=to_place"],
  "orders/shadow": ["", "?verdict=hold", "?outcome=placed", `?after=${FAR}`],
  wallet: WALLET,
  "wallet/export": ["", "?type=MARGIN"],
  payouts: ["", `?month=${daysAgo(40).slice(0, 7)}`, "?state=released&kind=margin", "?kind=fee"],
  "payouts/profit": [...by(profitSubjects), ...by(profitSubjects, `&from=${SINCE}`)],
  "payouts/profit/export": by(profitSubjects, `&from=${SINCE}`),
  "payouts/refusals": [...by(refusalSubjects), ...by(refusalSubjects, `&from=${SINCE}`)],
  "payouts/refusals/export": by(refusalSubjects, `&from=${SINCE}`),
  "payouts/check": ["", "?view=put_aside", `?after=${FAR}`],
  "payouts/check/export": ["", "?view=all"],
  activity: [
    ...ACTIVITY,
    "?view=checks",
    "?view=deliveries",
    "?view=deliveries&source=supplier",
    "?view=deliveries&before=900",
  ],
  "activity/export": ["", "?about=orders&format=json"],
  "settings/linking": ["?mode=live"],
};

/** Every route with a loader, with each address that stands for it: a new route is among them by itself. */
export async function listLoaderAddresses(parts: AddressParts): Promise<readonly LoaderAddress[]> {
  const found: LoaderAddress[] = [];
  for (const { file, path } of flatten(await routes, "")) {
    const source = await readFile(new URL(`../../../app/${file}`, import.meta.url), "utf8");
    if (file === "routes/admin/auth.ts" || !/export (?:async )?function loader\b/.test(source)) continue;
    const route = file.replace(/^routes\/(?:admin\/)?/, "").replace(/\.tsx?$/, "");
    for (const filled of fill(path, { topic: await listSettingsTopics(), ...parts }))
      for (const choice of CHOICES[path] ?? [""]) found.push({ route, path: `/${filled}${choice}` });
  }
  return found;
}

/** Tests import nothing of the routes, and so the words stand in the file. */
async function listSettingsTopics(): Promise<readonly string[]> {
  const file = new URL("../../../app/routes/admin/settings/topic/topics.ts", import.meta.url);
  const [list = ""] = /export const topics = \[[^\]]*\]/.exec(await readFile(file, "utf8")) ?? [];
  return [...list.matchAll(/"([a-z-]+)"/g)].map(([, topic = ""]) => topic);
}

type FlatRoute = { readonly file: string; readonly path: string };

function flatten(entries: readonly RouteConfigEntry[], above: string): readonly FlatRoute[] {
  return entries.flatMap(({ file, path = "", children = [] }) => {
    const whole = [above, path].filter(Boolean).join("/");
    return [{ file, path: whole }, ...flatten(children, whole)];
  });
}

/** A name nobody knows what to put for says so. */
function fill(pattern: string, parts: AddressParts): readonly string[] {
  const [, name] = /:(\w+)/.exec(pattern) ?? [];
  if (name === undefined) return [pattern.replace("*", "nothing")];
  const values = parts[`${name} of ${pattern}`] ?? parts[name];
  if (!values) throw new Error(`What stands for :${name} in ${pattern}?`);
  return values.flatMap((value) => fill(pattern.replace(`:${name}`, value), parts));
}
