import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** An unguessable path segment, 256 bits. */
export function newWebhookToken(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Our own webhook secret, 43 characters: one the service made would be lost in a crash before it is saved. */
export function newWebhookSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What the intake looks a connection up by. */
export function hashWebhookToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The address we register at the service (R25). */
export function webhookAddress(webhookBaseUrl: string, token: string): string {
  return `${webhookBaseUrl}/webhooks/supplier/${token}`;
}
