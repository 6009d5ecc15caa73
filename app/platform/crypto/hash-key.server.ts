import { randomBytes } from "node:crypto";
import type pg from "pg";
import { AppError, invariant } from "#app/platform/errors.ts";
import type { Crypto } from "./crypto.ts";

const id = "search";
const place = { table: "hash_key", row: id, column: "key_enc" };

/**
 * The 32 bytes search hashes are keyed with. They are made once for a database and kept there, sealed, so that they
 * stay when the sealing keys change (D-75).
 * @throws AppError `hash_key_unreadable` where the ring does not open it
 */
export async function readHashKey(
  pool: Pick<pg.Pool, "query">,
  crypto: Pick<Crypto, "seal" | "open">,
): Promise<Buffer> {
  const made = crypto.seal(randomBytes(32), place);
  await pool.query("insert into hash_key (id, key_enc) values ($1, $2) on conflict do nothing", [
    id,
    Buffer.from(made),
  ]);
  const { rows } = await pool.query<{ blob: Buffer }>("select key_enc as blob from hash_key where id = $1", [
    id,
  ]);
  invariant(rows[0], "the hash key was inserted, or was there");
  return openKey(crypto, rows[0].blob);
}

function openKey(crypto: Pick<Crypto, "open">, blob: Buffer): Buffer {
  try {
    return crypto.open(blob, place);
  } catch (cause) {
    throw new AppError(
      "hash_key_unreadable",
      "No key of ENCRYPTION_KEYS opens the key of the search hashes",
      {
        retryable: false,
        cause,
      },
    );
  }
}
