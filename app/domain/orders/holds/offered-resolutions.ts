import type { OpenIssue } from "#app/domain/attention/list-attention.server.ts";
import { isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { resolutionsFor } from "./resolutions-for.ts";

/** Every button of an open issue of an order, the nearest first. */
export function resolutionsOfHold({ code, params, action }: OpenIssue): readonly HoldAction[] {
  return isHoldCode(code) ? resolutionsFor(code, params) : [action];
}

/** Nothing is asked of anybody, but the merchant may send it now. */
const PLACED_BY_HAND = new Set(["automatic_off", "older_than_automatic", "rejected_by_us", "shadow_mode"]);

/** What can be done about an order that waits although no hold is open. */
export function resolutionsOfWaiting(
  code: string,
  { pausedForAll }: { readonly pausedForAll: boolean },
): readonly HoldAction[] {
  if (code === "placing_paused" && pausedForAll) return [];
  if (code === "not_connected") return ["open_connection"];
  if (PLACED_BY_HAND.has(code)) return ["place"];
  return isHoldCode(code) ? resolutionsFor(code) : [];
}
