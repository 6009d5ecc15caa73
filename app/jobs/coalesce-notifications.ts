import { setTimeout as pause } from "node:timers/promises";
import type { DueWork } from "#app/platform/queue/work.server.ts";

/** From how many rings on they go out in bulk: two temporary tables of BullMQ's on PostgreSQL cost less than they save. */
export const bulkFrom = 16;

/** How long what is to be rung for gathers once the last message to the queue is through: longer where that was in bulk. */
const coalesceMs = 25;
const coalesceBulkMs = 100;

export type NotificationCoalescer = {
  /** Settles once these rows were rung for, and rejects where that failed. */
  readonly add: (rows: readonly DueWork[]) => Promise<void>;
  /** Settles once nothing waits to be rung any more. */
  readonly close: () => Promise<void>;
};

/**
 * Rings for the first row at once, and for what comes while it does or right after it together: in a burst one message
 * to the queue stands for many, and a row that is marked several times in it is rung for once (D-67).
 */
export function coalesceNotifications(
  notify: (rows: readonly DueWork[]) => Promise<void>,
): NotificationCoalescer {
  let last: Promise<unknown> = Promise.resolve();
  let pending: { readonly rows: Map<string, DueWork>; readonly rung: Promise<void> } | null = null;

  async function notifyCoalesced(rows: ReadonlyMap<string, DueWork>): Promise<void> {
    await last;
    pending = null;
    const rung = notify([...rows.values()]);
    const gatherMs = rows.size < bulkFrom ? coalesceMs : coalesceBulkMs;
    last = rung.catch(() => undefined).then(() => pause(gatherMs));
    await rung;
  }

  return {
    add: (rows) => {
      if (pending === null) {
        const gathered = new Map<string, DueWork>();
        pending = { rows: gathered, rung: notifyCoalesced(gathered) };
      }
      for (const row of rows) {
        // One of several that is more than a report makes the row more than a report.
        const isReport = row.isReport === true && pending.rows.get(row.id)?.isReport !== false;
        pending.rows.set(row.id, { ...row, isReport });
      }
      return pending.rung;
    },
    close: async () => {
      await pending?.rung.catch(() => undefined);
      await last;
    },
  };
}
