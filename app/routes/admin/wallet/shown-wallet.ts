import type { SerializeFrom } from "@remix-run/node";
import type { WalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";

/** The wallet as it reaches the browser: dates are text. */
export type ShownWallet = SerializeFrom<WalletPage>;
export type ShownLine = ShownWallet["lines"][number];
export type ShownParcel = ShownWallet["parcels"][number];
