import type { Db } from "#app/platform/database/db.server.ts";
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
export function listReportedTerms(db: Db, { accountId, mode }: TermsKey) {
  return db.terms.findMany({
    where: { accountKey: accountKeyOf(accountId), mode },
    orderBy: { seenAt: "asc" },
  });
}
