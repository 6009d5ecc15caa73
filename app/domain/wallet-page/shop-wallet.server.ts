import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

/** Whose wallet a page shows, and to which shop. */
export type ShopWallet = {
  readonly shopId: string;
  readonly accountId: string;
  readonly accountKey: string;
  readonly mode: string;
};

/** Whose wallet this shop sees; null while it is not connected. */
export function walletOf({ shop, connection }: Pick<ShopContext, "shop" | "connection">): ShopWallet | null {
  if (connection === null) return null;
  const { accountId, mode } = connection;
  return { shopId: shop.id, accountId, accountKey: accountKeyOf(accountId), mode };
}
