import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "./api-error.ts";
import type { Account, Integration, Key, World } from "./state.ts";

export type Caller = { key: Key; account: Account; integration: Integration };

/** Who calls, by `Authorization: Bearer <keyId>:<secret>`; throws 401 `invalid_key`. */
export function identify(world: World, authorization: string | undefined): Caller {
  const match = /^Bearer ([^\s:]+):(\S+)$/.exec(authorization ?? "");
  const key = world.keys.get(match?.[1] ?? "");
  const secretMatches = key !== undefined && sameText(key.secret, match?.[2] ?? "");
  const account = world.accounts.get(key?.accountId ?? "");
  const integration = world.integrations.get(key?.integrationId ?? "");
  if (
    key === undefined ||
    !secretMatches ||
    key.revoked ||
    account === undefined ||
    integration === undefined
  ) {
    throw new ApiError("invalid_key", "The API key is missing, unknown or revoked");
  }
  return { key, account, integration };
}

function sameText(left: string, right: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}

/** Whether this caller may call at all now; throws the 403 that says why not. */
export function requireAllowed(world: World, caller: Caller, address: string, path: string): void {
  const { key, account } = caller;
  if (key.allowedIps !== null && !key.allowedIps.includes(address)) {
    throw new ApiError("ip_not_allowed", "This key may not be used from your address");
  }
  if (path === "/me" && world.undefinedBehaviour.meWhenRefused === "answers") return;
  if (account.status === "suspended") {
    throw new ApiError("reseller_suspended", account.statusReason || "Your account is suspended");
  }
  if (key.mode === "test") return;
  if (account.status === "pending") {
    throw new ApiError("reseller_not_active", account.statusReason || "Your application is not approved yet");
  }
  if (world.dropshipPaused) {
    throw new ApiError("dropship_disabled", "Dropshipping is paused for everyone right now");
  }
}

/** The peer's address, IPv4 without its IPv6 wrapping. */
export function toPlainAddress(address: string | undefined): string {
  return (address ?? "").replace(/^::ffff:/, "");
}
