import type { ParcelFields } from "./parcel-report.ts";

type Field = keyof ParcelFields;
type TrackingField = "courier" | "trackingUrl";
type KnownFields = { readonly [K in Field]?: ParcelFields[K] | null };

export type FoldedFields = {
  readonly fields: ParcelFields;
  /** An older report differs from the row, and no rank decides which is later: only a read can. */
  readonly contradicts: boolean;
};

/** Words that only move on while a parcel stays in one status. */
const RANKS: { readonly [K in Field]?: readonly string[] } = {
  marginStatus: ["NONE", "PENDING", "RELEASED", "REVERSED"],
  confirmation: ["PENDING", "FAILED", "NOT_REQUIRED", "CONFIRMED"],
};

/**
 * Which fields of a report a parcel takes. A report of a later status, or said later, takes all it says; one of the
 * same status that was said before what we know fills gaps and moves ranked words on; one of an earlier status only
 * fills gaps. So a retry that arrives late sets no money back. Of a parcel that was booked again, nothing said of one
 * booking is put beside the other's number (R13).
 */
export function foldFields(
  known: KnownFields,
  reported: ParcelFields,
  age: "newer" | "older" | "older_status",
): FoldedFields {
  const apart = listApart(known, reported);
  if (age === "newer") {
    const cleared = Object.fromEntries(apart.map((name) => [name, null]));
    return { fields: { ...cleared, ...reported }, contradicts: false };
  }
  const names = Object.keys(reported).filter(isField);
  const taken = names.filter(
    (name) =>
      (isUnknown(known[name]) && !apart.some((each) => each === name)) ||
      (age === "older" && isFurther(name, known, reported)),
  );
  const contradicts =
    age === "older" &&
    names.some((name) => !taken.includes(name) && !RANKS[name] && !isEqual(known[name], reported[name]));
  return { fields: pick(reported, taken), contradicts };
}

/** Whether a report holds a field that is unknown to a parcel, or another value of one. */
export function addsFields(known: KnownFields, reported: ParcelFields): boolean {
  return Object.keys(reported)
    .filter(isField)
    .some((name) => !isEqual(known[name], reported[name]));
}

/** What belongs to one booking alone, where report and row speak of two: a link leads to one number of one courier. */
function listApart(known: KnownFields, reported: ParcelFields): readonly TrackingField[] {
  const differs = (name: Field) =>
    !isUnknown(known[name]) && !isUnknown(reported[name]) && !isEqual(known[name], reported[name]);
  if (differs("trackingNumber")) return ["courier", "trackingUrl"];
  return differs("courier") ? ["trackingUrl"] : [];
}

function isField(name: string): name is Field {
  return name !== "";
}

function isUnknown(value: unknown): boolean {
  return value === null || value === undefined;
}

function isFurther(name: Field, known: KnownFields, reported: ParcelFields): boolean {
  const rank = RANKS[name];
  if (!rank) return false;
  return rank.indexOf(String(reported[name])) > rank.indexOf(String(known[name]));
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  return left === right;
}

function pick(reported: ParcelFields, names: readonly Field[]): ParcelFields {
  return Object.fromEntries(names.map((name) => [name, reported[name]]));
}
