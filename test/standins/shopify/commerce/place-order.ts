import { toPaisa } from "../money.ts";
import type { OrderState } from "../order-state.ts";
import type { Address } from "../state.ts";
import { announceOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
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
  const now = input.createdAt ? new Date(input.createdAt) : world.clock.now();
  const number = shop.nextOrderNumber++;
  const included = input.taxesIncluded ?? true;
  const discounts = discountsOf(input);
  const lines = withCodeDiscount(
    input,
    discounts,
    input.lines.map((line) => buildLine(scene, line, discounts)),
  );
  for (const line of lines) line.taxLines = taxLinesOf(input, line.taxable, lineNet(line), included);
  const address = addressOf(input.shippingAddress, input.customer);
  return {
    id: world.ids.next("Order"),
    name: `#${number}`,
    number,
    createdAt: now,
    updatedAt: world.clock.now(),
    cancelledAt: null,
    cancelReason: null,
    cancelStaffNote: null,
    closedAt: null,
    test: input.test ?? false,
    email: optional(input.customer?.email, "ayesha@example.com"),
    phone: optional(input.customer?.phone, "+923001234567"),
    note: input.note ?? null,
    tags: [...(input.tags ?? [])],
    customAttributes: [...(input.customAttributes ?? [])],
    currency: input.currency ?? shop.currency,
    presentmentCurrency: input.presentmentCurrency ?? input.currency ?? shop.currency,
    presentmentRate: input.presentmentRate ?? 1,
    taxesIncluded: included,
    sourceName: input.sourceName ?? "web",
    app: input.app === undefined ? { id: "gid://shopify/App/580111", name: "Online Store" } : input.app,
    retailLocationId: input.retail ? ([...shop.locations.keys()][0] ?? null) : null,
    paymentTerms: input.paymentTerms
      ? {
          name: input.paymentTerms.name,
          type: "NET",
          dueInDays: input.paymentTerms.dueInDays ?? 30,
          overdue: false,
        }
      : null,
    customer: {
      id: world.ids.next("Customer"),
      firstName: optional(input.customer?.firstName, "Ayesha"),
      lastName: optional(input.customer?.lastName, "Example"),
      email: optional(input.customer?.email, "ayesha@example.com"),
      phone: optional(input.customer?.phone, "+923001234567"),
    },
    shippingAddress: address,
    billingAddress:
      input.billingAddress === undefined
        ? address && { ...address }
        : addressOf(input.billingAddress, input.customer),
    lines,
    shippingLines: shippingLinesOf(scene, input, discounts, included),
    discounts,
    tip: paisa(input.tip),
    duties: paisa(input.duties),
    fees: input.fee
      ? [
          {
            id: world.ids.next("AdditionalFee"),
            name: input.fee.name,
            price: toPaisa(input.fee.price),
            taxLines: [],
          },
        ]
      : [],
    cashRounding: paisa(input.cashRounding),
    transactions: [],
    gatewayNames: [],
    refunds: [],
    riskLevel: input.riskLevel ?? "LOW",
    riskRecommendation: input.riskLevel === "HIGH" ? "CANCEL" : "ACCEPT",
    deliveryMethodType: input.deliveryMethodType ?? (input.retail ? "RETAIL" : "SHIPPING"),
    fulfillAt: input.fulfillAt ? new Date(input.fulfillAt) : now,
    edited: false,
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
    phone: optional(customer?.phone, "+923001234567"),
    ...input,
  };
}

function optional<T>(given: T | null | undefined, fallback: T): T | null {
  return given === undefined ? fallback : given;
}
