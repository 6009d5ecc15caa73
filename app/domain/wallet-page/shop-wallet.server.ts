import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { AccountId, AccountKey, ShopId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { keyRefusedSince } from "../wallet/find-wallet.server.ts";

/** Whose wallet a page shows, and to which shop. */
export type ShopWallet = {
  readonly shopId: ShopId;
  readonly accountId: AccountId;
  readonly accountKey: AccountKey;
  readonly mode: Mode;
  /** Of the account it sees nothing that came later: since then its key is refused. */
  readonly until: Date | null;
};

/** Whose wallet this shop sees; null while it is not connected. */
export function walletOf({ shop, connection }: Pick<ShopContext, "shop" | "connection">): ShopWallet | null {
  if (connection === null) return null;
  const { accountId, mode } = connection;
  const until = keyRefusedSince(connection);
  return { shopId: shop.id, accountId, accountKey: accountKeyOf(accountId), mode, until };
}

/** Whether orders are held up by what is in it: the wallet of a test key is empty, and its orders are placed all the same. */
export function limitsOrders({ mode }: Pick<ShopWallet, "mode">): boolean {
  return mode === "live";
}
