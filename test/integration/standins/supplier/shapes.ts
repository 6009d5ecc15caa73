import { z } from "zod";

/** The documented shape of each resource, to the type; what the document leaves open is `unknown` here. */
const text = z.string();
const textOrNull = z.string().nullable();
const rupees = z.int();
const date = z.iso.datetime();
const dateOrNull = date.nullable();

export const errorBody = z.object({
  error: z.looseObject({ code: text, message: text, details: z.unknown().optional() }),
});

export const me = z.strictObject({
  reseller: z.strictObject({ id: text, brandName: text, status: text }),
  mode: z.enum(["live", "test"]),
  keyId: text,
  integration: z.looseObject({}),
});

const categoryLeaf = z.strictObject({ id: text, name: text, slug: text });
export const category = categoryLeaf.extend({ children: z.array(categoryLeaf) });

const variant = z.strictObject({
  id: text,
  isDefault: z.boolean(),
  sku: textOrNull,
  color: textOrNull,
  size: textOrNull,
  title: text,
  image: textOrNull,
  wholesalePrice: rupees,
  suggestedPrice: rupees,
  minResalePrice: rupees,
  stock: z.int(),
});

export const product = z.strictObject({
  id: text,
  title: text,
  description: text,
  images: z.array(z.url()),
  brand: textOrNull,
  tags: z.array(text),
  category: z.looseObject({}).nullable(),
  storeId: text,
  weightKg: z.number().nullable(),
  wholesalePrice: rupees,
  suggestedPrice: rupees,
  compareAtPrice: rupees.nullable(),
  minResalePrice: rupees,
  inStock: z.boolean(),
  stock: z.int(),
  shipping: z.strictObject({
    required: z.boolean(),
    weightKg: z.number().nullable(),
    estimate: rupees,
  }),
  variants: z.array(variant),
  updatedAt: date,
});
export const listedProduct = product.partial({ variants: true });

export const inventoryItem = z.strictObject({
  variantId: text,
  productId: textOrNull,
  available: z.boolean(),
  stock: z.int().min(0),
  wholesalePrice: rupees.nullable(),
  minResalePrice: rupees.nullable(),
});

export const importEntry = z.strictObject({
  id: text,
  productId: text,
  externalProductId: textOrNull,
  syncStatus: z.enum(["ok", "failed", "removed"]),
  available: z.boolean(),
  variants: z.array(z.looseObject({})),
});

export const quote = z.strictObject({
  city: text,
  shippingCost: rupees,
  returnShippingCost: rupees,
  rtoReserve: rupees,
  platformFeePercent: z.number().optional(),
  platformFeeBasis: z.enum(["margin", "sale"]).optional(),
  parcels: z.array(z.looseObject({})),
});

const orderStatus = z.enum([
  "AWAITING_FUNDS",
  "RECEIVED",
  "CONFIRMED",
  "PROCESSING",
  "SHIPPED",
  "DELIVERED",
  "CANCELLED",
  "RETURNED",
]);
const paymentMode = z.enum(["COD", "PREPAID"]);
const parcel = z.strictObject({ part: z.int(), of: z.int() });
const platformFee = z.strictObject({
  basis: z.enum(["margin", "sale"]).optional(),
  percent: z.number().optional(),
  amount: rupees,
});

export const orderEvent = z.looseObject({
  id: text,
  externalOrderId: text,
  externalOrderName: textOrNull,
  parcel,
  orderNumber: textOrNull,
  status: orderStatus,
  paymentMode,
  codAmount: rupees,
  wholesaleTotal: rupees,
  shippingCost: rupees,
  margin: rupees,
  marginStatus: z.enum(["NONE", "PENDING", "RELEASED", "REVERSED"]),
  marginReleaseAt: dateOrNull,
  rtoCharge: rupees,
  returnCredit: rupees,
  items: z.array(z.looseObject({})),
  tracking: z.strictObject({ number: text, courier: text, url: textOrNull }).nullable(),
  cancellationReason: textOrNull,
});

export const order = orderEvent.extend({
  mode: z.enum(["live", "test"]),
  confirmation: z.enum(["PENDING", "CONFIRMED", "FAILED", "NOT_REQUIRED"]),
  prepaidAmount: rupees,
  resaleTotal: rupees,
  shippingCharged: rupees,
  platformFee,
  expectedMargin: rupees,
  rtoReserve: rupees,
  customer: z.looseObject({}),
  fundsDeadline: dateOrNull,
  history: z.array(z.strictObject({ status: text, at: date, note: textOrNull })),
  createdAt: date,
});

export const created = z.strictObject({
  id: text,
  externalOrderId: text,
  orderNumber: textOrNull,
  status: text,
  paymentMode,
  mode: z.enum(["live", "test"]),
  codAmount: rupees,
  prepaidAmount: rupees,
  wholesaleTotal: rupees,
  shippingCost: rupees,
  platformFee,
  expectedMargin: rupees,
  rtoReserve: rupees,
  fundsDeadline: dateOrNull,
  parcels: z.array(order).min(1),
});

export const tracking = z.strictObject({
  id: text,
  externalOrderId: text,
  orderNumber: text,
  parcel,
  status: orderStatus,
  statusLabel: text,
  paymentMode,
  amountToCollect: rupees,
  sender: text,
  tracking: z.strictObject({ number: text, courier: text }).nullable(),
  shippedAt: dateOrNull,
  deliveredAt: dateOrNull,
  cancelledReason: textOrNull,
  steps: z.array(z.strictObject({ status: text, label: text, done: z.boolean(), at: dateOrNull })),
  history: z.array(z.strictObject({ status: text, label: text, at: date })),
  updatedAt: date,
});

export const wallet = z.strictObject({
  available: rupees,
  pending: rupees,
  pendingOrders: z.int(),
  held: rupees,
  heldDeposit: rupees,
  heldReserve: rupees,
  depositRequired: rupees,
  withdrawalsPending: rupees,
  currency: z.literal("PKR"),
});

export const ledgerEntry = z.strictObject({
  id: text,
  amount: rupees,
  type: text,
  status: text,
  description: textOrNull,
  createdAt: date,
  order: z.looseObject({}).nullable(),
});

export const webhookConfig = z.strictObject({
  integrationId: text,
  url: textOrNull,
  events: z.array(text),
  hasSecret: z.boolean(),
  secret: text.optional(),
});

export const deliveryEntry = z.looseObject({});

export const eventBody = z.strictObject({
  id: z.string().regex(/^evt_\S+$/),
  event: text,
  mode: z.enum(["live", "test"]),
  createdAt: date,
  data: z.looseObject({}),
});

export const productEvent = z.strictObject({
  productId: text,
  importId: text,
  externalProductId: textOrNull,
  product: product.nullable(),
  changes: z.array(text),
});

export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), nextCursor: z.string().nullable() });
}

export function dataOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item) });
}
