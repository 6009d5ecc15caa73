import type { Rupees } from "#app/domain/money/rupees.ts";
import type { SupplierOrderId } from "#app/platform/ids.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import type { ReturnType } from "#app/supplier/return-type.ts";
import { isReceived } from "./parcel-status.ts";
import { trackingLink } from "./tracking-link.ts";

/**
 * What the service says of one parcel, in the names of our own row.
 * A field that is undefined was not said and means "unchanged" (R14).
 */
export type ParcelReport = {
  readonly supplierOrderId: SupplierOrderId;
  readonly status: string;
  readonly fields: ParcelFields;
  readonly returnType: ReturnType | undefined;
  /** The service's item objects, of which no field is promised (R10). */
  readonly items: readonly unknown[];
  readonly happenedAt: Date;
  /** When the report was made: of two of one status the later one is right. */
  readonly reportedAt: Date;
  /** When it first was past waiting for funds; null where its history shows that it never was, undefined if not reported. */
  readonly receivedAt: Date | null | undefined;
  /** As its history shows it; a return may be the only report of a delivery. */
  readonly deliveredAt: Date | undefined;
  readonly raw: unknown;
};

export type ParcelFields = {
  readonly part?: number;
  readonly of?: number;
  readonly orderNumber?: string;
  readonly confirmation?: string;
  readonly codPkr?: Rupees;
  readonly prepaidPkr?: Rupees;
  readonly wholesalePkr?: Rupees;
  readonly resalePkr?: Rupees;
  readonly shippingCostPkr?: Rupees;
  readonly shippingChargedPkr?: Rupees;
  readonly marginPkr?: Rupees;
  readonly expectedMarginPkr?: Rupees;
  readonly platformFeePkr?: Rupees;
  readonly rtoReservePkr?: Rupees;
  readonly rtoChargePkr?: Rupees;
  readonly returnCreditPkr?: Rupees;
  readonly marginStatus?: string;
  readonly marginReleaseAt?: Date;
  readonly fundsDeadline?: Date;
  /** Null, of courier and link alone: they were another number's. No report says so, its fold does. */
  readonly courier?: string | null;
  readonly trackingNumber?: string;
  readonly trackingUrl?: string | null;
  readonly cancellationReason?: string;
};

type ToParcelReportInput = { readonly happenedAt: Date; readonly returnType?: ReturnType | null };

/** Reads one order record of the service (sections Order and OrderEvent) as a report on a parcel. */
export function toParcelReport(
  record: SupplierOrder,
  { happenedAt, returnType }: ToParcelReportInput,
): ParcelReport {
  return {
    supplierOrderId: record.id,
    status: record.status ?? "",
    returnType: returnType ?? undefined,
    items: record.items ?? [],
    happenedAt: instantOf(statusInstant(record)) ?? happenedAt,
    reportedAt: happenedAt,
    receivedAt: receivedInstant(record, happenedAt),
    deliveredAt: instantOf(record.history?.find(({ status }) => status === "DELIVERED")?.at),
    raw: record.raw,
    fields: dropUnreported({
      part: record.parcel?.part,
      of: record.parcel?.of,
      orderNumber: record.orderNumber,
      confirmation: record.confirmation,
      codPkr: record.codAmount,
      prepaidPkr: record.prepaidAmount,
      wholesalePkr: record.wholesaleTotal,
      resalePkr: record.resaleTotal,
      shippingCostPkr: record.shippingCost,
      shippingChargedPkr: record.shippingCharged,
      marginPkr: record.margin,
      expectedMarginPkr: record.expectedMargin,
      platformFeePkr: record.platformFee?.amount,
      rtoReservePkr: record.rtoReserve,
      rtoChargePkr: record.rtoCharge,
      returnCreditPkr: record.returnCredit,
      marginStatus: record.marginStatus,
      marginReleaseAt: instantOf(record.marginReleaseAt),
      fundsDeadline: instantOf(record.fundsDeadline),
      courier: record.tracking?.courier,
      trackingNumber: record.tracking?.number,
      trackingUrl: trackingLink(record.tracking?.url),
      cancellationReason: record.cancellationReason,
    }),
  };
}

/** When the record reached its present status, by its own history. */
function statusInstant(record: SupplierOrder): string | null | undefined {
  return record.history?.findLast((entry) => entry.status === record.status)?.at;
}

function receivedInstant({ status, history }: SupplierOrder, happenedAt: Date): Date | null | undefined {
  const first = history?.find((entry) => isReceived(entry.status ?? ""));
  if (first) return instantOf(first.at) ?? happenedAt;
  if (isReceived(status ?? "")) return happenedAt;
  return history && history.length > 0 ? null : undefined;
}

/** An instant the service reported; undefined for none, for nonsense and for years the database cannot hold. */
export function instantOf(text: string | null | undefined): Date | undefined {
  const date = new Date(text && /^\d{4}-/.test(text) ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

type Unreported<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** A field that arrived empty is treated as one that did not arrive: what we know is never lost to it. */
function dropUnreported(fields: Unreported<ParcelFields>): ParcelFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
