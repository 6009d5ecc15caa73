import { lastWallet } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  describeRefusal,
  isRefusalCode,
  type RefusalText,
} from "#app/domain/messages/failures/connection-refusal.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { findReserve } from "#app/domain/wallet-page/find-reserve.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";

/** What is known of a live key before it is put to use (R23). */
export type LiveSummary = {
  /** Null while no live key is stored. */
  readonly key: {
    /** What stands in its way; null where nothing is known to. */
    readonly trouble: RefusalText | null;
    /** Null where the supplier did not say. */
    readonly depositMissingPkr: Rupees | null;
    /** The wallet as last read; null while it was not. */
    readonly available: { readonly amountPkr: Rupees; readonly readAt: Date } | null;
    /** How many COD orders that carries; null where nobody knows what one holds. */
    readonly carries: {
      readonly orders: number;
      readonly reservePkr: Rupees;
      /** What one holds is taken from simulated orders, as none was placed with the live key. */
      readonly isFromTrial: boolean;
    } | null;
  } | null;
};

/** From our own rows: nobody is asked. */
export async function findLiveSummary(ctx: ShopContext): Promise<LiveSummary> {
  const { db, shop } = ctx;
  const row = await db.supplierConnection.findUnique({
    where: { shopId_mode: { shopId: shop.id, mode: "live" } },
  });
  if (row === null || row.disconnectedAt !== null) return { key: null };
  const { accountId, depositMissing: depositMissingPkr } = row;
  const wallet = { shopId: shop.id, accountId, accountKey: accountKeyOf(accountId), until: null } as const;
  const { reading } = await lastWallet(ctx, { accountId, mode: "live" });
  const available = reading && { amountPkr: reading.availablePkr, readAt: reading.readAt };
  const reserveIn = (mode: "live" | "test") =>
    available === null ? null : findReserve(ctx, { ...wallet, mode }, available.amountPkr);
  const [live, trial] = await Promise.all([reserveIn("live"), reserveIn("test")]);
  const meter = live ?? trial;
  return {
    key: {
      ...{ depositMissingPkr, available },
      trouble: isRefusalCode(row.health) ? describeRefusal(row.health) : null,
      carries: meter && {
        ...{ orders: meter.orders, reservePkr: meter.reservePkr },
        isFromTrial: live === null,
      },
    },
  };
}
