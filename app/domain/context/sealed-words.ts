import type { Prisma } from "@prisma/client";
import type { Crypto, SealedPlace } from "#app/platform/crypto/crypto.ts";

/** Numbers and words of a sentence, as they are shown. */
export type Words = Readonly<Record<string, unknown>>;

/** The same as a row keeps them: in the clear what names nobody, sealed whatever somebody else wrote (R54). */
export type SealedWords = {
  readonly params: Prisma.InputJsonObject;
  readonly wordsEnc: Uint8Array<ArrayBuffer> | null;
};

/** Members whose text is a code, an id, an instant or a name of ours. The text of every other member is sealed. */
const OWN_TEXT: ReadonlySet<string> = new Set([
  ...["code", "because", "action", "change", "how", "mode", "question", "result", "retry", "route", "state"],
  ...["status"],
  ...["actor", "field", "missing", "shown", "topic", "view", "what"],
  ...["about", "deadline", "due", "until"],
  ...["answerKey", "externalOrderId", "gateway", "handoffId", "name", "otherOrder", "productGid"],
  ...["variantGid", "variantId"],
]);

/** A code, an id or an instant has no spaces and is short: a sentence under a member of ours is sealed all the same. */
const OWN_SHAPE = /^[\w.:/#+|-]{0,200}$/;

/** Splits a sentence's numbers and words: what nobody else wrote stays in the clear, the rest is sealed for `place`. */
export function sealWords(crypto: Pick<Crypto, "seal">, place: SealedPlace, words: Words): SealedWords {
  const entries = Object.entries(toJson(words));
  const params = Object.fromEntries(entries.filter(([name, value]) => isOwn(name, value)));
  const foreign = entries.filter(([name]) => !(name in params));
  if (foreign.length === 0) return { params, wordsEnc: null };
  return { params, wordsEnc: crypto.seal(JSON.stringify(Object.fromEntries(foreign)), place) };
}

/** What is left of a sentence once the customer was erased. */
export function ownWords(words: Words): Prisma.InputJsonObject {
  const entries = Object.entries(toJson(words));
  return Object.fromEntries(entries.filter(([name, value]) => isOwn(name, value)));
}

type Row = { readonly params: unknown; readonly wordsEnc: Uint8Array | null };

/** A row's numbers and words together; of an erased customer only the numbers are left. */
export function openWords(
  crypto: Pick<Crypto, "openText">,
  place: SealedPlace,
  { params, wordsEnc }: Row,
): Words {
  const sealed: unknown = wordsEnc?.length ? JSON.parse(crypto.openText(wordsEnc, place)) : null;
  return { ...toWords(params), ...toWords(sealed) };
}

function isOwn(name: string, value: unknown): boolean {
  if (typeof value === "string") return OWN_TEXT.has(name) && OWN_SHAPE.test(value);
  if (Array.isArray(value)) return value.every((each) => isOwn(name, each));
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([member, each]) => isOwn(member, each));
}

function toWords(value: unknown): Words {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function toJson(words: Words): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(words));
}
