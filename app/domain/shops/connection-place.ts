import type { SealedPlace } from "#app/platform/crypto.ts";

type SealedColumn =
  | "key_secret_enc"
  | "webhook_token_enc"
  | "webhook_secret_enc"
  | "webhook_secret_previous_enc";

/** Where a secret of a connection is sealed to; a secret that becomes the previous one is sealed anew. */
export function connectionPlace(connectionId: string, column: SealedColumn): SealedPlace {
  return { table: "supplier_connection", row: connectionId, column };
}
