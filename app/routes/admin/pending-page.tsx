import type { PageProps } from "@shopify/polaris";
import type { ReactElement } from "react";
import { PageFrame } from "#app/ui/page-frame.tsx";
import {
  CardOutline,
  CatalogOutline,
  ColumnsOutline,
  FeedOutline,
  FiguresOutline,
  FormOutline,
  HomeOutline,
  ListingOutline,
  ListOutline,
  RowsOutline,
  RunOutline,
} from "./page-outlines.tsx";
import { isTopic, TOPIC_WORDS } from "./settings/topic/topics.ts";

type Outline = {
  readonly of: RegExp;
  readonly title: string;
  readonly wide?: boolean;
  /** The page says how old its figures are. */
  readonly isDated?: boolean;
  readonly back?: { readonly content: string; readonly url: string };
  /** What the page offers at its title; it takes room. */
  readonly offers?: Pick<PageProps, "subtitle" | "primaryAction" | "secondaryActions">;
  readonly body: () => ReactElement;
};

/** What the page that is on its way will look like: its title, its columns and its lists stand where they will stay. */
export function PendingPage({ path }: { readonly path: string }) {
  const { title, wide, isDated, back, offers, body: Body } = outlineOf(path);
  return (
    <PageFrame title={title} wide={wide} backAction={back} {...offers} {...(isDated && { asOf: null })}>
      <Body />
    </PageFrame>
  );
}

const ORDERS = { content: "Orders", url: "/orders" };
const LISTINGS = { content: "Listings", url: "/listings" };
const CATALOG = { content: "Catalog", url: "/products" };
const WALLET = { content: "Wallet", url: "/wallet" };
const PAYOUTS = { content: "Payouts", url: "/payouts" };
const PROFIT = { content: "Profit", url: "/payouts/profit" };
const REFUSALS = { content: "Refusals", url: "/payouts/refusals" };
const CHECK = { content: "Three-way check", url: "/payouts/check" };
const SETTINGS = { content: "Settings", url: "/settings" };
const PRIVACY = { content: "Privacy", url: "/settings/privacy" };

const CALLS = { content: "Calls", url: "/orders/calls" };
const EXPORT = { content: "Export CSV", disabled: true };
const EXPORT_JSON = { content: "Export JSON", disabled: true };
const IMPORT: Outline["offers"] = { primaryAction: { content: "Import", disabled: true } };
const OF_LISTINGS: Outline["offers"] = {
  primaryAction: { content: "Add products", url: "/products" },
  secondaryActions: [{ content: "Map a product you already have", url: "/mapping" }, EXPORT],
};

