import type { Scene } from "../world.ts";

/** The leaky bucket of one app in one shop, refilled by the stand-in's clock. */
export function tryToSpend(scene: Scene, cost: number): boolean {
  refill(scene);
  if (!scene.world.rules.isOn("throttle")) return true;
  if (scene.shop.bucket.available < cost) return false;
  scene.shop.bucket.available -= cost;
  return true;
}

/** What was asked for but not used goes back. */
export function refundPoints(scene: Scene, points: number): void {
  if (!scene.world.rules.isOn("throttle")) return;
  scene.shop.bucket.available = Math.min(scene.shop.bucket.maximum, scene.shop.bucket.available + points);
}

export function throttleStatus(scene: Scene) {
  const { maximum, available, restorePerSecond } = scene.shop.bucket;
  return {
    maximumAvailable: maximum,
    currentlyAvailable: Math.floor(available),
    restoreRate: restorePerSecond,
  };
}

function refill({ world, shop }: Scene): void {
  const nowMs = world.clock.now().getTime();
  const earned = (Math.max(0, nowMs - shop.bucket.atMs) / 1000) * shop.bucket.restorePerSecond;
  shop.bucket.available = Math.min(shop.bucket.maximum, shop.bucket.available + earned);
  shop.bucket.atMs = nowMs;
}
