import { orderTiers } from "#app/supplier/tiers.ts";

type TierFacts = {
  /** Parcels of this shop that were delivered, and that were refused. */
  readonly delivered: number;
  readonly refused: number;
  /** Orders placed since midnight UTC. */
  readonly placedToday: number;
  /** The service said today that the day's orders are used up. */
  readonly isCapReached: boolean;
};

type TierEstimate = { readonly tier: number; readonly dailyCap: number };

/**
 * The tier the account seems to have; null where nothing tells it (R21). The service names it nowhere, and counts orders
 * made elsewhere as well, so it is an estimate. What it took today, or refused, is stronger than what was counted.
 */
export function estimateTier({
  delivered,
  refused,
  placedToday,
  isCapReached,
}: TierFacts): TierEstimate | null {
  const carrying = orderTiers.find(({ dailyCap }) => dailyCap >= placedToday) ?? orderTiers[3];
  if (isCapReached && placedToday > 0) return toEstimate(carrying);
  const ended = delivered + refused;
  if (ended === 0 && placedToday === 0) return null;
  const rate = ended === 0 ? 0 : refused / ended;
  const counted =
    orderTiers.findLast(({ minDelivered, maxRtoRate }) => delivered >= minDelivered && rate <= maxRtoRate) ??
    orderTiers[0];
  return toEstimate(counted.dailyCap >= carrying.dailyCap ? counted : carrying);
}

function toEstimate({ tier, dailyCap }: (typeof orderTiers)[number]): TierEstimate {
  return { tier, dailyCap };
}
