import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import { gatherReads } from "#app/platform/database/gather-reads.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

export type WebhookConnection = {
  readonly id: string;
  readonly shopId: ShopId;
  /** Its own mode, and that of the shop's other connection on the integration, as far as they were asked for. */
  readonly modes: readonly Mode[];
};

export type WebhookAddress = {
  /** Null where no connection has the address. */
  readonly connection: WebhookConnection | null;
  /** Always two: the current secret, for 48 hours after a rotation the one before, and secrets that sign nothing. */
  readonly secrets: readonly [string, string];
};

export type WebhookAddresses = {
  /** What was read within half a minute; an address of nobody where nothing was. */
  readonly remembered: (token: string) => WebhookAddress;
  readonly read: (token: string) => Promise<WebhookAddress>;
  /** The modes whose events arrive at the connection's address. */
  readonly readModes: (token: string, connection: WebhookConnection) => Promise<readonly Mode[]>;
};

type Row = { id: string; shop_id: ShopId; hash: string; current: Buffer; previous: Buffer | null };

const rememberedMs = 30_000;
const mostRemembered = 5000;

/**
 * Finds a connection by the token in its address, with its secrets opened. An address of nobody costs the same reading,
 * opening and comparing as a known one, so that the time of an answer does not tell which addresses there are.
 */
export function createWebhookAddresses(pool: pg.Pool, crypto: Crypto): WebhookAddresses {
  const open = createOpener(crypto);
  const nobody: WebhookAddress = { connection: null, secrets: [newSecret(), newSecret()] };
  const memory = new Map<string, { readonly readAt: number; readonly address: WebhookAddress }>();
  const readRow = gatherReads((hashes) => readNearestRows(pool, hashes));
  const remember = (hash: string, address: WebhookAddress): void => {
    if (memory.size >= mostRemembered) memory.clear();
    if (address.connection) memory.set(hash, { readAt: performance.now(), address });
    else memory.delete(hash);
  };
  return {
    remembered: (token) => {
      const known = memory.get(hashOf(token));
      return known && performance.now() - known.readAt < rememberedMs ? known.address : nobody;
    },
    read: async (token) => {
      const hash = hashOf(token);
      const nearest = await readRow(hash);
      const row = nearest?.hash === hash ? nearest : null;
      const secrets = open(row);
      const address = row
        ? { connection: { id: row.id, shopId: row.shop_id, modes: [] }, secrets }
        : { ...nobody, secrets };
      remember(hash, address);
      return address;
    },
    readModes: async (token, connection) => {
      const modes = await readModes(pool, connection.id);
      const hash = hashOf(token);
      const known = memory.get(hash);
      if (known)
        memory.set(hash, { ...known, address: { ...known.address, connection: { ...connection, modes } } });
      return modes;
    },
  };
}

/** Opens the two secrets of a row; where there is none, decoys sealed alike, which sign nothing that is accepted. */
function createOpener(crypto: Crypto): (row: Row | null) => readonly [string, string] {
  const table = "supplier_connection";
  const seal = (column: string) => Buffer.from(crypto.seal(newSecret(), { table, row: decoyId, column }));
  const [current, previous] = ["webhook_secret_enc", "webhook_secret_previous_enc"] as const;
  const decoys = { current: seal(current), previous: seal(previous) };
  const openOne = (blob: Buffer | null, decoy: Buffer, id: string, column: string) =>
    crypto.openText(blob ?? decoy, { table, row: blob ? id : decoyId, column });
  return (row) => [
    openOne(row?.current ?? null, decoys.current, row?.id ?? decoyId, current),
    openOne(row?.previous ?? null, decoys.previous, row?.id ?? decoyId, previous),
  ];
}

const decoyId = "00000000-0000-0000-0000-000000000000";

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * By each hash the row that has it, else the next one: a row is found, sent and parsed for an address of nobody as for a
 * known one. Nothing only where there are no connections at all.
 */
async function readNearestRows(pool: pg.Pool, hashes: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const columns = `id, shop_id, webhook_token_hash as hash, webhook_secret_enc as current,
    case when webhook_secret_rotated_at > now() - interval '48 hours' then webhook_secret_previous_enc end as previous`;
  const { rows } = await pool.query<Row & { wanted: string }>({
    name: "find-webhook-connections",
    text: `select wanted.hash as wanted, nearest.* from unnest($1::text[]) as wanted(hash) cross join lateral (
        (select ${columns} from supplier_connection where webhook_token_hash >= wanted.hash
          order by webhook_token_hash limit 1)
        union all (select ${columns} from supplier_connection order by webhook_token_hash limit 1)
        limit 1
      ) as nearest`,
    values: [hashes],
  });
  return new Map(rows.map((row) => [row.wanted, row]));
}

async function readModes(pool: pg.Pool, connectionId: string): Promise<readonly Mode[]> {
  const { rows } = await pool.query<{ mode: Mode }>({
    name: "find-webhook-modes",
    text: `select other.mode from supplier_connection as known
      join supplier_connection as other on other.shop_id = known.shop_id and (other.id = known.id
        or (other.account_id, other.integration_id) = (known.account_id, known.integration_id))
      where known.id = $1::uuid`,
    values: [connectionId],
  });
  return rows.map(({ mode }) => mode);
}
