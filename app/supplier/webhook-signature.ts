import { createHmac, timingSafeEqual } from "node:crypto";

const FORMAT = /^sha256=([0-9a-f]{64})$/;

/** Whether the value of X-Service-Signature has the form of one. Section Events, Delivery. */
export function hasSignatureFormat(signature: string | string[] | null | undefined): signature is string {
  return typeof signature === "string" && FORMAT.test(signature);
}

export type SignedBody = {
  /** The bytes as they arrived: re-serialised JSON does not match. */
  readonly rawBody: Uint8Array;
  /** The value of X-Service-Signature. */
  readonly signature: string | null | undefined;
  /** The current webhook secret, and the previous one while rotating. */
  readonly secrets: readonly string[];
};

/**
 * Whether one of the secrets signed exactly these bytes. The format is strict (`sha256=` and 64 lowercase hex) and every
 * secret is compared over 32 bytes in constant time. Section Events, Delivery.
 */
export function hasValidSignature({ rawBody, signature, secrets }: SignedBody): boolean {
  const hex = FORMAT.exec(signature ?? "")?.[1];
  if (hex === undefined) return false;
  const claimed = Buffer.from(hex, "hex");
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(rawBody).digest(), claimed),
  );
  return matches.includes(true);
}
