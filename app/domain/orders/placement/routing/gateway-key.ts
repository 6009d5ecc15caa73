/** For comparing only: case, spaces and punctuation say nothing in a gateway's name. */
export function gatewayKey(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Under which an answer to "how is this paid?" is remembered: the selling app and the gateway (rule R35). */
export function howPaidKey(salesApp: string | null, gateway: string | null): string {
  return `${gatewayKey(salesApp ?? "")}|${gatewayKey(gateway ?? "")}`;
}
