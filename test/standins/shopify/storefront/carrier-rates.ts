import { createHash, createHmac } from "node:crypto";
import { legacyId } from "../ids.ts";
import type { CarrierServiceState } from "../state.ts";
import type { ShopState, World } from "../world.ts";

export type CartToRate = {
  readonly lines: readonly { readonly variantId: string; readonly quantity: number }[];
  readonly destination: {
    readonly city: string;
    readonly address1: string;
    readonly phone: string;
    readonly name: string;
  };
};

/** What a checkout shows: an app's rate, or the one of the delivery profile. */
export type ShownRate = { readonly title: string; readonly price: string };

/** Longest wait for an answer; Shopify waits less where an app is asked more than 1,500 times a minute. */
const TIME_LIMIT_MS = 10_000;
const CACHED_MS = 15 * 60_000;
const CACHED_ERROR_MS = 30_000;

/**
 * Asks the carrier services of a shop what a cart costs, as the checkout does: once for equal requests within a quarter of an
 * hour, and never again at once. The first service with a rate counts.
 */
export async function rateCart(world: World, shop: ShopState, cart: CartToRate): Promise<ShownRate> {
  for (const service of shop.carrierServices.values()) {
    if (!service.active) continue;
    const rate = await askService(world, shop, service, JSON.stringify(toRequest(shop, cart)));
    if (rate) return rate;
  }
  return rateOfProfile(shop, cart);
}

/** The cheapest rate of the delivery profiles for this weight: what counts where no app answers, or none has a rate. */
function rateOfProfile(shop: ShopState, cart: CartToRate): ShownRate {
  const grams = cart.lines.reduce((sum, line) => sum + toItem(shop, line).grams * line.quantity, 0);
  const zones = shop.profiles.flatMap(({ groups }) => groups.flatMap((group) => group.zones));
  const rates = zones
    .filter(({ countries }) => countries.includes("PK"))
    .flatMap((zone) => zone.rates)
    .filter(({ fromGrams, upToGrams }) => grams >= (fromGrams ?? 0) && grams <= (upToGrams ?? grams));
  const [cheapest] = rates.toSorted((one, other) => one.price - other.price);
  if (!cheapest) throw new Error("No rate ships this cart to Pakistan");
  return { title: cheapest.name, price: (cheapest.price / 100).toFixed(2) };
}

async function askService(
  world: World,
  shop: ShopState,
  { callbackUrl }: CarrierServiceState,
  body: string,
): Promise<ShownRate | null> {
  const key = createHash("sha256").update(`${callbackUrl} ${body}`).digest("hex");
  const now = world.clock.now().getTime();
  const cached = shop.cachedRates.get(key);
  if (cached && cached.untilMs > now) return cached.rate;
  const answer = await send(world, callbackUrl, body);
  shop.rateAnswers.push({ status: answer.status, tookMs: answer.tookMs });
  const isError = answer.status < 200 || answer.status > 299;
  const rate = isError ? null : readRate(answer.text);
  shop.cachedRates.set(key, { rate, untilMs: now + (isError ? CACHED_ERROR_MS : CACHED_MS) });
  return rate;
}

async function send(world: World, url: string, body: string) {
  const startedAt = performance.now();
  const signature = createHmac("sha256", world.secrets.signing).update(body).digest("base64");
  const headers = new Headers({ "content-type": "application/json" });
  if (world.rules.isOn("rate_request_signed")) headers.set("x-shopify-hmac-sha256", signature);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    const text = await answer.text();
    return { status: answer.status, text, tookMs: performance.now() - startedAt };
  } catch {
    return { status: 0, text: "", tookMs: performance.now() - startedAt };
  }
}

/** The cheapest of an answer; amounts are text in hundredths of the currency. */
function readRate(text: string): ShownRate | null {
  const { rates }: { rates: { service_name: string; total_price: string; currency: string }[] } =
    JSON.parse(text);
  for (const { total_price: price, currency } of rates) {
    if (typeof price !== "string" || !/^\d+$/.test(price)) throw new Error(`No price: ${price}`);
    if (currency !== "PKR") throw new Error(`No rate of this shop: ${currency}`);
  }
  const [cheapest] = rates.toSorted((one, other) => Number(one.total_price) - Number(other.total_price));
  if (cheapest === undefined) return null;
  return { title: cheapest.service_name, price: (Number(cheapest.total_price) / 100).toFixed(2) };
}

/** The body, with everything Shopify knows of the customer's address in it. */
function toRequest(shop: ShopState, { lines, destination }: CartToRate) {
  const nowhere = { address2: "", address3: null, latitude: null, longitude: null, fax: null, email: null };
  const rest = { ...nowhere, address_type: null, company_name: null, postal_code: "54000" };
  return {
    rate: {
      origin: {
        ...rest,
        country: "PK",
        province: "PB",
        city: "Lahore",
        name: null,
        address1: "",
        phone: null,
      },
      destination: { ...rest, country: "PK", province: "PB", ...destination },
      items: lines.map((line) => toItem(shop, line)),
      currency: shop.currency,
      locale: "en-PK",
    },
  };
}

function toItem(shop: ShopState, { variantId, quantity }: CartToRate["lines"][number]) {
  const variant = shop.variants.get(variantId);
  const item = variant && shop.items.get(variant.inventoryItemId);
  const product = variant && shop.products.get(variant.productId);
  return {
    name: product?.title ?? "",
    sku: item?.sku ?? "",
    quantity,
    grams: Math.round((item?.weightKg ?? 0) * 1000),
    price: variant?.price ?? 0,
    vendor: product?.vendor ?? "",
    requires_shipping: item?.requiresShipping ?? true,
    taxable: true,
    fulfillment_service: "karwan",
    properties: null,
    product_id: product ? legacyId(product.id) : null,
    variant_id: variant ? legacyId(variant.id) : null,
  };
}
