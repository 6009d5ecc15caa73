import { getWalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";
import type { LedgerFilter, WalletQuery } from "#app/domain/wallet-page/ledger-filter.ts";
import { walletOf } from "#app/domain/wallet-page/shop-wallet.server.ts";
import { startLedgerShop } from "./ledger-harness.ts";

export const all: LedgerFilter = { type: "", status: "", from: null, to: null, order: "" };
export const ledger: WalletQuery = { view: "ledger", filter: all, after: null };

/** A shop whose page of the wallet is opened by a test. */
export type WalletPageShop = Awaited<ReturnType<typeof startWalletPageShop>>;

export async function startWalletPageShop() {
  const shop = await startLedgerShop({ products: ["cooker", "earbuds"] });
  return {
    ...shop,
    async forget() {
      await shop.forget();
      await shop.forgetLimits();
      await shop.app.db.walletReading.deleteMany();
    },
    buyOne: () => shop.buy({ lines: [shop.line("cooker", 1600)] }),
    async open(query: WalletQuery = ledger) {
      const page = await getWalletPage(await shop.context(), query);
      if (page === null) throw new Error("The shop is connected");
      return page;
    },
    async wallet() {
      const found = walletOf(await shop.context());
      if (!found) throw new Error("The shop is connected");
      return found;
    },
  };
}
