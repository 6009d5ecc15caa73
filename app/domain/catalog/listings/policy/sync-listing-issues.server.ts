import type { Prisma } from "@prisma/client";
import {
  type AttentionScope,
  openAttention,
  resolveAttention,
} from "#app/domain/attention/open-attention.server.ts";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { type ListingIssue, listingIssueCodes } from "./plan-listing-issues.ts";

/** Told once, and over only when somebody has dealt with it. */
const STAYS = "cost_changed";

/** What loses money is opened and resolved by `recalculateLosses`. */
const codesOfReconcile = listingIssueCodes.filter((code) => code !== "loses_money");

type SyncListingIssuesInput = {
  readonly listingId: ListingId;
  readonly issues: readonly ListingIssue[];
  readonly isRepriced: boolean;
};

/**
 * Says what of a listing waits for a person, and ends what does not any more. What a person put away stays away until its
 * numbers are others.
 */
export async function syncListingIssues(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  { listingId, issues, isRepriced }: SyncListingIssuesInput,
): Promise<void> {
  const subject = { thing: "listing", thingId: listingId } as const;
  for (const { code, params } of issues)
    await openUnlessDismissed(tx, writtenFor, { ...subject, code, params });
  const rows = await tx.attention.findMany({
    where: { shopId: writtenFor.shopId, ...subject, code: { in: codesOfReconcile }, resolvedAt: null },
  });
  const stands = new Set<string>(issues.map(({ code }) => code));
  const over = rows.filter(({ code }) => !stands.has(code) && (code !== STAYS || isRepriced));
  if (over.length === 0) return;
  const open = await tx.attention.findMany({
    where: { shopId: writtenFor.shopId, ...subject, resolvedAt: null },
    select: { code: true },
  });
  const ended = new Set(over.map(({ code }) => code));
  const keep = open.map(({ code }) => code).filter((code) => !ended.has(code));
  await resolveAttention(tx, writtenFor, subject, { by: "karwan", keep });
}

type ListingIssueKey = {
  readonly thing: "listing";
  readonly thingId: string;
  readonly code: AttentionCode;
  readonly params: Prisma.InputJsonObject;
};

/** Opens a need of a listing, unless a person put away just this. */
export async function openUnlessDismissed(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  { params, ...issue }: ListingIssueKey,
): Promise<void> {
  const where = { shopId_code_thing_thingId: { shopId: writtenFor.shopId, ...issue } };
  const known = await tx.attention.findUnique({ where });
  const isKnown = known !== null && (known.resolvedAt === null || isDismissed(known));
  if (isKnown && isSame(known.params, params)) return;
  await openAttention(tx, writtenFor, { ...issue, params });
}

function isDismissed({
  resolvedAt,
  resolvedBy,
}: {
  resolvedAt: Date | null;
  resolvedBy: string | null;
}): boolean {
  return resolvedAt !== null && resolvedBy !== "karwan";
}

function isSame(stored: Prisma.JsonValue, params: Prisma.InputJsonObject): boolean {
  const sorted = (value: unknown) => JSON.stringify(Object.entries(Object(value)).toSorted());
  return sorted(stored) === sorted(params);
}
