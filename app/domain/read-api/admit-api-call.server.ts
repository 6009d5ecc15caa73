import { Prisma, type PrismaClient } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { ApiRight } from "./api-rights.ts";
import { hashOfToken } from "./api-tokens.server.ts";

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

/** Finds a token and counts its call, in one statement: of calls at once none is left out. */
export async function admitApiCall(
  { db, crypto, clock }: AdmitDeps,
  token: string,
): Promise<AdmitApiCallResult> {
  const now = clock.now();
  const from = new Date(now.getTime() - CALLS_WINDOW_MS);
  const hash = hashOfToken(crypto, token);
  // A store that was uninstalled and installed again has other people.
  const works = sql`t.hash = ${hash} and t.expires_at > ${now}::timestamptz and exists (
    select from shop s where s.id = t.shop_id and s.state = 'installed' and s.installed_at <= t.created_at)`;
  const isNew = sql`t.counted_since <= ${from}::timestamptz`;
  const [admitted] = await queryRows<AdmittedCall>(
    db,
    sql`
    update api_token t set used_at = ${now}::timestamptz, calls = t.calls + 1,
      counted_since = case when ${isNew} then ${now}::timestamptz else t.counted_since end,
      counted_calls = case when ${isNew} then 1 else t.counted_calls + 1 end
    where ${works} and (${isNew} or t.counted_calls < ${MOST_CALLS}::int)
    returning t.shop_id as "shopId", t.rights, t.created_by as "createdBy"`,
  );
  if (admitted) return admitted;
  const known = await queryRows(db, sql`select 1 from api_token t where ${works}`);
  return known.length > 0 ? "limited" : "unknown";
}
