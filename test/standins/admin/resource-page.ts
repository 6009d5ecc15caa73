import type { BlockPlace } from "./extension-host.ts";
import { type AdminView, renderAdmin } from "./frame-page.ts";
import { escapeHtml } from "./html.ts";
import type { Things } from "./things.ts";

const words: Readonly<Record<BlockPlace, { readonly many: string; readonly one: string }>> = {
  orders: { many: "Orders", one: "Order" },
  products: { many: "Products", one: "Product" },
  "order-status": { many: "Orders in customers' accounts", one: "Order" },
  "thank-you": { many: "Orders that were just made", one: "Order" },
};

export function isBlockPlace(place: string | undefined): place is BlockPlace {
  return place !== undefined && Object.hasOwn(words, place);
}

/** What has a page of its own: its number at Shopify, and what the list says of it. */
type Listed = { readonly number: string; readonly label: string };

/** Shopify's list of orders or products, as far as it leads to their pages. */
export function renderThings(view: AdminView, place: BlockPlace, things: Things): string {
  const items = listed(place, things).map(
    ({ number, label }) =>
      `<li><a href="${escapeHtml(`${view.store}/${place}/${number}`)}">${escapeHtml(label)}</a></li>`,
  );
  const { many } = words[place];
  const list = items.length === 0 ? `<p>No ${many.toLowerCase()} yet.</p>` : `<ul>${items.join("")}</ul>`;
  return renderAdmin(view, {
    script: "/resource.js",
    title: many,
    main: `<div class="page"><h1>${many}</h1><div class="card">${list}</div></div>`,
  });
}

type ThingPage = {
  readonly number: string;
  readonly things: Things;
  readonly blockOrigin: string;
  /** The app's entry in the menu of the page; null where it has none. */
  readonly actionName: string | null;
};

/** Shopify's page of one order or product, with the app's block on it and its action in the page's menu. */
export function renderThing(
  view: AdminView,
  place: BlockPlace,
  { number, things, blockOrigin, actionName }: ThingPage,
): string {
  const known = listed(place, things).find((each) => each.number === number);
  const title = escapeHtml(known?.label ?? `${words[place].one} ${number}`);
  const app = escapeHtml(view.appName);
  return renderAdmin(view, {
    script: "/resource.js",
    title,
    main: `<div class="page"><div class="of-thing"><h1>${title}</h1>${actionName === null ? "" : renderActions(actionName)}</div>
      ${place === "orders" ? renderCustomersPages(view, number) : ""}
      <p class="failed" id="refused" role="alert" hidden></p>
      <div class="card"><p class="of-app">${app}</p>
        <iframe id="block" title="${app}" data-src="${escapeHtml(`${blockOrigin}/${place}/${number}`)}"></iframe></div></div>
      ${actionName === null ? "" : renderModal(actionName, `${blockOrigin}/order-actions/${number}`)}`,
  });
}

/** Above what grows as it loads: a press on its way there meets what it was meant for. */
function renderCustomersPages({ store }: AdminView, number: string): string {
  const link = (place: BlockPlace, words: string) =>
    `<p><a href="${escapeHtml(`${store}/${place}/${number}`)}">${words}</a></p>`;
  return `${link("order-status", "View order status page")}${link("thank-you", "View thank-you page")}`;
}

/** As in Shopify the menu is there once the page can answer it, and not before. */
function renderActions(actionName: string): string {
  return `<template id="actions"><details id="more-actions"><summary>More actions</summary><button id="open-action">${escapeHtml(actionName)}</button></details></template>`;
}

function renderModal(actionName: string, source: string): string {
  const name = escapeHtml(actionName);
  return `<dialog id="modal" aria-label="${name}"><iframe id="action" title="${name}" data-src="${escapeHtml(source)}"></iframe></dialog>`;
}

function listed(place: BlockPlace, { orders, products }: Things): readonly Listed[] {
  if (place !== "products") return orders.map(({ value, label }) => ({ number: numberOf(value), label }));
  const byProduct = Map.groupBy(products, ({ productId }) => productId);
  return [...byProduct].map(([productId, [first]]) => ({
    number: numberOf(productId),
    label: first?.label.split(" · ")[0] ?? productId,
  }));
}

function numberOf(gid: string): string {
  return gid.split("/").at(-1) ?? gid;
}
