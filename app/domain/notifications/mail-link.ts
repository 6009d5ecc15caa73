import type { Crypto } from "#app/platform/crypto/crypto.ts";
import { makeSignedToken, readSignedToken } from "#app/platform/crypto/signed-token.ts";

/** What the holder of a link may do. */
export type LinkPurpose = "confirm" | "unsubscribe";

type Signer = Pick<Crypto, "hash">;

type LinkTarget = {
  readonly purpose: LinkPurpose;
  readonly recipientId: string;
  /** Null: it never ends, as somebody may want no more mails at any time. */
  readonly until: Date | null;
};

/** The address of a page that acts on a recipient, signed, with nobody's address in it. */
export function linkUrl(appUrl: string, crypto: Signer, target: LinkTarget): string {
  return `${appUrl}/mail/${target.purpose}?token=${makeLinkToken(crypto, target)}`;
}

export function makeLinkToken(crypto: Signer, { purpose, recipientId, until }: LinkTarget): string {
  return makeSignedToken(crypto, { purpose: signedFor(purpose), id: recipientId, until });
}

/** The recipient a link is about; null where we did not sign it for this purpose, or its time is over. */
export function readLinkToken(
  crypto: Signer,
  { purpose, token, now }: { readonly purpose: LinkPurpose; readonly token: string; readonly now: Date },
): string | null {
  return readSignedToken(crypto, { purpose: signedFor(purpose), token, now })?.id ?? null;
}

const signedFor = (purpose: LinkPurpose) => `mail_link/${purpose}`;
