import type { ShopId } from "#app/platform/ids.ts";
import type { ShopTurn } from "#app/platform/queue/due-work.server.ts";

/** What a lane of this process knows of its shops. */
export type LaneShops = {
  /** How much of the lane a shop runs here at this moment. */
  readonly running: (shopId: ShopId) => number;
  /** When a shop was last given a place here, as a number that only grows; 0 where it is not known. */
  readonly servedAt: (shopId: ShopId) => number;
};

/** From here on what a shop runs is more than one thing after the other: others go first, also with reports. */
const manyRunning = 2;

/**
 * Whose turn it is, of those that have less than their share running: first who runs little here, what somebody waits for
 * before reports, then who runs least, who was not served for longest, and who waits for longest.
 */
export function planTurn(
  turns: readonly ShopTurn[],
  { running, servedAt }: LaneShops,
  mostOfOneShop: number,
): ShopId | null {
  const rankOf = ({ shopId, isReport, dueAt }: ShopTurn) => [
    running(shopId) < manyRunning ? 0 : 1,
    isReport ? 1 : 0,
    running(shopId),
    servedAt(shopId),
    dueAt.getTime(),
  ];
  const [first] = turns
    .filter(({ shopId }) => running(shopId) < mostOfOneShop)
    .map((turn) => ({ turn, rank: rankOf(turn) }))
    .sort((one, other) => compareRanks(one.rank, other.rank));
  return first?.turn.shopId ?? null;
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}
