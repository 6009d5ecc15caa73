import { lastWallet } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { add, type Coming, type Sum } from "#app/domain/payouts/coming.ts";
import { walletOf } from "#app/domain/wallet-page/shop-wallet.server.ts";

/** The rupees among Home's figures. */
export type HomeMoney = {
  /** What the wallet held when it was last read; null while it never was, or nothing is connected. */
  readonly available: { readonly amountPkr: Rupees; readonly readAt: Date } | null;
  /** What is released within seven days, today included. */
  readonly coming: Sum;
};

/** From our own rows: rendering Home asks nobody. */
export async function findMoney(ctx: ShopContext, coming: Coming): Promise<HomeMoney> {
  const wallet = walletOf(ctx);
  const { reading } = wallet === null ? { reading: null } : await lastWallet(ctx, wallet);
  // What was read after this shop's key was refused is another shop's to see.
  const isSeen = reading !== null && (!wallet?.until || reading.readAt <= wallet.until);
  return {
    available: isSeen ? { amountPkr: reading.availablePkr, readAt: reading.readAt } : null,
    coming: add([coming.next7.margin, coming.next7.fee]),
  };
}
