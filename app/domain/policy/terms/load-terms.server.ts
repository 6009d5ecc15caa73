import { Prisma, type Terms } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { AccountId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type AccountTerms, documentedAccountTerms, toAccountTerms } from "./account-terms.ts";

/** Which account in which mode; a sandbox may have terms of its own. */
export type TermsKey = { readonly accountId: AccountId; readonly mode: Mode };

type TermsDeps = { readonly db: Db; readonly connection: TermsKey | null };

/** The terms of the account in use, as they were reported; the document's where they were not (R49). */
export async function loadTerms({ db, connection }: TermsDeps): Promise<AccountTerms> {
  if (connection === null) return documentedAccountTerms;
  return toAccountTerms(await listReportedTerms(db, connection));
}

/** Every figure ever reported to an account, in its order. They are few: a row is written where a figure changed. */
export function listReportedTerms(db: Db, { accountId, mode }: TermsKey): Promise<Terms[]> {
  return queryRows<Terms>(
    db,
    Prisma.sql`
    select id, account_key as "accountKey", mode, figure, value, source, seen_at as "seenAt" from terms
    where account_key = ${accountKeyOf(accountId)} and mode = ${mode}
    order by seen_at`,
  );
}
