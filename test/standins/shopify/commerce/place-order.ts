import { toIso } from "../clock.ts";
import { allocate, type Paisa, sum, toPaisa } from "../money.ts";
import type {
  Allocation,
  DiscountApplication,
  OrderLine,
  OrderState,
  ShippingLineState,
  TaxLine,
  TransactionState,
} from "../order-state.ts";
import type { Address } from "../state.ts";
import { announceOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { outstanding, taxOf } from "./order-money.ts";
import { routeOrder } from "./routing.ts";

type Amount = string | number;

/** What a test or the demo says about an order; everything else is filled in as Shopify would. */
export type NewOrder = {
  readonly lines: ReadonlyArray<{
    readonly variantId?: string;
    readonly title?: string;
    readonly quantity: number;
    readonly price?: Amount;
    /** Taken off the whole line, not off each unit. */
    readonly discount?: Amount;
    readonly requiresShipping?: boolean;
    readonly taxable?: boolean;
    readonly customAttributes?: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  }>;
  readonly customer?: {
    readonly firstName?: string | null;
    readonly lastName?: string | null;
    readonly phone?: string | null;
    readonly email?: string | null;
  };
  readonly shippingAddress?: Partial<Address> | null;
  readonly billingAddress?: Partial<Address> | null;
  readonly payment?: "cod" | "paid" | "pending" | "partly" | "authorized" | "expired" | "none";
  /** With "partly": what was paid before; the rest is a pending transaction on `gateway` unless restPending is false. */
  readonly paidAmount?: Amount;
  readonly restPending?: boolean;
  readonly gateway?: string;
  readonly manualGateway?: boolean;
  readonly shipping?: Amount | null;
  readonly shippingTitle?: string;
  readonly shippingDiscount?: Amount;
  readonly taxRate?: number;
  readonly taxShipping?: boolean;
  readonly taxesIncluded?: boolean;
  readonly discountCode?: { readonly code: string; readonly percent?: number; readonly amount?: Amount };
  readonly tip?: Amount;
  readonly duties?: Amount;
  readonly fee?: { readonly name: string; readonly price: Amount };
  readonly cashRounding?: Amount;
  readonly currency?: string;
  readonly presentmentCurrency?: string;
  readonly presentmentRate?: number;
  readonly createdAt?: string;
  readonly fulfillAt?: string;
  readonly test?: boolean;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly customAttributes?: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  readonly sourceName?: string;
  readonly app?: { readonly id: string; readonly name: string } | null;
  readonly retail?: boolean;
  readonly paymentTerms?: { readonly name: string; readonly dueInDays?: number } | null;
  readonly deliveryMethodType?: string;
  readonly riskLevel?: "NONE" | "LOW" | "MEDIUM" | "HIGH";
};

export const COD_GATEWAY = "Cash on Delivery (COD)";

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

function buildLine(
  scene: Scene,
  input: NewOrder["lines"][number],
  discounts: DiscountApplication[],
): OrderLine {
  const { world, shop } = scene;
  const variant = input.variantId ? shop.variants.get(input.variantId) : undefined;
  if (input.variantId && !variant) throw new Error(`The shop has no variant ${input.variantId}`);
  const product = variant && shop.products.get(variant.productId);
  const item = variant && shop.items.get(variant.inventoryItemId);
  const allocations: Allocation[] = [];
  if (input.discount !== undefined) {
    discounts.push({
      code: null,
      title: "Line discount",
      value: { amount: toPaisa(input.discount) },
      target: "LINE_ITEM",
    });
    allocations.push({ amount: toPaisa(input.discount), application: discounts.length - 1 });
  }
  const options = variant?.selectedOptions.map(({ value }) => value).join(" / ");
  const locationService =
    item && [...shop.services.values()].find(({ locationId }) => item.levels.get(locationId)?.isActive);
  return {
    id: world.ids.next("LineItem"),
    variantId: variant?.id ?? null,
    productId: product?.id ?? null,
    inventoryItemId: item?.id ?? null,
    title: input.title ?? product?.title ?? "Custom item",
    variantTitle: options && options !== "Default Title" ? options : null,
    sku: item?.sku ?? null,
    vendor: product?.vendor ?? null,
    quantity: input.quantity,
    currentQuantity: input.quantity,
    unitPrice: input.price === undefined ? (variant?.price ?? 0) : toPaisa(input.price),
    requiresShipping: input.requiresShipping ?? item?.requiresShipping ?? true,
    taxable: input.taxable ?? true,
    isGiftCard: false,
    weightKg: item?.weightKg ?? null,
    customAttributes: [...(input.customAttributes ?? [])],
    allocations,
    taxLines: [],
    serviceHandle: locationService?.handle ?? "manual",
  };
}

function lineNet(line: OrderLine): Paisa {
  return line.unitPrice * line.quantity - sum(line.allocations.map(({ amount }) => amount));
}

function discountsOf({ discountCode }: NewOrder): DiscountApplication[] {
  if (!discountCode) return [];
  const value =
    discountCode.percent === undefined
      ? { amount: paisa(discountCode.amount) }
      : { percent: discountCode.percent };
  return [{ code: discountCode.code, title: discountCode.code, value, target: "LINE_ITEM" }];
}

function withCodeDiscount(
  input: NewOrder,
  discounts: readonly DiscountApplication[],
  lines: OrderLine[],
): OrderLine[] {
  const value = input.discountCode ? discounts[0]?.value : undefined;
  if (!value) return lines;
  const weights = lines.map(lineNet);
  const total =
    "percent" in value
      ? Math.round((sum(weights) * value.percent) / 100)
      : Math.min(value.amount, sum(weights));
  allocate(total, weights).forEach((amount, index) =>
    lines[index]?.allocations.push({ amount, application: 0 }),
  );
  return lines;
}

function taxLinesOf(input: NewOrder, taxable: boolean, net: Paisa, included: boolean): TaxLine[] {
  if (!input.taxRate || !taxable) return [];
  return [{ title: "GST", rate: input.taxRate, price: taxOf(net, input.taxRate, included) }];
}

function shippingLinesOf(
  { world }: Scene,
  input: NewOrder,
  discounts: DiscountApplication[],
  included: boolean,
): ShippingLineState[] {
  if (input.shipping === null || input.shipping === undefined) return [];
  const price = toPaisa(input.shipping);
  const off = paisa(input.shippingDiscount);
  const allocations: Allocation[] = [];
  if (off > 0) {
    discounts.push({ code: "FREESHIP", title: "FREESHIP", value: { amount: off }, target: "SHIPPING_LINE" });
    allocations.push({ amount: off, application: discounts.length - 1 });
  }
  const line: ShippingLineState = {
    id: world.ids.next("ShippingLine"),
    title: input.shippingTitle ?? "Standard Delivery",
    code: "Standard",
    source: "shopify",
    carrierIdentifier: null,
    price,
    allocations,
    taxLines: taxLinesOf(input, input.taxShipping ?? false, price - off, included),
    refunded: 0,
    isRemoved: false,
  };
  return [line];
}

function buildTransactions(scene: Scene, order: OrderState, input: NewOrder): TransactionState[] {
  const payment = input.payment ?? "cod";
  const due = outstanding(order);
  const build = (
    kind: string,
    status: string,
    amount: Paisa,
    gateway: string,
    manual: boolean,
  ): TransactionState => ({
    id: scene.world.ids.next("OrderTransaction"),
    kind,
    status,
    gateway,
    formattedGateway: gateway,
    manualPaymentGateway: input.manualGateway ?? manual,
    amount,
    createdAt: order.createdAt,
    parentId: null,
    test: order.test,
  });
  const cod = input.gateway ?? COD_GATEWAY;
  const card = input.gateway ?? "Safepay";
  if (payment === "none" || due <= 0) return [];
  if (payment === "cod") return [build("SALE", "PENDING", due, cod, true)];
  if (payment === "pending") return [build("SALE", "PENDING", due, input.gateway ?? "Bank Deposit", true)];
  if (payment === "paid") return [build("SALE", "SUCCESS", due, card, false)];
  if (payment === "authorized") return [build("AUTHORIZATION", "SUCCESS", due, card, false)];
  if (payment === "expired") return [build("AUTHORIZATION", "FAILURE", due, card, false)];
  const paid = paisa(input.paidAmount);
  const advance = build("SALE", "SUCCESS", paid, "Safepay", false);
  return input.restPending === false ? [advance] : [advance, build("SALE", "PENDING", due - paid, cod, true)];
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

function paisa(amount: Amount | undefined): Paisa {
  return amount === undefined ? 0 : toPaisa(amount);
}

export function describeOrder(order: OrderState) {
  return { id: order.id, name: order.name, createdAt: toIso(order.createdAt) };
}
