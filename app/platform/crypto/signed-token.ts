import { timingSafeEqual } from "node:crypto";
import type { Crypto } from "./crypto.ts";

type Signer = Pick<Crypto, "hash">;

type TokenTarget = {
  /** What its holder may do: a token signed for one thing is none for another. */
  readonly purpose: string;
  /** A UUID: what it is about. */
  readonly id: string;
  /** Null: it never ends. */
  readonly until: Date | null;
};

const TOKEN = /^([0-9a-f]{32})\.([0-9a-z]{1,12})\.([0-9a-f]{64})$/;

/** A token for an address: the id, when it ends, and our signature of both for the purpose. It names nobody. */
export function makeSignedToken(crypto: Signer, { purpose, id, until }: TokenTarget): string {
  const seconds = until === null ? 0 : Math.floor(until.getTime() / 1000);
  const signed = `${id.replaceAll("-", "")}.${seconds.toString(36)}`;
  return `${signed}.${crypto.hash(signed, purpose)}`;
}

type SignedToken = Pick<TokenTarget, "id" | "until">;

/** What a token is about and when it ends; null where we did not sign it for this purpose, or its time is over. */
export function readSignedToken(
  crypto: Signer,
  { purpose, token, now }: { readonly purpose: string; readonly token: string; readonly now: Date },
): SignedToken | null {
  const [, id, seconds, signature] = TOKEN.exec(token) ?? [];
  if (id === undefined || seconds === undefined || signature === undefined) return null;
  const expected = crypto.hash(`${id}.${seconds}`, purpose);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return null;
  const endsAt = Number.parseInt(seconds, 36) * 1000;
  const until = endsAt === 0 ? null : new Date(endsAt);
  if (until !== null && until <= now) return null;
  return { id: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"), until };
}
