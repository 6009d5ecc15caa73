import { z } from "zod";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { HandoffRecord, ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { type ExternalOrderId, type SupplierVariantId, toSupplierVariantId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";

const MAX_PAGES = 5;

/** What the service holds under one external id (R9). Counts as a read of the day. @throws SupplierError */
export async function readParcelsOf(
  supplier: SupplierClient,
  externalOrderId: ExternalOrderId,
): Promise<readonly SupplierOrder[]> {
  const records: SupplierOrder[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await supplier.listOrders({ externalOrderId, limit: 100, cursor });
    records.push(...answer.data.filter((record) => record.externalOrderId === externalOrderId));
    if (!answer.nextCursor || answer.nextCursor === cursor) break;
    cursor = answer.nextCursor;
  }
  return records;
}

/** Whether all parcels of the order are there; a part of them says nothing yet. */
export function areComplete(records: readonly SupplierOrder[]): boolean {
  const announced = records[0]?.parcel?.of ?? records.length;
  return records.length > 0 && records.length >= announced;
}

/** What the customer pays for the parcels, either way of paying; whole rupees. */
export function collectedBy(records: readonly SupplierOrder[]): Rupees {
  return sumRupees(records.map(collectedByOne));
}

/** `prepaidAmount` is the wallet's, so a prepaid parcel is compared by its prices. */
function collectedByOne(record: SupplierOrder): Rupees {
  if (record.paymentMode === "COD") return record.codAmount ?? rupees(0);
  return rupees((record.resaleTotal ?? 0) + (record.shippingCharged ?? 0));
}

type SentOrder = Pick<HandoffRecord, "mode" | "paymentMode" | "collectsPkr"> & {
  readonly items: readonly Pick<ItemRecord, "supplierVariantId" | "quantity">[];
};

/** Whether the parcels are the order we sent: mode, way of paying, sum, and units where the service names them. */
export function matchesSentOrder(sent: SentOrder, records: readonly SupplierOrder[]): boolean {
  const isAlike = records.every(
    ({ mode, paymentMode }) =>
      (mode ?? sent.mode) === sent.mode && (paymentMode ?? sent.paymentMode) === sent.paymentMode,
  );
  if (!isAlike || collectedBy(records) !== sent.collectsPkr) return false;
  const reportedUnits = unitsOf(records);
  return reportedUnits === null || haveSameUnits(reportedUnits, sentUnits(sent));
}

const reportedItem = z.object({
  variantId: z.string().transform(toSupplierVariantId),
  quantity: z.number().int(),
});

/** Units by variant; null where one item names none. */
function unitsOf(records: readonly SupplierOrder[]): ReadonlyMap<SupplierVariantId, number> | null {
  const items = records.flatMap((record) => record.items ?? []);
  const units = new Map<SupplierVariantId, number>();
  for (const item of items) {
    const parsed = reportedItem.safeParse(item);
    if (!parsed.success) return null;
    units.set(parsed.data.variantId, (units.get(parsed.data.variantId) ?? 0) + parsed.data.quantity);
  }
  return items.length === 0 ? null : units;
}

function sentUnits({ items }: SentOrder): ReadonlyMap<SupplierVariantId, number> {
  const units = new Map<SupplierVariantId, number>();
  for (const { supplierVariantId, quantity } of items) {
    units.set(supplierVariantId, (units.get(supplierVariantId) ?? 0) + quantity);
  }
  return units;
}

function haveSameUnits(
  one: ReadonlyMap<SupplierVariantId, number>,
  other: ReadonlyMap<SupplierVariantId, number>,
): boolean {
  return one.size === other.size && [...one].every(([variant, units]) => other.get(variant) === units);
}
