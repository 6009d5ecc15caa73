import { isDeepStrictEqual } from "node:util";
import type { Prisma, PrismaClient } from "@prisma/client";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { markDirty, type WorkMark } from "#app/platform/work.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import {
  documentedFigures,
  readTold,
  type TermFigure,
  type TermRow,
  type ToldTerms,
  termFigures,
} from "./account-terms.ts";
import { listToldTerms, type TermsPlace } from "./load-terms.server.ts";
import { type OrderTerms, toldByOrders } from "./told-terms.ts";

export type TermsNews = {
  readonly figures: ToldTerms;
  readonly source: "quote" | "order" | "wallet" | "catalog";
  /** When it was so. */
  readonly at: Date;
};

/**
 * Keeps the terms an answer told. A row is written where a figure differs from the latest that is known, and each shop of
 * the account is told of it; what was so before the latest is no news.
 */
export async function keepTerms(db: PrismaClient, place: TermsPlace, news: TermsNews): Promise<void> {
  if (Object.keys(news.figures).length === 0) return;
  if (listChanges(await listToldTerms(db, place), news).length === 0) return;
  await db.$transaction(async (tx) => {
    // Two answers at once say the same once.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`terms/${place.accountId}`}, 0))`;
    const changes = listChanges(await listToldTerms(tx, place), news);
    const key = { accountKey: accountKeyOf(place.accountId), mode: place.mode };
    await tx.terms.createMany({
      data: changes.map(({ figure, to }) => ({
        ...key,
        ...{ figure, value: to, source: news.source, seenAt: news.at },
      })),
    });
    await tellShops(
      tx,
      place,
      changes.filter(({ from, to }) => !isDeepStrictEqual(from, to)),
      news.at,
    );
  });
}

/** The same of orders as the service shows them now, each with the terms of its own day. */
export async function keepOrderTerms(
  db: PrismaClient,
  place: TermsPlace,
  records: readonly OrderTerms[],
): Promise<void> {
  for (const { figures, at } of toldByOrders(records))
    await keepTerms(db, place, { figures, at, source: "order" });
}

const CHANGED = "terms/";

/** Work that brings up to date what is kept of a mode's listings and follows from the terms. */
function termsMark(mode: string): Omit<WorkMark, "shopId"> {
  return { kind: "shop", subject: `${CHANGED}${mode}`, lane: "bulk" };
}

/** The mode whose terms changed; null for other subjects. */
export function changedTerms(subject: string): string | null {
  return subject.startsWith(CHANGED) ? subject.slice(CHANGED.length) : null;
}

type Change = {
  readonly figure: TermFigure;
  /** As it was known until now, from the document where it was never told. */
  readonly from: Prisma.InputJsonValue;
  readonly to: Prisma.InputJsonValue;
};

function listChanges(rows: readonly TermRow[], { figures, at }: TermsNews): readonly Change[] {
  return termFigures.flatMap((figure) => {
    const to = figures[figure];
    const latest = rows.findLast((row) => row.figure === figure);
    if (to === undefined || (latest && latest.seenAt >= at)) return [];
    const known = latest && readTold({ [figure]: latest.value })[figure];
    if (known !== undefined && isDeepStrictEqual(known, to)) return [];
    return [{ figure, from: known ?? documentedFigures[figure], to }];
  });
}

async function tellShops(
  tx: Prisma.TransactionClient,
  { accountId, mode }: TermsPlace,
  changes: readonly Change[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const connections = await tx.supplierConnection.findMany({
    where: { accountId, mode, disconnectedAt: null },
    select: { shopId: true },
  });
  await markDirty(
    tx,
    connections.map(({ shopId }) => ({ shopId, ...termsMark(mode) })),
  );
  for (const { shopId } of connections) {
    const fact = { thing: "shop", thingId: shopId, actor: "supplier", code: "terms_changed" } as const;
    for (const params of changes) await recordFact(tx, shopId, { ...fact, params: { ...params }, at });
  }
}
