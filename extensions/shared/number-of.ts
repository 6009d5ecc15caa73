/** Shopify's number of a thing, the end of its gid; null where there is none. */
export function numberOf(gid: string | undefined): string | null {
  return /\/(\d+)$/.exec(gid ?? "")?.[1] ?? null;
}
