import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { listOpenIssues } from "../../attention/list-attention.server.ts";
import { isKnownWithoutPay } from "../../shops/staff.server.ts";
import { findWallet } from "../find-wallet.server.ts";
import { type AutoPay, findAutoPay } from "./auto-pay-setting.server.ts";
import { listWaitingParcels, type WaitingParcelRow } from "./list-waiting-parcels.server.ts";
import { isBeingPaid, sumWaiting } from "./sum-waiting.server.ts";
import { AUTO_PAY_ISSUE } from "./sync-auto-pay-issue.server.ts";

export type Funds = {
  readonly mode: Mode | null;
  readonly parcels: readonly (WaitingParcelRow & { readonly isBeingPaid: boolean })[];
  /** What all that waits costs; parcels whose cost is not known are counted in `unknown`. */
  readonly totalPkr: Rupees;
  readonly unknown: number;
  /** Null where the wallet cannot be read now. */
  readonly availablePkr: Rupees | null;
  readonly missingPkr: Rupees | null;
  readonly autoPay: AutoPay | null;
  /** Why it does not pay, or pays no more today, and the way on; null where nothing is in its way. */
  readonly autoPayStop: string | null;
  /** As far as is known; each press asks Shopify anew. */
  readonly mayPay: boolean;
  readonly dashboardUrl: string | null;
  readonly asOf: Date;
};

/** What waits for funds, what is missing for it, and whether it is paid by itself. */
export async function getFunds(ctx: ShopContext, viewer: string): Promise<Funds> {
  const [waiting, wallet, autoPay, issues, isWithoutPay] = await Promise.all([
    listWaitingParcels(ctx),
    findWallet(ctx),
    findAutoPay(ctx),
    listOpenIssues(ctx, "shop", [ctx.shop.id]),
    isKnownWithoutPay(ctx, viewer),
  ]);
  const parcels = waiting.map((parcel) => ({
    ...parcel,
    isBeingPaid: isBeingPaid(parcel.payment),
  }));
  const { totalPkr, unknown } = sumWaiting(waiting);
  const availablePkr = wallet.failure === null ? (wallet.reading?.availablePkr ?? null) : null;
  const stop = issues.get(ctx.shop.id)?.find(({ code }) => code === AUTO_PAY_ISSUE);
  return {
    ...{ mode: ctx.connection?.mode ?? null, parcels, totalPkr, unknown },
    availablePkr,
    missingPkr: availablePkr === null ? null : rupees(Math.max(0, totalPkr - availablePkr)),
    autoPayStop: stop?.sentence ?? null,
    ...{ autoPay, mayPay: !isWithoutPay, dashboardUrl: ctx.env.SERVICE_DASHBOARD_URL ?? null },
    asOf: ctx.clock.now(),
  };
}
