/**
 * The entry of `X-Forwarded-For` that has so many behind it. What stands at the left end a sender may have written, and each
 * proxy adds one at the right, so it is counted from there. Null where the header says nothing.
 */
export function forwardedAddress(header: string | undefined, behind: number): string | null {
  const entries = (header ?? "").split(",").map((entry) => entry.trim());
  return entries[Math.max(0, entries.length - 1 - behind)]?.slice(0, 64) || null;
}
