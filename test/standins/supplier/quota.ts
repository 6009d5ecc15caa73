import { ApiError } from "./api-error.ts";
import { MINUTE_MS, nextUtcMidnight, utcDay } from "./clock.ts";
import type { Account, World } from "./state.ts";
import { PLANS } from "./terms.ts";

/** Counts a request against its account, all keys together; throws the 429 it earns. */
export function spendQuota(world: World, account: Account, method: string, path: string): void {
  const plan = PLANS[account.plan];
  const usage = currentUsage(world, account);
  if (usage.minuteCount >= plan.perMinute) {
    const seconds = Math.ceil(((usage.minute + 1) * MINUTE_MS - world.clock.now()) / 1000);
    throw new ApiError("rate_limited", "Too many requests this minute", undefined, {
      headers: { "Retry-After": String(Math.max(1, seconds)) },
    });
  }
  if (usage.dayCount >= plan.dailyRequests && !isExempt(method, path)) {
    throw new ApiError("daily_quota_exceeded", "The requests of today are used up until midnight UTC");
  }
  usage.minuteCount += 1;
  usage.dayCount += 1;
}

/** Never refused for the daily quota: placing, cancelling, paying, quoting, `/me`. */
function isExempt(method: string, path: string): boolean {
  if (method === "GET") return path === "/me";
  if (method !== "POST") return false;
  return path === "/orders" || path === "/shipping/quote" || /^\/orders\/[^/]+\/(cancel|pay)$/.test(path);
}

function currentUsage(world: World, account: Account): Account["usage"] {
  const now = world.clock.now();
  const minute = Math.floor(now / MINUTE_MS);
  const day = utcDay(now);
  const { usage } = account;
  if (usage.minute !== minute) Object.assign(usage, { minute, minuteCount: 0 });
  if (usage.day !== day) Object.assign(usage, { day, dayCount: 0 });
  return usage;
}

/** The headers every response carries; a caller we do not know sees those of the free plan, untouched. */
export function quotaHeaders(world: World, account: Account | null): Record<string, string> {
  const limit = PLANS[account?.plan ?? "free"].dailyRequests;
  const used = account === null ? 0 : currentUsage(world, account).dayCount;
  return {
    "X-Quota-Limit": String(limit),
    "X-Quota-Remaining": String(Math.max(0, limit - used)),
    "X-Quota-Reset": String(nextUtcMidnight(world.clock.now()) / 1000),
  };
}
