import { setTimeout as pause } from "node:timers/promises";
import type { DueWork } from "#app/platform/work.server.ts";

/** From how many rings on they go out in bulk: two temporary tables of BullMQ's on PostgreSQL cost less than they save. */
export const bulkFrom = 16;

/** How long what is to be rung for gathers once the last message to the queue is through: longer where that was in bulk. */
const gatherRingsMs = 25;
const gatherBulkMs = 100;

export type GatheredRings = {
  /** Settles once these rows were rung for, and rejects where that failed. */
  readonly add: (rows: readonly DueWork[]) => Promise<void>;
  /** Settles once nothing waits to be rung any more. */
  readonly close: () => Promise<void>;
};

/**
 * Rings for the first row at once, and for what comes while it does or right after it together: in a burst one message
 * to the queue stands for many, and a row that is marked several times in it is rung for once (D-67).
 */
export function gatherRings(ring: (rows: readonly DueWork[]) => Promise<void>): GatheredRings {
  let last: Promise<unknown> = Promise.resolve();
  let gathering: { readonly rows: Map<string, DueWork>; readonly rung: Promise<void> } | null = null;

  async function ringGathered(rows: ReadonlyMap<string, DueWork>): Promise<void> {
    await last;
    gathering = null;
    const rung = ring([...rows.values()]);
    const gatherMs = rows.size < bulkFrom ? gatherRingsMs : gatherBulkMs;
    last = rung.catch(() => undefined).then(() => pause(gatherMs));
    await rung;
  }

  return {
    add: (rows) => {
      if (gathering === null) {
        const gathered = new Map<string, DueWork>();
        gathering = { rows: gathered, rung: ringGathered(gathered) };
      }
      for (const row of rows) {
        // One of several that is more than a report makes the row more than a report.
        const isReport = row.isReport === true && gathering.rows.get(row.id)?.isReport !== false;
        gathering.rows.set(row.id, { ...row, isReport });
      }
      return gathering.rung;
    },
    close: async () => {
      await gathering?.rung.catch(() => undefined);
      await last;
    },
  };
}
