import type { MovableClock } from "./clock.ts";
import type { RuleSwitches } from "./rules.ts";

export type AccessToken = {
  readonly value: string;
  readonly shop: string;
  readonly scopes: readonly string[];
  readonly online: { readonly userId: number; readonly accountOwner: boolean } | null;
  readonly expiresAtMs: number | null;
};

type Refresh = {
  readonly value: string;
  shop: string;
  readonly expiresAtMs: number;
  readonly replaces: string | null;
  alive: boolean;
};

export const ACCESS_SECONDS = 3600;
export const REFRESH_SECONDS = 90 * 24 * 3600;

export type TokenStore = {
  issueOffline(
    shop: string,
    scopes: readonly string[],
    expiring: boolean,
  ): { access: AccessToken; refresh: string | null };
  issueOnline(
    shop: string,
    scopes: readonly string[],
    user: { userId: number; accountOwner: boolean },
  ): AccessToken;
  /** Returns null when the refresh token is unknown, spent or expired. */
  rotate(
    shop: string,
    refresh: string,
    scopes: readonly string[],
  ): { access: AccessToken; refresh: string } | null;
  find(value: string): AccessToken | null;
  revoke(shop: string): void;
  /** The shop's domain changed; its tokens go with it. */
  rename(from: string, to: string): void;
};

export function createTokenStore(clock: MovableClock, rules: RuleSwitches): TokenStore {
  const access = new Map<string, AccessToken>();
  const refreshes = new Map<string, Refresh>();
  let count = 0;
  const mint = (kind: string) => {
    count += 1;
    return `standin-${kind}-${count}-${Math.random().toString(36).slice(2, 12)}`;
  };
  const remember = (token: AccessToken) => {
    access.set(token.value, token);
    return token;
  };
  const issueAccess = (shop: string, scopes: readonly string[], expiring: boolean) =>
    remember({
      value: mint("offline"),
      shop,
      scopes,
      online: null,
      expiresAtMs: expiring ? clock.now().getTime() + ACCESS_SECONDS * 1000 : null,
    });
  const issueRefresh = (shop: string, replaces: string | null) => {
    const expiresAtMs = clock.now().getTime() + REFRESH_SECONDS * 1000;
    const refresh: Refresh = { value: mint("refresh"), shop, expiresAtMs, replaces, alive: true };
    refreshes.set(refresh.value, refresh);
    return refresh.value;
  };
  const spend = (token: Refresh) => {
    const predecessor = token.replaces ? refreshes.get(token.replaces) : undefined;
    if (predecessor) predecessor.alive = false;
    if (!rules.isOn("old_refresh_token_until_new_used")) token.alive = false;
  };

  return {
    issueOffline: (shop, scopes, expiring) => ({
      access: issueAccess(shop, scopes, expiring),
      refresh: expiring ? issueRefresh(shop, null) : null,
    }),
    issueOnline: (shop, scopes, user) =>
      remember({
        value: mint("online"),
        shop,
        scopes,
        online: user,
        expiresAtMs: clock.now().getTime() + 24 * 3600 * 1000,
      }),
    rotate(shop, value, scopes) {
      const token = refreshes.get(value);
      if (!token?.alive || token.shop !== shop || token.expiresAtMs <= clock.now().getTime()) return null;
      spend(token);
      return { access: issueAccess(shop, scopes, true), refresh: issueRefresh(shop, value) };
    },
    find(value) {
      const token = access.get(value);
      if (!token) return null;
      return token.expiresAtMs !== null && token.expiresAtMs <= clock.now().getTime() ? null : token;
    },
    rename(from, to) {
      for (const [value, token] of access) if (token.shop === from) access.set(value, { ...token, shop: to });
      for (const token of refreshes.values()) if (token.shop === from) token.shop = to;
    },
    revoke(shop) {
      for (const [value, token] of access) if (token.shop === shop) access.delete(value);
      for (const token of refreshes.values()) if (token.shop === shop) token.alive = false;
    },
  };
}