/** The first that fits. */
const OUTLINES: readonly Outline[] = [
  { of: /^\/$/, title: "Home", isDated: true, body: HomeOutline },
  { of: /^\/products$/, title: "Catalog", wide: true, body: CatalogOutline },
  { of: /^\/products\//, title: "Product", back: CATALOG, offers: IMPORT, body: ColumnsOutline },
  { of: /^\/runs\/imports\//, title: "Import", back: CATALOG, isDated: true, body: RunOutline },
  { of: /^\/import\//, title: "Import", wide: true, back: CATALOG, offers: IMPORT, body: RunOutline },
  {
    of: /^\/listings$/,
    title: "Listings",
    wide: true,
    isDated: true,
    offers: OF_LISTINGS,
    body: ListOutline,
  },
  { of: /^\/runs\/listings\//, title: "Listings", back: LISTINGS, isDated: true, body: RunOutline },
  { of: /^\/listings\//, title: "Listing", back: LISTINGS, isDated: true, body: ListingOutline },
  { of: /^\/mapping$/, title: "Mapping", back: LISTINGS, isDated: true, body: RunOutline },
  {
    of: /^\/mapping\//,
    title: "Map a product",
    back: { content: "Mapping", url: "/mapping" },
    offers: {
      subtitle: "What it is at the supplier",
      primaryAction: { content: "Save mapping", disabled: true },
    },
    body: RunOutline,
  },
  {
    of: /^\/orders$/,
    title: "Orders",
    wide: true,
    isDated: true,
    offers: { secondaryActions: [CALLS, EXPORT] },
    body: ListOutline,
  },
  { of: /^\/orders\/calls$/, title: "Calls", back: ORDERS, isDated: true, body: RowsOutline },
  {
    of: /^\/orders\/shadow$/,
    title: "Shadow mode",
    back: ORDERS,
    isDated: true,
    offers: { secondaryActions: [EXPORT] },
    body: RunOutline,
  },
  { of: /^\/runs\/orders\//, title: "Orders", back: ORDERS, isDated: true, body: RunOutline },
  {
    of: /^\/orders\/[^/]+\/trace$/,
    title: "Trace",
    back: ORDERS,
    isDated: true,
    offers: { secondaryActions: [EXPORT, EXPORT_JSON] },
    body: RowsOutline,
  },
  {
    of: /^\/orders\//,
    title: "Order",
    back: ORDERS,
    isDated: true,
    offers: { secondaryActions: [{ content: "Trace", disabled: true }] },
    body: ListingOutline,
  },
  { of: /^\/wallet\/funds$/, title: "Waiting for funds", back: WALLET, isDated: true, body: RunOutline },
  {
    of: /^\/wallet$/,
    title: "Wallet",
    wide: true,
    isDated: true,
    offers: { secondaryActions: [{ content: "Waiting for funds", url: "/wallet/funds" }, EXPORT] },
    body: FiguresOutline,
  },
  {
    of: /^\/payouts$/,
    title: "Payouts",
    wide: true,
    isDated: true,
    offers: { secondaryActions: [PROFIT, CHECK, EXPORT] },
    body: FiguresOutline,
  },
  {
    of: /^\/payouts\/profit$/,
    title: "Profit",
    wide: true,
    isDated: true,
    back: PAYOUTS,
    offers: { secondaryActions: [REFUSALS, EXPORT] },
    body: FiguresOutline,
  },
  {
    of: /^\/payouts\/refusals$/,
    title: "Refusals",
    wide: true,
    isDated: true,
    back: PROFIT,
    offers: { secondaryActions: [EXPORT] },
    body: FiguresOutline,
  },
  {
    of: /^\/payouts\/check$/,
    title: "Three-way check",
    back: PAYOUTS,
    isDated: true,
    offers: { secondaryActions: [EXPORT] },
    body: RunOutline,
  },
  { of: /^\/payouts\//, title: "Payouts", back: PAYOUTS, isDated: true, body: RowsOutline },
  { of: /^\/runs\/changes\//, title: "Changes", back: SETTINGS, isDated: true, body: RunOutline },
  {
    of: /^\/activity$/,
    title: "Activity",
    isDated: true,
    offers: { secondaryActions: [EXPORT, EXPORT_JSON] },
    body: FeedOutline,
  },
  { of: /^\/settings$/, title: "Settings", body: RowsOutline },
  { of: /^\/settings\/holds$/, title: "Holds", back: SETTINGS, body: FormOutline },
  { of: /^\/settings\/notifications$/, title: "Notifications", back: SETTINGS, body: FormOutline },
  { of: /^\/settings\/flow$/, title: "Flow", back: SETTINGS, body: FormOutline },
  { of: /^\/settings\/channels$/, title: "Sales channels", back: SETTINGS, body: CardOutline },
  {
    of: /^\/settings\/customer-access$/,
    title: "Who saw customers",
    back: PRIVACY,
    isDated: true,
    body: RunOutline,
  },
  { of: /^\/settings\//, title: "Settings", back: SETTINGS, body: FormOutline },
];

const ELSEWHERE: Outline = { of: /^/, title: "Karwan", body: RunOutline };

function outlineOf(path: string): Outline {
  const outline = OUTLINES.find(({ of }) => of.test(path)) ?? ELSEWHERE;
  const topic = path.split("/")[2];
  return path.startsWith("/settings/") && isTopic(topic)
    ? { ...outline, title: TOPIC_WORDS[topic].title }
    : outline;
}
