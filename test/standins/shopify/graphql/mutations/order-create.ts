import { z } from "zod";
import { placeOrder } from "../../commerce/place-order.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs, text } from "../arguments.ts";
import { orderView } from "../order-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const moneyBag = z.strictObject({ shopMoney: z.strictObject({ amount: decimal, currencyCode: z.string() }) });
const address = z.strictObject({
  ...{ firstName: z.string(), lastName: z.string(), address1: z.string(), city: z.string() },
  ...{ phone: z.string(), countryCode: z.string() },
});
const createArgs = z.strictObject({
  order: z.strictObject({
    test: z.boolean().nullish(),
    note: text,
    buyerAcceptsMarketing: z.null().optional(),
    taxesIncluded: z.boolean(),
    lineItems: z.array(
      z.strictObject({
        ...{ variantId: idArg, quantity: z.number(), priceSet: moneyBag.nullish() },
        ...{ giftCard: z.literal(false), requiresShipping: z.boolean(), taxable: z.boolean() },
      }),
    ),
    shippingLines: z.array(z.strictObject({ title: z.string(), priceSet: moneyBag.nullish() })).nullish(),
    shippingAddress: address,
    transactions: z
      .array(
        z.strictObject({
          ...{ kind: z.literal("SALE"), status: z.literal("PENDING"), gateway: z.string() },
          ...{ test: z.boolean().nullish(), amountSet: moneyBag },
        }),
      )
      .max(1)
      .nullish(),
  }),
  options: z
    .strictObject({
      // What claims nothing, and what is refused where nothing is left, is not modelled.
      inventoryBehaviour: z.literal("DECREMENT_IGNORING_POLICY"),
      sendReceipt: z.literal(false),
      sendFulfillmentReceipt: z.literal(false),
    })
    .nullish(),
});

/** An order an app makes: of what is on no channel as well, and of nobody with an account (Admin schema, orderCreate). */
export function orderCreateMutations(scene: Scene): View {
  return {
    orderCreate: (args: Args) =>
      payload(["order"], () => {
        const { order } = parseArgs(createArgs, args, "orderCreate");
        const at = order.lineItems.findIndex(({ variantId }) => !scene.shop.variants.has(variantId));
        if (at !== -1)
          throw refuseWith(
            "Variant does not exist",
            ["order", "lineItems", String(at), "variantId"],
            "INVALID",
          );
        const [payment] = order.transactions ?? [];
        const made = placeOrder(scene, {
          test: order.test ?? false,
          note: order.note ?? undefined,
          taxesIncluded: order.taxesIncluded,
          lines: order.lineItems.map(({ variantId, quantity, priceSet, requiresShipping, taxable }) => ({
            ...{ variantId, quantity, requiresShipping, taxable },
            ...(priceSet && { price: priceSet.shopMoney.amount }),
          })),
          shipping: sumOf((order.shippingLines ?? []).map(({ priceSet }) => priceSet?.shopMoney.amount ?? 0)),
          customer: { firstName: null, lastName: null, email: null, phone: null },
          shippingAddress: { ...unsaid, ...order.shippingAddress },
          billingAddress: null,
          payment: payment ? "pending" : "none",
          ...(payment && { gateway: payment.gateway, manualGateway: false }),
          ...{ sourceName: "app", app: { id: "gid://shopify/App/1", name: "Karwan" } },
        });
        return { order: orderView(scene, made) };
      }),
  };
}

/** What the address of an order does not say is empty, where a customer at the checkout has a sample one. */
const unsaid = { address2: null, province: null, zip: null };

function sumOf(amounts: readonly (string | number)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + Number(amount), 0);
}
