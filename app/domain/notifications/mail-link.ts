import { timingSafeEqual } from "node:crypto";
import type { Crypto } from "#app/platform/crypto/crypto.ts";

/** What the holder of a link may do. */
export type LinkPurpose = "confirm" | "unsubscribe";

type Signer = Pick<Crypto, "hash">;

type LinkTarget = {
  readonly purpose: LinkPurpose;
  readonly recipientId: string;
  /** Null: it never ends, as somebody may want no more mails at any time. */
  readonly until: Date | null;
};

const TOKEN = /^([0-9a-f]{32})\.([0-9a-z]{1,12})\.([0-9a-f]{64})$/;

/** The address of a page that acts on a recipient, signed, with nobody's address in it. */
export function linkUrl(appUrl: string, crypto: Signer, target: LinkTarget): string {
  return `${appUrl}/mail/${target.purpose}?token=${makeLinkToken(crypto, target)}`;
}

export function makeLinkToken(crypto: Signer, { purpose, recipientId, until }: LinkTarget): string {
  const seconds = until === null ? 0 : Math.floor(until.getTime() / 1000);
  const signed = `${recipientId.replaceAll("-", "")}.${seconds.toString(36)}`;
  return `${signed}.${sign(crypto, purpose, signed)}`;
}

/** The recipient a link is about; null where we did not sign it for this purpose, or its time is over. */
export function readLinkToken(
  crypto: Signer,
  { purpose, token, now }: { readonly purpose: LinkPurpose; readonly token: string; readonly now: Date },
): string | null {
  const [, id, seconds, signature] = TOKEN.exec(token) ?? [];
  if (id === undefined || seconds === undefined || signature === undefined) return null;
  const expected = sign(crypto, purpose, `${id}.${seconds}`);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return null;
  const until = Number.parseInt(seconds, 36) * 1000;
  if (until !== 0 && until <= now.getTime()) return null;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function sign(crypto: Signer, purpose: LinkPurpose, text: string): string {
  return crypto.hash(text, `mail_link/${purpose}`);
}
