import { isForSale, onlineSince } from "../commerce/channels.ts";
import { placeOrder } from "../commerce/place-order.ts";
import { toFixedDecimal } from "../money.ts";
import type { ProductState } from "../state.ts";
import type { Scene, ShopState, World } from "../world.ts";
import { forwardToApp, type StorefrontAnswer, type StorefrontRequest } from "./forward-to-app.ts";
import { escapeHtml, renderTheme } from "./theme.ts";

/**
 * The shop as its customers see it: what is for sale, a checkout by cash on delivery, and what the app shows on the shop's
 * own domain.
 */
export async function answerStorefront(
  world: World,
  shop: ShopState,
  request: StorefrontRequest,
): Promise<StorefrontAnswer> {
  const scene = { world, shop };
  const { pathname } = request.url;
  const forwarded = await forwardToApp(world, shop, request);
  if (forwarded) return forwarded;
  if (pathname === "/") return show(shop, "All products", frontPage(scene));
  const product = listForSale(scene).find(({ handle }) => pathname === `/products/${handle}`);
  if (product) return show(shop, escapeHtml(product.title), productPage(scene, product));
  if (pathname === "/checkout" && request.method === "POST")
    return checkOut(scene, new URLSearchParams(request.body));
  const number = /^\/thank-you\/(\d+)$/.exec(pathname)?.[1];
  const order = [...shop.orders.values()].find((each) => String(each.number) === number);
  if (order) {
    const main = `<h1>Thank you</h1><p>Your order ${escapeHtml(order.name)} is confirmed. Pay the courier in cash.</p>${trackLink(world, "Track your order, change or cancel it")}`;
    return show(shop, "Thank you", main);
  }
  return { ...show(shop, "Not found", "<h1>404 Not Found</h1>"), status: 404 };
}

function show(shop: ShopState, title: string, main: string): StorefrontAnswer {
  const headers = { "content-type": "text/html; charset=utf-8" };
  return { status: 200, headers, body: renderTheme(shop, { title, main }) };
}

function listForSale(scene: Scene): readonly ProductState[] {
  return [...scene.shop.products.values()].filter(
    (product) => isForSale(product) && onlineSince(scene, product) !== null,
  );
}

/** An address that is the same for every order, as a shop can write it into Shopify's pages and mails. */
function trackLink({ options: { appProxy } }: World, text = "Track your order"): string {
  return appProxy ? `<p><a href="/${appProxy.prefix}/${appProxy.subpath}/track">${text}</a></p>` : "";
}

function frontPage(scene: Scene): string {
  const items = listForSale(scene).map(
    ({ handle, title }) => `<li><a href="/products/${escapeHtml(handle)}">${escapeHtml(title)}</a></li>`,
  );
  return `<h1>All products</h1><ul>${items.join("")}</ul>${trackLink(scene.world)}`;
}

const FIELDS = [
  ["firstName", "First name", "Ayesha"],
  ["lastName", "Last name", "Example"],
  ["phone", "Phone", "0300 1234567"],
  ["address1", "Address", "House 12, Street 4, Block B"],
  ["city", "City", "Lahore"],
] as const;

function productPage({ shop }: Scene, product: ProductState): string {
  const options = product.variantIds.flatMap((id) => {
    const variant = shop.variants.get(id);
    if (!variant) return [];
    const name = variant.selectedOptions.map(({ value }) => value).join(" / ");
    return `<option value="${id}">${escapeHtml(name)} · Rs ${toFixedDecimal(variant.price)}</option>`;
  });
  const fields = FIELDS.map(
    ([name, label, value]) => `<label>${label} <input name="${name}" value="${value}" required></label>`,
  );
  return `<h1>${escapeHtml(product.title)}</h1><form method="post" action="/checkout">
<label>Variant <select name="variantId">${options.join("")}</select></label>
<label>Quantity <input name="quantity" type="number" value="1" min="1"></label>
${fields.join("")}<button>Buy, cash on delivery</button></form>`;
}

function checkOut(scene: Scene, form: URLSearchParams): StorefrontAnswer {
  const field = (name: string) => form.get(name) ?? "";
  const [firstName, lastName, phone] = ["firstName", "lastName", "phone"].map(field);
  const order = placeOrder(scene, {
    lines: [{ variantId: field("variantId"), quantity: Number(field("quantity")) || 1 }],
    customer: { firstName, lastName, phone },
    shippingAddress: { address1: field("address1"), city: field("city"), phone },
    payment: "cod",
    shipping: 200,
  });
  return { status: 303, headers: { location: `/thank-you/${order.number}` }, body: "" };
}
