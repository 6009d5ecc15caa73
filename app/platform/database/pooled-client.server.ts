import type pg from "pg";
import { insideTransaction } from "./open-transaction.ts";

/**
 * Runs `work` on one connection of the pool, known to be held meanwhile: nothing outside may be called (R50). A connection
 * whose work failed is closed, and takes its transaction and its locks with it.
 */
export async function withPooledClient<T>(
  pool: Pick<pg.Pool, "connect">,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await insideTransaction(() => work(client));
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
