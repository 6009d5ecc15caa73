import { Prisma, type PrismaClient } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { gatherReads } from "#app/platform/database/gather-reads.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { ApiRight } from "./api-rights.ts";
import { hashOfToken, isApiToken } from "./api-tokens.server.ts";

/** For so long calls are added up, and so many may be made with one token in that time. */
export const CALLS_WINDOW_MS = 60_000;
const MOST_CALLS = 60;

type AdmittedCall = {
  readonly shopId: ShopId;
  readonly rights: readonly ApiRight[];
  /** In whose name it reads. */
  readonly createdBy: string;
};

/** `unknown`: no such token, or it is expired, or of a shop that left since. */
export type AdmitApiCallResult = AdmittedCall | "unknown" | "limited";

type AdmitDeps = Pick<ShopContext, "crypto" | "clock"> & { readonly db: PrismaClient };

const { sql } = Prisma;

/**
 * Admits calls: a token is looked for together with those of everybody who calls meanwhile, so that strangers hold one
 * connection of the process however many they are. Whatever a known one calls is counted, of calls at once none is left out.
 */
export function createApiAdmission({ db, crypto, clock }: AdmitDeps) {
  const findKnown = gatherReads((hashes) => readKnown({ db, clock }, hashes));
  return async (token: string): Promise<AdmitApiCallResult> => {
    if (!isApiToken(token)) return "unknown";
    const hash = hashOfToken(crypto, token);
    if ((await findKnown(hash)) === null) return "unknown";
    return (await countCall({ db, clock }, hash)) ?? "limited";
  };
}

type CountDeps = Pick<AdmitDeps, "db" | "clock">;

async function readKnown(
  { db, clock }: CountDeps,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, true>> {
  const rows = await queryRows<{ readonly hash: string }>(
    db,
    sql`select t.hash from api_token t where t.hash = any (${[...hashes]}::text[]) and ${works(clock.now())}`,
  );
  return new Map(rows.map(({ hash }) => [hash, true]));
}

async function countCall({ db, clock }: CountDeps, hash: string): Promise<AdmittedCall | null> {
  const now = clock.now();
  const from = new Date(now.getTime() - CALLS_WINDOW_MS);
  const isNew = sql`t.counted_since <= ${from}::timestamptz`;
  const [admitted] = await queryRows<AdmittedCall>(
    db,
    sql`
    update api_token t set used_at = ${now}::timestamptz, calls = t.calls + 1,
      counted_since = case when ${isNew} then ${now}::timestamptz else t.counted_since end,
      counted_calls = case when ${isNew} then 1 else t.counted_calls + 1 end
    where t.hash = ${hash} and ${works(now)} and (${isNew} or t.counted_calls < ${MOST_CALLS}::int)
    returning t.shop_id as "shopId", t.rights, t.created_by as "createdBy"`,
  );
  return admitted ?? null;
}

/** A store that was uninstalled and installed again has other people. */
function works(now: Date): Prisma.Sql {
  return sql`t.expires_at > ${now}::timestamptz and exists (
    select from shop s where s.id = t.shop_id and s.state = 'installed' and s.installed_at <= t.created_at)`;
}
