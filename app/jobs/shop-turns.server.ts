import type { PrismaClient } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import { listShopTurns, type ShopTurn } from "#app/platform/queue/due-work.server.ts";
import type { Lane } from "#app/platform/queue/lanes.ts";

/** Which shops have due work in a lane, as known a moment ago. */
export type ShopTurns = {
  readonly list: () => Promise<readonly ShopTurn[]>;
  /** The same as it is now: asked after this was called. */
  readonly listNow: () => Promise<readonly ShopTurn[]>;
  /** A shop's notification was not answered: it has something due. */
  readonly add: (shopId: ShopId) => void;
  /** Nothing of this shop's was there to be taken. */
  readonly drop: (shopId: ShopId) => void;
};

/** What is known serves for so long, and for several times as long as it took to ask: asking is never most of the work. */
const freshMs = 50;
const freshFactor = 5;

function isIn(turns: readonly ShopTurn[], shopId: ShopId): boolean {
  return turns.some((turn) => turn.shopId === shopId);
}

export function createShopTurns(db: PrismaClient, lane: Lane, kinds: readonly string[]): ShopTurns {
  let known: readonly ShopTurn[] = [];
  let servesUntil = Number.NEGATIVE_INFINITY;
  let pendingList: Promise<void> | null = null;
  /** Shops whose notification came while the database was being asked: its answer may be older than they are. */
  let addedMeanwhile: readonly ShopTurn[] = [];

  async function refresh(): Promise<void> {
    const askedAt = performance.now();
    addedMeanwhile = [];
    const listed = await listShopTurns(db, lane, kinds);
    known = [...listed, ...addedMeanwhile.filter(({ shopId }) => !isIn(listed, shopId))];
    const tookMs = performance.now() - askedAt;
    servesUntil = askedAt + tookMs + Math.max(freshMs, freshFactor * tookMs);
  }

  function refreshOnce(): Promise<void> {
    pendingList ??= refresh().finally(() => {
      pendingList = null;
    });
    return pendingList;
  }

  return {
    list: async () => {
      if (performance.now() >= servesUntil) await refreshOnce();
      return known;
    },
    listNow: async () => {
      // One that is under way may have begun before what is asked for.
      await pendingList?.catch(() => undefined);
      await refreshOnce();
      return known;
    },
    add: (shopId) => {
      const turn = { shopId, isReport: false, dueAt: new Date() };
      if (pendingList !== null && !isIn(addedMeanwhile, shopId)) addedMeanwhile = [...addedMeanwhile, turn];
      if (!isIn(known, shopId)) known = [...known, turn];
    },
    drop: (shopId) => {
      known = known.filter((turn) => turn.shopId !== shopId);
    },
  };
}
