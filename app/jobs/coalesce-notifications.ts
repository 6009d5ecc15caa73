import { setTimeout as pause } from "node:timers/promises";
import type { DueWork } from "#app/platform/queue/work.server.ts";

/** From so many notifications on they go out in bulk: two temporary tables of BullMQ's on PostgreSQL cost less than they save. */
export const bulkFrom = 16;

/** For so long notifications are coalesced once the last message to the queue is through: longer after one in bulk. */
const coalesceMs = 25;
const coalesceBulkMs = 100;

export type NotificationCoalescer = {
  /** Settles once notifications of these rows were sent, and rejects where that failed. */
  readonly add: (rows: readonly DueWork[]) => Promise<void>;
  /** Settles once nothing waits to be sent any more. */
  readonly close: () => Promise<void>;
};

/**
 * Sends the notification of the first row at once, and those that come meanwhile or right after it together: in a burst
 * one message to the queue stands for many, and a row that is requested several times in it is in it once (D-67).
 */
export function coalesceNotifications(
  notify: (rows: readonly DueWork[]) => Promise<void>,
): NotificationCoalescer {
  let last: Promise<unknown> = Promise.resolve();
  let pending: { readonly rows: Map<string, DueWork>; readonly sent: Promise<void> } | null = null;

  async function notifyCoalesced(rows: ReadonlyMap<string, DueWork>): Promise<void> {
    await last;
    pending = null;
    const sent = notify([...rows.values()]);
    const pauseMs = rows.size < bulkFrom ? coalesceMs : coalesceBulkMs;
    last = sent.catch(() => undefined).then(() => pause(pauseMs));
    await sent;
  }

  return {
    add: (rows) => {
      if (pending === null) {
        const coalesced = new Map<string, DueWork>();
        pending = { rows: coalesced, sent: notifyCoalesced(coalesced) };
      }
      for (const row of rows) {
        // One of several that is more than a report makes the row more than a report.
        const isReport = row.isReport === true && pending.rows.get(row.id)?.isReport !== false;
        pending.rows.set(row.id, { ...row, isReport });
      }
      return pending.sent;
    },
    close: async () => {
      await pending?.sent.catch(() => undefined);
      await last;
    },
  };
}
