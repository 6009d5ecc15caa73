import type { ShopId } from "#app/platform/ids.ts";
import { claimTurn } from "#app/platform/queue/due-work.server.ts";
import { type Lane, toLane } from "#app/platform/queue/lanes.ts";
import { type ClaimedWork, claimWork, type DueWork } from "#app/platform/queue/work.server.ts";
import { mostOfOneShop } from "./lanes.ts";
import { planTurn } from "./plan-turn.ts";
import { type RunWorkDeps, runWork, type WorkTable } from "./run-work.server.ts";
import { createRunningShops } from "./running-shops.ts";
import { createShopTurns } from "./shop-turns.server.ts";
import type { WorkNotification } from "./work-notifier.server.ts";

export type LaneRunnerDeps = RunWorkDeps & {
  readonly clock: { readonly now: () => Date };
  readonly notify: (work: readonly DueWork[]) => Promise<void>;
};

export type LaneRunner = {
  /** Runs the row of the notification, or whose turn it is where others wait; then the next ones while work waits. */
  readonly handle: (notification: WorkNotification) => Promise<void>;
  /** What runs comes to its end, nothing more is begun. */
  readonly stop: () => void;
};

/** A notification that waited for so long stood in a queue: then the shops have their turns, whichever came first. */
const lateMs = 100;
/** An order that was requested while it ran is run again at once; long work of other lanes waits for its turn. */
const maxRepeats: Readonly<Record<Lane, number>> = { orders: 3, stock: 3, bulk: 0, sweeps: 0 };

/**
 * Gives the places of a lane in this process to shops in turn (R51). A notification that comes at once is for its row,
 * which costs nothing more. Where they queue, or a shop has its share running, one only says that something is due.
 */
export function createLaneRunner<App extends LaneRunnerDeps>(
  app: App,
  lane: Lane,
  table: WorkTable<App>,
  isBusy: () => boolean,
): LaneRunner {
  const places = createRunningShops();
  const share = () => mostOfOneShop(lane, isBusy());
  const kinds = Object.keys(table.handlers);
  const turns = createShopTurns(app.db, lane, kinds);
  const leaseMs = app.env.WORK_LEASE_MS;
  let isBehind = false;
  let isStopped = false;

  /** Keeps a place for the shop while it is asked for its work, and on while that runs. */
  async function claimForShop(shopId: ShopId, claim: () => Promise<ClaimedWork | null>) {
    places.start(shopId);
    const claimed = await claim().catch((error: unknown) => {
      places.finish(shopId);
      throw error;
    });
    if (!claimed) places.finish(shopId);
    return claimed;
  }

  async function claimNotified({ workId, shopId, at }: WorkNotification): Promise<ClaimedWork | null> {
    const isFull = () => shopId !== undefined && places.running(shopId) >= share();
    const isLate = at !== undefined && app.clock.now().getTime() - at > lateMs;
    if (isBehind || isLate || isFull()) {
      isBehind = true;
      if (shopId !== undefined) turns.add(shopId);
      const next = await claimNext();
      if (next || isFull()) return next;
    }
    const claim = () => claimWork(app.db, workId, leaseMs, kinds);
    if (shopId !== undefined) return claimForShop(shopId, claim);
    const claimed = await claim();
    if (claimed) places.start(claimed.shopId);
    return claimed;
  }

  /** The work of whoever's turn it is; null where nobody waits but who has a full share, of which each end looks again. */
  async function claimNext(): Promise<ClaimedWork | null> {
    let isLastLook = false;
    for (let waiting = await turns.list(); ; waiting = await turns.list()) {
      // What is known may be a moment old and has answered notifications since: ask before nobody looks again.
      if (waiting.length === 0 && !isLastLook) {
        isLastLook = true;
        waiting = await turns.listNow();
      }
      const shopId = planTurn(waiting, places, share());
      if (shopId === null) {
        isBehind = waiting.length > 0;
        return null;
      }
      const claim = () => claimTurn(app.db, { lane, shopId }, leaseMs, kinds);
      // Another claim may have been faster with the row, and the shop's others are due all the same.
      const claimed = (await claimForShop(shopId, claim)) ?? (await claimForShop(shopId, claim));
      if (claimed) return claimed;
      turns.drop(shopId);
    }
  }

  /** Runs what was claimed, then what its runs requested in this lane; what those request waits for its notification. */
  async function run(claimed: ClaimedWork): Promise<void> {
    try {
      const next = await runRepeatedly(app, table, claimed);
      const toNotify = next.filter((row) => row.lane !== lane);
      for (const row of next) {
        const found = row.lane === lane ? await claimWork(app.db, row.id, leaseMs, kinds) : null;
        if (found) toNotify.push(...(await runRepeatedly(app, table, found)));
      }
      if (toNotify.length > 0) await app.notify(toNotify);
    } finally {
      places.finish(claimed.shopId);
    }
  }

  return {
    handle: async (notification) => {
      let claimed = await claimNotified(notification);
      while (claimed) {
        await run(claimed);
        claimed = isBehind && !isStopped ? await claimNext() : null;
      }
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/**
 * Runs a row, and at once again where it was requested meanwhile; after a few times the others in its lane have their
 * turn, and so they have where a run yields. Returns the rows that are to be run next.
 */
async function runRepeatedly<App extends LaneRunnerDeps>(
  app: App,
  table: WorkTable<App>,
  claimed: ClaimedWork,
): Promise<DueWork[]> {
  let ran = await runWork(app, table, claimed);
  const next = [...ran.next];
  for (let more = 0; more < maxRepeats[toLane(claimed.lane)] && ran.became === "due"; more += 1) {
    const again = await claimWork(app.db, claimed.id, claimed.lease.ms);
    if (!again) return next;
    ran = await runWork(app, table, again);
    next.push(...ran.next);
  }
  const { id, lane, shopId } = claimed;
  if (ran.became === "due" || ran.became === "yielded") await app.notify([{ id, lane, shopId }]);
  return next;
}
