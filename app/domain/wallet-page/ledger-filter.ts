import type { PageCursor } from "#app/platform/database/page-cursor.ts";

export const walletViews = ["ledger", "pending", "held"] as const;

/** Which figure is opened. */
export type WalletView = (typeof walletViews)[number];

/** What of the ledger is shown; empty and null leave it open. */
export type LedgerFilter = {
  /** As the service names them. */
  readonly type: string;
  readonly status: string;
  /** Days, "2026-11-21", in the shop's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  /** An order's number, as typed. */
  readonly order: string;
};

export type WalletQuery = {
  readonly view: WalletView;
  readonly filter: LedgerFilter;
  readonly after: PageCursor | null;
};
