import pg from "pg";
import { z } from "zod";
import { toAccountId } from "#app/platform/ids.ts";
import { createAccountQuota } from "#app/supplier/account-quota.server.ts";
import { createCallGate } from "#app/supplier/call-gate.ts";
import { createSupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { asId } from "#test/support/as-id.ts";

/** What one process of many does with an account: calls without a pause, and tells what came of it. */
const order = z.object({
  databaseUrl: z.string(),
  baseUrl: z.string(),
  keyId: z.string(),
  secret: z.string(),
  accountId: z.string(),
  calls: z.number(),
});

export type CallingOrder = z.infer<typeof order>;

const LANES = 6;
const nothing = () => undefined;

/** Calls by outcome: the code of the error, or "ok"; "not sent" where our own limits held it back. */
export type CallingResult = Readonly<Record<string, number>>;

process.once("message", (message) => {
  void call(order.parse(message)).then((result) => {
    process.send?.(result);
    process.disconnect();
  });
});

async function call({ databaseUrl, calls, accountId, ...access }: CallingOrder): Promise<CallingResult> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const quota = createAccountQuota({ pool, accountId: toAccountId(accountId) });
  const client = createSupplierClient({
    ...access,
    clock: { now: () => new Date() },
    log: { debug: nothing, warn: nothing },
    gate: createCallGate({ quota }),
  });
  const outcomes = new Map<string, number>();
  const lane = async () => {
    for (let left = Math.ceil(calls / LANES); left > 0; left -= 1) {
      const outcome = await client.cancelOrder(asId("ord_unknown")).then(
        () => "ok",
        (error: unknown) => {
          if (!isSupplierError(error)) throw error;
          return error.status === null ? "not sent" : error.code;
        },
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await pool.end();
  return Object.fromEntries(outcomes);
}
