import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import type { SupplierWebhook } from "#test/support/deliveries.ts";
import type { DrillStage } from "../core/stage.ts";

/** Address and secret the app gave the service, to sign as the service would. */
export async function openSupplierWebhook({ db, encryptionKeys }: DrillStage): Promise<SupplierWebhook> {
  const row = await db.supplierConnection.findFirstOrThrow({ where: { active: true } });
  const crypto = createCrypto(readEnv({ ENCRYPTION_KEYS: encryptionKeys }).ENCRYPTION_KEYS);
  const open = (sealed: Uint8Array, column: string) =>
    crypto.openText(sealed, { table: "supplier_connection", row: row.id, column });
  return {
    token: open(row.webhookTokenEnc, "webhook_token_enc"),
    secret: open(row.webhookSecretEnc, "webhook_secret_enc"),
  };
}
