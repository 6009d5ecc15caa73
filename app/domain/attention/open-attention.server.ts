import type { Prisma } from "@prisma/client";
import { markNeeding } from "./mark-needing.server.ts";

export type AttentionSubject = {
  /** mapping: a product of the merchant's own; variant: one in Shopify, by its gid. */
  readonly thing: "order" | "listing" | "connection" | "shop" | "mapping" | "variant";
  readonly thingId: string;
};

/** In whose name and when a row is written. */
export type WrittenFor = { readonly shopId: string; readonly now: Date };

type OpenAttention = AttentionSubject & {
  readonly code: string;
  /** Numbers and words of the sentence; never personal data. */
  readonly params?: Prisma.InputJsonObject;
};

/**
 * Says that a thing needs a person: one row per code and thing, so saying it twice changes nothing.
 * A resolved row is opened anew. Returns true when it was not open before.
 */
export async function openAttention(
  tx: Prisma.TransactionClient,
  { shopId, now }: WrittenFor,
  { code, thing, thingId, params = {} }: OpenAttention,
): Promise<boolean> {
  const where = { shopId_code_thing_thingId: { shopId, code, thing, thingId } };
  const existing = await tx.attention.findUnique({ where });
  if (!existing) {
    await tx.attention.create({ data: { shopId, code, thing, thingId, params, openedAt: now } });
    await markNeeding(tx, shopId, { thing, thingId });
    return true;
  }
  const reopened = existing.resolvedAt !== null;
  const fresh = reopened ? { openedAt: now, resolvedAt: null, resolvedBy: null } : {};
  await tx.attention.update({ where, data: { params, ...fresh } });
  if (reopened) await markNeeding(tx, shopId, { thing, thingId });
  return reopened;
}

type Closing = { readonly by: string; readonly keep?: readonly string[] };

/** Closes a thing's open rows, all but the codes to keep. Returns the codes closed. */
export async function resolveAttention(
  tx: Prisma.TransactionClient,
  { shopId, now }: WrittenFor,
  { thing, thingId }: AttentionSubject,
  { by, keep = [] }: Closing,
): Promise<string[]> {
  const open = await tx.attention.findMany({
    where: { shopId, thing, thingId, resolvedAt: null, code: { notIn: [...keep] } },
  });
  if (open.length === 0) return [];
  await tx.attention.updateMany({
    where: { shopId, id: { in: open.map((row) => row.id) } },
    data: { resolvedAt: now, resolvedBy: by },
  });
  await markNeeding(tx, shopId, { thing, thingId });
  return open.map((row) => row.code);
}
