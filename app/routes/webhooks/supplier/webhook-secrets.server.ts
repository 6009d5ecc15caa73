import { createHash } from "node:crypto";
import type pg from "pg";
import type { Crypto } from "#app/platform/crypto.ts";

export type WebhookConnection = {
  readonly shopId: string;
  /** Its own mode, and that of the shop's other connection on the integration: one webhook may serve both. */
  readonly modes: readonly string[];
  /** The current secret, and for 48 hours after a rotation the one before. */
  readonly secrets: readonly string[];
};

export type FindWebhookConnection = (
  token: string,
  options?: { readonly maxAgeMs: number },
) => Promise<WebhookConnection | null>;

type Row = { id: string; shop_id: string; modes: string[]; current: Buffer; previous: Buffer | null };

const keptMs = 30_000;
const mostKept = 5000;

/**
 * Finds a connection by the token in its address, with its secrets opened. Answers are kept for half a
 * minute; `maxAgeMs` asks for a younger one, when what is kept does not explain a delivery.
 */
export function createWebhookSecrets(pool: pg.Pool, crypto: Crypto): FindWebhookConnection {
  const kept = new Map<string, { readonly readAt: number; readonly connection: WebhookConnection }>();
  return async (token, options) => {
    const hash = createHash("sha256").update(token).digest("hex");
    const known = kept.get(hash);
    const ageMs = known ? performance.now() - known.readAt : Number.POSITIVE_INFINITY;
    if (known && ageMs < (options?.maxAgeMs ?? keptMs)) return known.connection;
    const connection = await readConnection(pool, crypto, hash);
    if (kept.size >= mostKept) kept.clear();
    if (connection) kept.set(hash, { readAt: performance.now(), connection });
    else kept.delete(hash);
    return connection;
  };
}

async function readConnection(
  pool: pg.Pool,
  crypto: Crypto,
  hash: string,
): Promise<WebhookConnection | null> {
  const { rows } = await pool.query<Row>({
    name: "find-webhook-connection",
    text: `select id, shop_id, webhook_secret_enc as current,
        case when webhook_secret_rotated_at > now() - interval '48 hours' then webhook_secret_previous_enc end as previous,
        array(select other.mode from supplier_connection other
          where other.shop_id = supplier_connection.shop_id and (other.id = supplier_connection.id
            or (other.account_id, other.integration_id) = (supplier_connection.account_id, supplier_connection.integration_id)
          )) as modes
      from supplier_connection where webhook_token_hash = $1`,
    values: [hash],
  });
  const [row] = rows;
  if (!row) return null;
  const open = (blob: Buffer, column: string) =>
    crypto.openText(blob, { table: "supplier_connection", row: row.id, column });
  const previous = row.previous ? [open(row.previous, "webhook_secret_previous_enc")] : [];
  return {
    shopId: row.shop_id,
    modes: row.modes,
    secrets: [open(row.current, "webhook_secret_enc"), ...previous],
  };
}
