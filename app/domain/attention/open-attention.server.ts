import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import { type SealedWords, sealWords } from "#app/domain/context/sealed-words.ts";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { AttentionThing } from "./attention-thing.ts";
import { syncListingIssueFlag } from "./sync-listing-issue-flag.server.ts";

export type AttentionSubject = {
  readonly thing: AttentionThing;
  readonly thingId: string;
};

/** In whose name and when a row is written. */
export type AttentionScope = { readonly shopId: ShopId; readonly now: Date };

/** What seals the words of a sentence that somebody else wrote. */
export type SealedAttentionScope = AttentionScope & { readonly crypto: Pick<Crypto, "seal"> };

type IssueOf<Thing> = {
  readonly thing: Thing;
  readonly thingId: string;
  readonly code: AttentionCode;
  /** Numbers and words of the sentence. */
  readonly params?: Prisma.InputJsonObject;
};

type OpenAttention = IssueOf<AttentionThing>;

/**
 * Says that a thing needs a person: one row per code and thing, so saying it twice changes nothing.
 * A resolved row is opened anew. Returns true when it was not open before.
 */
export async function openAttention(
  tx: Prisma.TransactionClient,
  written: SealedAttentionScope,
  issue: OpenAttention,
): Promise<boolean>;
export async function openAttention(
  tx: Prisma.TransactionClient,
  written: AttentionScope,
  issue: IssueOf<Exclude<AttentionThing, "order">>,
): Promise<boolean>;
export async function openAttention(
  tx: Prisma.TransactionClient,
  written: AttentionScope | SealedAttentionScope,
  { code, thing, thingId, params: words = {} }: OpenAttention,
): Promise<boolean> {
  const { shopId, now } = written;
  const where = { shopId_code_thing_thingId: { shopId, code, thing, thingId } };
  const existing = await tx.attention.findUnique({ where });
  const id = existing?.id ?? randomUUID();
  const kept = "crypto" in written ? sealWords(written.crypto, attentionPlace(id), words) : inTheClear(words);
  if (!existing) {
    await tx.attention.create({ data: { id, shopId, code, thing, thingId, ...kept, openedAt: now } });
    await syncListingIssueFlag(tx, shopId, { thing, thingId });
    return true;
  }
  const reopened = existing.resolvedAt !== null;
  const fresh = reopened ? { openedAt: now, resolvedAt: null, resolvedBy: null } : {};
  await tx.attention.update({ where, data: { ...kept, ...fresh } });
  if (reopened) await syncListingIssueFlag(tx, shopId, { thing, thingId });
  return reopened;
}

/** Where the words of a row of attention are sealed. */
export function attentionPlace(id: string) {
  return { table: "attention", row: id, column: "words_enc" } as const;
}

function inTheClear(params: Prisma.InputJsonObject): SealedWords {
  return { params, wordsEnc: null };
}

type ResolveAttentionInput = { readonly by: string; readonly keep?: readonly AttentionCode[] };

/** Closes a thing's open rows, all but the codes to keep. Returns the codes closed. */
export async function resolveAttention(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  { thing, thingId }: AttentionSubject,
  { by, keep = [] }: ResolveAttentionInput,
): Promise<AttentionCode[]> {
  const open = await tx.attention.findMany({
    where: { shopId, thing, thingId, resolvedAt: null, code: { notIn: [...keep] } },
  });
  if (open.length === 0) return [];
  await tx.attention.updateMany({
    where: { shopId, id: { in: open.map((row) => row.id) } },
    data: { resolvedAt: now, resolvedBy: by },
  });
  await syncListingIssueFlag(tx, shopId, { thing, thingId });
  return open.map((row) => row.code);
}
