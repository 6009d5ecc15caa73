export type ConnectionKey = { readonly keyId: string; readonly secret: string };

const printable = /^[\x21-\x7e]{1,255}$/;

/**
 * A key as people paste it: both halves in one field, with or without `Bearer`, spaces around. Null when it cannot be one.
 */
export function parseConnectionKey(typed: ConnectionKey): ConnectionKey | null {
  const first = typed.keyId.trim().replace(/^bearer\s+/i, "");
  const second = typed.secret.trim().replace(/^bearer\s+/i, "");
  const whole = second === "" ? first : second.startsWith(`${first}:`) ? second : `${first}:${second}`;
  const colon = whole.indexOf(":");
  const key = { keyId: whole.slice(0, Math.max(colon, 0)), secret: whole.slice(colon + 1) };
  return printable.test(key.keyId) && printable.test(key.secret) ? key : null;
}
