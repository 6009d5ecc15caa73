export type EncryptionKey = { readonly id: string; readonly key: Buffer };

const entry = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Parses `id:base64,id:base64` (32 bytes each; the first one seals). Returns null where any part is malformed or an id
 * repeats.
 */
export function parseEncryptionKeys(text: string): readonly EncryptionKey[] | null {
  const keys: EncryptionKey[] = [];
  for (const part of text.split(",")) {
    const match = entry.exec(part.trim());
    const [, id, encoded] = match ?? [];
    if (id === undefined || encoded === undefined || keys.some((known) => known.id === id)) return null;
    keys.push({ id, key: Buffer.from(encoded, "base64") });
  }
  return keys;
}
