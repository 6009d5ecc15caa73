import { toPaisa } from "../money.ts";
import type { OrderState } from "../order-state.ts";
import type { Address } from "../state.ts";
import { announceOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { refuseUnpublished } from "./channels.ts";
import { buildTransactions } from "./checkout-payment.ts";
import type { NewOrder } from "./new-order.ts";
import {
  buildLine,
  discountsOf,
  lineNet,
  paisa,
  shippingLinesOf,
  taxLinesOf,
  withCodeDiscount,
} from "./order-lines.ts";
import { routeOrder } from "./routing.ts";

export type { NewOrder } from "./new-order.ts";

export function placeOrder(scene: Scene, input: NewOrder): OrderState {
  refuseUnpublished(scene, input);
  const order = buildOrder(scene, input);
  order.transactions.push(...buildTransactions(scene, order, input));
  order.gatewayNames = [...new Set(order.transactions.map(({ gateway }) => gateway))];
  scene.shop.orders.set(order.id, order);
  announceOrder(scene, order, "orders/create");
  for (const transaction of order.transactions)
    announceOrder(scene, order, "order_transactions/create", transaction);
  if (input.payment === "paid") announceOrder(scene, order, "orders/paid");
  routeOrder(scene, order);
  return order;
}

function buildOrder(scene: Scene, input: NewOrder): OrderState {
  const { world, shop } = scene;
  const createdAt = input.createdAt ? new Date(input.createdAt) : world.clock.now();
  const goods = goodsOf(scene, input);
  const number = shop.nextOrderNumber++;
  return {
    ...goods,
    ...peopleOf(scene, input),
    ...extrasOf(scene, input),
    id: world.ids.next("Order"),
    name: `#${number}`,
    number,
    createdAt,
    updatedAt: world.clock.now(),
    cancelledAt: null,
    cancelReason: null,
    cancelStaffNote: null,
    closedAt: null,
    test: input.test ?? false,
    edited: false,
    note: input.note ?? null,
    tags: [...(input.tags ?? [])],
    customAttributes: [...(input.customAttributes ?? [])],
    sourceName: input.sourceName ?? "web",
    app: input.app === undefined ? { id: "gid://shopify/App/580111", name: "Online Store" } : input.app,
    retailLocationId: input.retail ? ([...shop.locations.keys()][0] ?? null) : null,
    transactions: [],
    gatewayNames: [],
    refunds: [],
    riskLevel: input.riskLevel ?? "LOW",
    riskRecommendation: input.riskLevel === "HIGH" ? "CANCEL" : "ACCEPT",
    deliveryMethodType: input.deliveryMethodType ?? (input.retail ? "RETAIL" : "SHIPPING"),
    fulfillAt: input.fulfillAt ? new Date(input.fulfillAt) : createdAt,
  };
}

function goodsOf(scene: Scene, input: NewOrder) {
  const taxesIncluded = input.taxesIncluded ?? true;
  const discounts = discountsOf(input);
  const bare = input.lines.map((line) => buildLine(scene, line, discounts));
  const lines = withCodeDiscount(input, discounts, bare);
  for (const line of lines) line.taxLines = taxLinesOf(input, line.taxable, lineNet(line), taxesIncluded);
  const shippingLines = shippingLinesOf(scene, input, discounts, taxesIncluded);
  return { taxesIncluded, discounts, lines, shippingLines };
}

function extrasOf({ world, shop }: Scene, { fee, paymentTerms: terms, ...input }: NewOrder) {
  const currency = input.currency ?? shop.currency;
  return {
    currency,
    presentmentCurrency: input.presentmentCurrency ?? currency,
    presentmentRate: input.presentmentRate ?? 1,
    tip: paisa(input.tip),
    duties: paisa(input.duties),
    fees: fee
      ? [{ id: world.ids.next("AdditionalFee"), name: fee.name, price: toPaisa(fee.price), taxLines: [] }]
      : [],
    cashRounding: paisa(input.cashRounding),
    paymentTerms: terms
      ? { name: terms.name, type: "NET", dueInDays: terms.dueInDays ?? 30, overdue: false }
      : null,
  };
}

/** Every customer has a number of their own, unless one is said. */
function peopleOf({ world, shop }: Scene, { customer, shippingAddress, billingAddress }: NewOrder) {
  const email = optional(customer?.email, "ayesha@example.com");
  const phone = optional(customer?.phone, `+92300${1_234_567 + shop.orders.size}`);
  const address = addressOf(shippingAddress, { ...customer, phone });
  return {
    email,
    phone,
    customer: {
      id: world.ids.next("Customer"),
      firstName: optional(customer?.firstName, "Ayesha"),
      lastName: optional(customer?.lastName, "Example"),
      email,
      phone,
    },
    shippingAddress: address,
    billingAddress:
      billingAddress === undefined
        ? address && { ...address }
        : addressOf(billingAddress, { ...customer, phone }),
  };
}

function addressOf(
  input: Partial<Address> | null | undefined,
  customer: NewOrder["customer"],
): Address | null {
  if (input === null) return null;
  return {
    firstName: optional(customer?.firstName, "Ayesha"),
    lastName: optional(customer?.lastName, "Example"),
    company: null,
    address1: "House 12, Street 4, Block B",
    address2: "Near Sample Park",
    city: "Lahore",
    province: "Punjab",
    provinceCode: null,
    zip: "54000",
    countryCode: "PK",
    phone: customer?.phone ?? null,
    ...input,
  };
}

function optional<T>(given: T | null | undefined, fallback: T): T | null {
  return given === undefined ? fallback : given;
}
