import { z } from "zod";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ParcelId } from "#app/platform/ids.ts";

const step = z.object({
  status: z.string().min(1),
  at: z.iso.datetime({ offset: true }).nullish().catch(null),
  note: z.string().nullish().catch(null),
});
const record = z.object({ history: z.array(z.unknown()) });

/** A step of a parcel in the service's own history: what it became, when, and what was noted. */
export type ParcelStep = {
  readonly status: string;
  readonly at: string | null;
  readonly note: string | null;
};

/**
 * A parcel's history as the service last reported it (API document, Order), oldest first. Empty where it reported none,
 * the report cannot be parsed, or the customer was erased; its notes may name the customer (R54).
 */
export function openHistory(
  { crypto }: { readonly crypto: Pick<Crypto, "openText"> },
  { id, rawEnc }: { readonly id: ParcelId; readonly rawEnc: Uint8Array | null },
): readonly ParcelStep[] {
  if (!rawEnc?.length) return [];
  const raw: unknown = JSON.parse(crypto.openText(rawEnc, { table: "parcel", row: id, column: "raw_enc" }));
  const parsed = record.safeParse(raw);
  if (!parsed.success) return [];
  const steps = parsed.data.history.flatMap((entry) => {
    const read = step.safeParse(entry);
    return read.success
      ? [{ status: read.data.status, at: read.data.at ?? null, note: read.data.note || null }]
      : [];
  });
  return steps.toSorted((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}
