import type { PrismaClient } from "@prisma/client";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { sealedColumns, sealedPlace } from "#app/platform/crypto/sealed-columns.ts";
import { readEnv } from "#app/platform/process/env.server.ts";

export type SealedRowsFound = {
  /** Values by the id of the key they name, read from the columns themselves. */
  readonly byKey: Readonly<Record<string, number>>;
  /** Values that these keys do not open. */
  readonly unreadable: number;
};

/** Looks at every sealed value there is, and opens it with these keys. */
export async function readSealedRows(db: PrismaClient, encryptionKeys: string): Promise<SealedRowsFound> {
  const crypto = createCrypto(readEnv({ ENCRYPTION_KEYS: encryptionKeys }).ENCRYPTION_KEYS);
  const byKey: Record<string, number> = {};
  let unreadable = 0;
  for (const sealed of sealedColumns) {
    const { table, column, row } = sealed;
    const rows = await db.$queryRawUnsafe<{ row: string; blob: Uint8Array }[]>(
      `select ${row} as "row", "${column}" as blob from "${table}" where length("${column}") > 0`,
    );
    for (const each of rows) {
      const keyId = Buffer.from(each.blob).toString("ascii", 2, 2 + (each.blob[1] ?? 0));
      byKey[keyId] = (byKey[keyId] ?? 0) + 1;
      try {
        crypto.open(each.blob, sealedPlace(sealed, each.row));
      } catch {
        unreadable += 1;
      }
    }
  }
  return { byKey, unreadable };
}

/** How many bodies of deliveries name a key. */
export async function countBodies(db: PrismaClient, keyId: string): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from delivery
    where encode(substring(body_enc from 3 for ${keyId.length}::int), 'escape') = ${keyId}`;
  return found?.count ?? 0;
}
