import { runMigrations } from "bullmq";
import pg from "pg";

/** BullMQ's tables live in a schema of their own, beside ours. */
export const queueSchema = "bullmq";

/** Brings the queue's tables up to this version of BullMQ; safe to run at every start. */
export async function prepareQueueSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, queueSchema);
  } finally {
    await client.end();
  }
}

/** The pool BullMQ's queues and workers share; sized for every lane's listener, its renewals and the ringing. */
export function createQueuePool(databaseUrl: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 5000,
    options: `-c search_path=${queueSchema}`,
    application_name: "karwan-queue",
  });
  pool.on("error", onError);
  return pool;
}
