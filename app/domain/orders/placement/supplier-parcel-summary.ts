import { z } from "zod";
import { rupees } from "#app/domain/money/rupees.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { collectedBy } from "./parcels-at-service.ts";

/** One parcel of the service as a person compares it with what we sent: nothing of the customer; whole rupees. */
const parcelSummary = z.object({
  id: z.string(),
  orderNumber: z.string().nullable(),
  status: z.string(),
  paymentMode: z.string().nullable(),
  collectsPkr: z.int().transform(rupees),
  wholesalePkr: z.int().transform(rupees).nullable(),
  units: z.number().nullable(),
});

export type SupplierParcelSummary = z.infer<typeof parcelSummary>;

export function toParcelSummaries(records: readonly SupplierOrder[]): SupplierParcelSummary[] {
  return records.map((record) => ({
    id: record.id,
    orderNumber: record.orderNumber ?? null,
    status: record.status ?? "",
    paymentMode: record.paymentMode ?? null,
    collectsPkr: collectedBy([record]),
    wholesalePkr: record.wholesaleTotal ?? null,
    units: unitsOf(record),
  }));
}

/** What was stored as found; an empty list where nothing was, or it cannot be read. */
export function parseParcelSummaries(stored: unknown): readonly SupplierParcelSummary[] {
  const parsed = z.array(parcelSummary).safeParse(stored);
  return parsed.success ? parsed.data : [];
}

const reportedItem = z.object({ quantity: z.number().int() });

function unitsOf({ items }: SupplierOrder): number | null {
  const counts = (items ?? []).map((item) => reportedItem.safeParse(item).data?.quantity ?? null);
  if (counts.length === 0 || counts.includes(null)) return null;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
