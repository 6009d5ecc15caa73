import type { ShopId } from "#app/platform/ids.ts";
import type { LaneShops } from "./plan-turn.ts";

/** The places of a lane in one process, by shop. */
export type RunningShops = LaneShops & {
  readonly start: (shopId: ShopId) => void;
  readonly finish: (shopId: ShopId) => void;
};

/** So many shops are remembered with when they were last served; who is forgotten is served first. */
const mostRemembered = 500;

export function createRunningShops(): RunningShops {
  const running = new Map<ShopId, number>();
  const served = new Map<ShopId, number>();
  let turn = 0;
  const count = (shopId: ShopId) => running.get(shopId) ?? 0;
  return {
    running: count,
    servedAt: (shopId) => served.get(shopId) ?? 0,
    start: (shopId) => {
      running.set(shopId, count(shopId) + 1);
      turn += 1;
      served.delete(shopId);
      served.set(shopId, turn);
      const [oldest] = served.keys();
      if (served.size > mostRemembered && oldest !== undefined) served.delete(oldest);
    },
    finish: (shopId) => {
      if (count(shopId) > 1) running.set(shopId, count(shopId) - 1);
      else running.delete(shopId);
    },
  };
}
