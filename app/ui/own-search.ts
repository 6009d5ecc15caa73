import { useLocation } from "@remix-run/react";

/** What the admin adds to the address of an embedded page; the token among them must not be repeated anywhere. */
const OF_THE_ADMIN = ["embedded", "hmac", "host", "id_token", "locale", "session", "shop", "timestamp"];

/** The part of an address's query that is ours, with its question mark; "" without any. */
export function ownSearch(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of OF_THE_ADMIN) params.delete(name);
  return params.size > 0 ? `?${params}` : "";
}

/** Our own part of the present address's query. */
export function useOwnSearch(): string {
  return ownSearch(useLocation().search);
}
