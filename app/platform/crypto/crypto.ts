import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { AppError, invariant } from "#app/platform/errors.ts";
import type { EncryptionKey } from "./encryption-keys.ts";

/** Where a sealed value lives. It is authenticated with the value, so a blob moved to another row does not open. */
export type SealedPlace = { readonly table: string; readonly row: string; readonly column: string };

export type Crypto = {
  /** Encrypts under the newest key: version | id length | key id | iv (12) | tag (16) | ciphertext. */
  readonly seal: (plaintext: string | Uint8Array, place: SealedPlace) => Uint8Array<ArrayBuffer>;
  /** @throws AppError `sealed_value_unreadable` where the key is gone, the place differs or a byte changed */
  readonly open: (blob: Uint8Array, place: SealedPlace) => Buffer;
  /** As `open`, for text. */
  readonly openText: (blob: Uint8Array, place: SealedPlace) => string;
  /** The key `seal` seals under. */
  readonly newestKeyId: string;
  /** Keyed hash for exact search; `purpose` keeps equal values of two columns apart. It needs a hash key (D-75). */
  readonly hash: (value: string, purpose: string) => string;
};

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Node.js takes bytes as a key four to six times as slowly as a key it has prepared. */
type PreparedKey = { readonly id: string; readonly key: KeyObject };

/** AES-256-GCM over a ring of keys, of which the first seals; `hashKey` (32 bytes) stays the same while the ring changes. */
export function createCrypto(ring: readonly EncryptionKey[], hashKey?: Uint8Array): Crypto {
  const keys = ring.map(({ id, key }) => ({ id, key: createSecretKey(key) }));
  const [newest] = keys;
  invariant(newest, "the key ring holds at least one key");
  const preparedHashKey = hashKey && createSecretKey(hashKey);
  const open = (blob: Uint8Array, place: SealedPlace) => openWith(keys, Buffer.from(blob), place);
  return {
    seal: (plaintext, place) => sealWith(newest, plaintext, place),
    open,
    openText: (blob, place) => open(blob, place).toString("utf8"),
    newestKeyId: newest.id,
    hash: (value, purpose) => {
      invariant(preparedHashKey, "whoever hashes was given a hash key");
      return createHmac("sha256", preparedHashKey).update(`${purpose}\0${value}`).digest("hex");
    },
  };
}

function sealWith(
  key: PreparedKey,
  plaintext: string | Uint8Array,
  place: SealedPlace,
): Uint8Array<ArrayBuffer> {
  const header = Buffer.concat([Buffer.from([version, key.id.length]), Buffer.from(key.id, "ascii")]);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key.key, iv);
  cipher.setAAD(additionalData(header, place));
  const body = typeof plaintext === "string" ? Buffer.from(plaintext, "utf8") : plaintext;
  const ciphertext = Buffer.concat([cipher.update(body), cipher.final()]);
  return new Uint8Array(Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext]));
}

function openWith(keys: readonly PreparedKey[], blob: Buffer, place: SealedPlace): Buffer {
  const { header, keyId, iv, tag, ciphertext } = splitBlob(blob);
  const key = keys.find((known) => known.id === keyId);
  if (!key) throw unreadable(place);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.key, iv, { authTagLength: tagBytes });
    decipher.setAAD(additionalData(header, place));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch (cause) {
    throw unreadable(place, cause);
  }
}

function splitBlob(blob: Buffer) {
  const bodyAt = 2 + (blob[1] ?? 0);
  if (blob[0] !== version || blob.length < bodyAt + ivBytes + tagBytes) throw unreadable();
  return {
    header: blob.subarray(0, bodyAt),
    keyId: blob.toString("ascii", 2, bodyAt),
    iv: blob.subarray(bodyAt, bodyAt + ivBytes),
    tag: blob.subarray(bodyAt + ivBytes, bodyAt + ivBytes + tagBytes),
    ciphertext: blob.subarray(bodyAt + ivBytes + tagBytes),
  };
}

function additionalData(header: Buffer, place: SealedPlace): Buffer {
  return Buffer.concat([header, Buffer.from(JSON.stringify([place.table, place.row, place.column]), "utf8")]);
}

function unreadable(place?: SealedPlace, cause?: unknown): AppError {
  const where = place ? ` in ${place.table}.${place.column}` : "";
  return new AppError("sealed_value_unreadable", `A sealed value${where} does not open`, {
    retryable: false,
    cause,
  });
}
