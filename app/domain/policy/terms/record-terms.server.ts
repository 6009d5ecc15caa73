import { isDeepStrictEqual } from "node:util";
import type { Prisma, PrismaClient } from "@prisma/client";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import {
  documentedFigures,
  parseReportedTerms,
  type ReportedTerms,
  type TermFigure,
  type TermRow,
  type TermSource,
  termFigures,
} from "./account-terms.ts";
import { listReportedTerms, type TermsKey } from "./load-terms.server.ts";
import { type OrderTerms, termsOfOrders } from "./reported-terms.ts";

export type TermsReport = {
  readonly figures: ReportedTerms;
  readonly source: TermSource;
  /** When it was so. */
  readonly at: Date;
};

/**
 * Keeps the terms an answer reported. A row is written where a figure differs from the latest that is known, and each shop of
 * the account gets a fact of it; a figure older than the latest changes nothing.
 */
export async function recordTerms(db: PrismaClient, place: TermsKey, report: TermsReport): Promise<void> {
  if (Object.keys(report.figures).length === 0) return;
  if (listChanges(await listReportedTerms(db, place), report).length === 0) return;
  await db.$transaction(async (tx) => {
    // Two answers at once say the same once.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`terms/${place.accountId}`}, 0))`;
    const changes = listChanges(await listReportedTerms(tx, place), report);
    const key = { accountKey: accountKeyOf(place.accountId), mode: place.mode };
    await tx.terms.createMany({
      data: changes.map(({ figure, to }) => ({
        ...key,
        ...{ figure, value: to, source: report.source, seenAt: report.at },
      })),
    });
    await recordTermsChange(
      tx,
      place,
      changes.filter(({ from, to }) => !isDeepStrictEqual(from, to)),
      report.at,
    );
  });
}

/** The same of orders as the service shows them now, each with the terms of its own day. */
export async function recordOrderTerms(
  db: PrismaClient,
  place: TermsKey,
  records: readonly OrderTerms[],
): Promise<void> {
  for (const { figures, at } of termsOfOrders(records))
    await recordTerms(db, place, { figures, at, source: "order" });
}

type TermsChange = {
  readonly figure: TermFigure;
  /** As it was known until now, from the document where it was never reported. */
  readonly from: Prisma.InputJsonValue;
  readonly to: Prisma.InputJsonValue;
};

function listChanges(rows: readonly TermRow[], { figures, at }: TermsReport): readonly TermsChange[] {
  return termFigures.flatMap((figure) => {
    const to = figures[figure];
    const latest = rows.findLast((row) => row.figure === figure);
    if (to === undefined || (latest && latest.seenAt >= at)) return [];
    const known = latest && parseReportedTerms({ [figure]: latest.value })[figure];
    if (known !== undefined && isDeepStrictEqual(known, to)) return [];
    return [{ figure, from: known ?? documentedFigures[figure], to }];
  });
}

async function recordTermsChange(
  tx: Prisma.TransactionClient,
  { accountId, mode }: TermsKey,
  changes: readonly TermsChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const connections = await tx.supplierConnection.findMany({
    where: { accountId, mode, disconnectedAt: null },
    select: { shopId: true },
  });
  await requestReconcile(
    tx,
    connections.map(({ shopId }) => ({ shopId, kind: "catalog.recalculateLosses", subject: { mode } })),
  );
  for (const { shopId } of connections) {
    const fact = { thing: "shop", thingId: shopId, actor: "supplier", code: "terms_changed" } as const;
    for (const params of changes) await recordFact(tx, shopId, { ...fact, params: { ...params }, at });
  }
}
