import { loadTerms, type TermsKey } from "#app/domain/policy/terms/load-terms.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { type Tariff, toTariff } from "./tariff.ts";

type TariffDeps = { readonly db: Db; readonly shopId: ShopId; readonly connection: TermsKey };

/** What parcels of the account are charged, as it was last quoted, however long ago. */
export async function loadTariff({ db, shopId, connection }: TariffDeps): Promise<Tariff> {
  const accountKey = accountKeyOf(connection.accountId);
  const [rows, terms] = await Promise.all([
    db.deliveryQuote.findMany({ where: { shopId, accountKey, mode: connection.mode } }),
    loadTerms({ db, connection }),
  ]);
  const { defaultShippingPkr: defaultPkr, reportedAt } = terms;
  return toTariff(rows, { defaultPkr, defaultSeenAt: reportedAt.default_shipping ?? null });
}
