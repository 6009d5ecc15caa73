import type { Parcel } from "@prisma/client";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ParcelId } from "#app/platform/ids.ts";

type SealedReason = { readonly id: ParcelId; readonly cancellationReasonEnc: Uint8Array | null };

function placeOf(parcelId: ParcelId) {
  return { table: "parcel", row: parcelId, column: "cancellation_reason_enc" } as const;
}

/** Why the service cancelled a parcel, in its words; null where it did not say, or the customer was erased. */
export function openCancellationReason(
  { crypto }: { readonly crypto: Pick<Crypto, "openText"> },
  { id, cancellationReasonEnc: sealed }: SealedReason,
): string | null {
  return sealed?.length ? crypto.openText(sealed, placeOf(id)) : null;
}

/** A parcel's row with what is sealed in it of what the service reports. */
export type OpenParcel = Parcel & { readonly cancellationReason: string | null };

export function openParcel(ctx: { readonly crypto: Pick<Crypto, "openText"> }, parcel: Parcel): OpenParcel {
  return { ...parcel, cancellationReason: openCancellationReason(ctx, parcel) };
}

/** The service's words as a parcel's row keeps them: they may name the customer (R54). */
export function sealCancellationReason(
  { crypto }: { readonly crypto: Pick<Crypto, "seal"> },
  parcelId: ParcelId,
  reason: string,
): Uint8Array<ArrayBuffer> {
  return crypto.seal(reason, placeOf(parcelId));
}
