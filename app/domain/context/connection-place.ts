import type { Crypto, SealedPlace } from "#app/platform/crypto/crypto.ts";

type SealedColumn =
  | "key_secret_enc"
  | "webhook_token_enc"
  | "webhook_secret_enc"
  | "webhook_secret_previous_enc"
  | "health_message_enc";

/** Where a value of a connection is sealed to; a secret that becomes the previous one is sealed anew. */
export function connectionPlace(connectionId: string, column: SealedColumn): SealedPlace {
  return { table: "supplier_connection", row: connectionId, column };
}

/** The service's words beside a connection's health, sealed: they may come with the refusal of an order, and quote it. */
export function sealHealthMessage(
  crypto: Pick<Crypto, "seal">,
  connectionId: string,
  message: string | null,
): Uint8Array<ArrayBuffer> | null {
  return message ? crypto.seal(message, connectionPlace(connectionId, "health_message_enc")) : null;
}

type HealthRow = { readonly id: string; readonly healthMessageEnc: Uint8Array | null };

/** What the service said beside a connection's health; null where it said nothing, or a customer was erased since. */
export function openHealthMessage(
  crypto: Pick<Crypto, "openText">,
  { id, healthMessageEnc }: HealthRow,
): string | null {
  return healthMessageEnc?.length
    ? crypto.openText(healthMessageEnc, connectionPlace(id, "health_message_enc"))
    : null;
}
