import { z } from "zod";
import { toSupplierOrderId } from "#app/platform/ids.ts";
import {
  count,
  decimal,
  externalOrderId,
  instant,
  lenient,
  listOf,
  opaque,
  optionalSupplierVariantId,
  rupees,
  text,
  withRaw,
} from "./schema.ts";

const orderId = z.string().min(1).transform(toSupplierOrderId);
const parcelPart = lenient(z.object({ part: count, of: count }));
const platformFee = lenient(z.object({ basis: text, percent: decimal, amount: rupees }));
const historyEntry = z.object({ status: text, at: instant, note: text });
const tracking = lenient(z.object({ number: text, courier: text, url: text }));

/** The fields of an item the document does not show, under the names the request used. R10 reads them if present. */
const orderItem = z.looseObject({
  variantId: optionalSupplierVariantId,
  externalVariantId: text,
  externalLineId: text,
  sku: text,
  quantity: count,
  resalePrice: rupees,
});

const orderEventShape = {
  id: orderId,
  externalOrderId,
  externalOrderName: text,
  parcel: parcelPart,
  orderNumber: text,
  status: text,
  paymentMode: text,
  codAmount: rupees,
  wholesaleTotal: rupees,
  shippingCost: rupees,
  margin: rupees,
  marginStatus: text,
  marginReleaseAt: instant,
  rtoCharge: rupees,
  returnCredit: rupees,
  items: lenient(z.array(orderItem)),
  tracking,
  cancellationReason: text,
};

const orderShape = {
  ...orderEventShape,
  mode: text,
  confirmation: text,
  prepaidAmount: rupees,
  resaleTotal: rupees,
  shippingCharged: rupees,
  platformFee,
  expectedMargin: rupees,
  rtoReserve: rupees,
  customer: opaque,
  fundsDeadline: instant,
  history: lenient(z.array(historyEntry)),
  createdAt: instant,
};

/**
 * Section Order: one record is one parcel. A field that did not arrive is undefined (in an event: unchanged, R14),
 * a field that arrived empty is null. Amounts are whole rupees.
 */
export const orderSchema = withRaw(z.object(orderShape));

/** Section CreateOrderResponse. Top-level amounts are totals over `parcels`. */
export const createdOrderSchema = withRaw(
  z.object({
    id: orderId,
    externalOrderId,
    orderNumber: text,
    status: text,
    paymentMode: text,
    mode: text,
    codAmount: rupees,
    prepaidAmount: rupees,
    wholesaleTotal: rupees,
    shippingCost: rupees,
    platformFee,
    expectedMargin: rupees,
    rtoReserve: rupees,
    fundsDeadline: instant,
    parcels: listOf(orderSchema),
  }),
);

const trackingStep = z.object({ status: text, label: text, done: z.boolean().catch(false), at: instant });
const trackingEntry = z.object({ status: text, label: text, at: instant });

/** Section Tracking: safe to show to a customer. `amountToCollect` in rupees, 0 for prepaid. */
export const trackingSchema = withRaw(
  z.object({
    id: orderId,
    externalOrderId,
    orderNumber: text,
    parcel: parcelPart,
    status: text,
    statusLabel: text,
    paymentMode: text,
    amountToCollect: rupees,
    sender: text,
    tracking: lenient(z.object({ number: text, courier: text })),
    shippedAt: instant,
    deliveredAt: instant,
    cancelledReason: text,
    steps: listOf(trackingStep),
    history: listOf(trackingEntry),
    updatedAt: instant,
  }),
);

export type SupplierOrder = z.infer<typeof orderSchema>;
export type CreatedOrder = z.infer<typeof createdOrderSchema>;
export type SupplierTracking = z.infer<typeof trackingSchema>;
