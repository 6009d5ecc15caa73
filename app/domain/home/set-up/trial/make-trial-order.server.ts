import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { VariantGid } from "#app/platform/ids.ts";
import { isShopifyError, type ShopifyError } from "#app/shopify/errors.ts";
import { createTestOrder } from "#app/shopify/operations/orders/create-test-order.ts";

export type MakeTrialOrderResult =
  | { readonly kind: "made"; readonly name: string }
  | { readonly kind: "no_test_key" | "nothing_to_sell" }
  /** Shopify's own words. */
  | { readonly kind: "refused"; readonly message: string }
  /** Shopify did not answer: the order may be there. */
  | { readonly kind: "not_answered" };

const SHIPPING_PKR = 200;

/** Nobody: the parcel of a test key goes nowhere, and Shopify mails no one. */
const TO = {
  ...{ firstName: "Test", lastName: "Customer", address1: "Simulated order, nothing is delivered" },
  city: "Karachi",
};

/**
 * Makes a test order in Shopify for a product of the supplier, to be paid at the door (R37). It then goes the way of every
 * order: by itself where the switch is on, else by *Place*.
 */
export async function makeTrialOrder(ctx: ShopContext): Promise<MakeTrialOrderResult> {
  if (ctx.connection?.mode !== "test") return { kind: "no_test_key" };
  const sold = await findSold(ctx);
  if (sold === null) return { kind: "nothing_to_sell" };
  const [gateway = "Cash on Delivery (COD)"] = ctx.shop.codGateways;
  try {
    const { name } = await createTestOrder(ctx.admin, {
      ...{ variantGid: sold.variantGid, price: sold.pricePkr, shipping: SHIPPING_PKR, gateway },
      to: { ...TO, phone: phoneAt(ctx.clock.now()) },
      note: "A simulated order, made by Karwan for trying out. Nothing is shipped.",
    });
    return { kind: "made", name };
  } catch (error) {
    if (isShopifyError(error)) return toRefusal(error);
    throw error;
  }
}

/** Another one each time: a second order of the same phone and goods within a day would wait for a person (R40). */
function phoneAt(now: Date): string {
  return `+92300000${String(now.getTime() % 10_000).padStart(4, "0")}`;
}

function toRefusal(error: ShopifyError): MakeTrialOrderResult {
  if (error.kind === "unknown_outcome") return { kind: "not_answered" };
  if (error.kind !== "user_errors") throw error;
  return { kind: "refused", message: error.userErrors.map(({ message }) => message).join(" ") };
}

type Sold = { readonly variantGid: VariantGid; readonly pricePkr: Rupees };

/** A variant of the test key that the supplier has: the fullest imported one, else one the merchant linked. */
async function findSold({ db, shop }: ShopContext): Promise<Sold | null> {
  const listed = await db.listedVariant.findFirst({
    where: {
      ...{ shopId: shop.id, mode: "test", offered: true, stock: { gt: 0 }, variantGid: { not: null } },
      listing: { state: "ready" },
    },
    orderBy: { stock: "desc" },
    select: { variantGid: true, pricePkr: true },
  });
  if (listed?.variantGid) return { variantGid: listed.variantGid, pricePkr: listed.pricePkr };
  const linked = await db.variantLink.findFirst({
    where: { shopId: shop.id, pricePkr: { not: null }, item: { mode: "test", variantGid: { not: null } } },
    select: { pricePkr: true, item: { select: { variantGid: true } } },
  });
  const variantGid = linked?.item.variantGid;
  return variantGid && linked.pricePkr !== null ? { variantGid, pricePkr: linked.pricePkr } : null;
}
