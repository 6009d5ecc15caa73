import type { AdminCost } from "./admin-answer.ts";
import { createCostBucket, waitFor } from "./cost-bucket.ts";
import { ShopifyError } from "./errors.ts";

/** What a call may ask for, and who waits for it. */
export type CostRequest = {
  /** The operation, and what of its variables changes its cost. */
  readonly key: string;
  /** Points it asks for as long as no answer of this shop has said so. */
  readonly cost: number;
  /** Smaller goes first; whoever was throttled goes before all. */
  readonly rank: number;
  /** The share of the bucket it leaves to others, from 0 to 1. */
  readonly leftShare: number;
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
};

/** Points taken for one call; `settle` is called once, whatever came of it. */
export type CostTurn =
  | { readonly kind: "granted"; settle(cost: AdminCost | null): void }
  /** The bucket will not hold the points in time: come again after `waitMs`. */
  | { readonly kind: "late"; readonly waitMs: number };

/** One shop's query cost: what its operations ask for and use, what its bucket holds, and who is waiting for it. */
export type QueryBudget = {
  /**
   * Waits for its turn until the bucket holds what is asked for; where only the answer to a call under way can tell, for
   * as long after that call was sent as its patience lasts. Throws ShopifyError when the signal ends it.
   */
  acquire(ask: CostRequest): Promise<CostTurn>;
  /** Nothing is sent before that many milliseconds have passed. */
  holdFor(ms: number): void;
};

type QueryBudgetDeps = {
  readonly clock: { now(): Date };
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

type WaitingCall = {
  readonly rank: number;
  readonly cost: number;
  readonly leftShare: number;
  /** Points it will keep, as far as is known: the rest comes back at once. */
  readonly use: number;
  readonly grant: () => void;
};

/** Who has waited in vain for the first answer of a shop comes back then. */
const UNKNOWN_BUCKET_RETRY_MS = 2000;

/**
 * Keeps all calls of one shop in one line. Shopify takes the requested cost first and refunds after
 * (https://shopify.dev/docs/api/usage/limits), so that a call sent too early is throttled whatever it would have used.
 */
export function createQueryBudget({ clock, sleep }: QueryBudgetDeps): QueryBudget {
  const bucket = createCostBucket();
  const learned = new Map<string, { readonly requested: number; readonly used: number }>();
  const line: WaitingCall[] = [];
  let timer: { readonly atMs: number; readonly stop: AbortController } | null = null;
  let putOffUntilMs = 0;
  /** When the last call was let through, by this process's own time: a wait for it is no wait for points. */
  let sentAtMs = 0;

  const nowMs = () => clock.now().getTime();

  function serve(): void {
    for (let first = line[0]; first !== undefined; first = line[0]) {
      const waitMs = bucket.waitFor(first, nowMs());
      if (waitMs === null) return;
      if (waitMs > 0) {
        serveIn(waitMs);
        return;
      }
      line.shift();
      bucket.take(first.cost, nowMs());
      sentAtMs = performance.now();
      first.grant();
    }
  }

  function serveIn(ms: number): void {
    const atMs = nowMs() + ms;
    if (timer !== null && timer.atMs <= atMs) return;
    timer?.stop.abort();
    const mine = { atMs, stop: new AbortController() };
    timer = mine;
    const ended = sleep(ms, mine.stop.signal).then(
      () => timer === mine,
      () => false,
    );
    void ended.then((isOver) => {
      if (!isOver) return;
      timer = null;
      serve();
    });
  }

  /** Work that is put off comes back one after the other, not all at the moment the first of it can be served. */
  function putOff(waitMs: number, use: number): number {
    const at = Math.max(nowMs() + waitMs, putOffUntilMs);
    putOffUntilMs = at + waitFor(use, 0, bucket.restoreRate);
    return at - nowMs();
  }

  /** Null as long as nothing but an answer can tell. */
  function estimate(mine: Omit<WaitingCall, "grant">): number | null {
    const ahead = line.filter(({ rank }) => rank <= mine.rank);
    const before = ahead.reduce((sum, { use }) => sum + use, 0);
    return bucket.waitFor(mine, nowMs(), before);
  }

  function settle(key: string, reserved: number, cost: AdminCost | null): void {
    const used = cost?.actual ?? learned.get(key)?.used;
    if (cost !== null) learned.set(key, { requested: cost.requested, used: used ?? cost.requested });
    bucket.settle(reserved, { used: cost?.actual ?? null, status: cost?.throttleStatus ?? null }, nowMs());
    serve();
  }

  return {
    acquire(ask) {
      const known = learned.get(ask.key);
      const cost = known?.requested ?? ask.cost;
      const mine = { rank: ask.rank, leftShare: ask.leftShare, cost, use: known?.used ?? cost };
      const waitMs = estimate(mine);
      const late = (ms: number): CostTurn => ({ kind: "late", waitMs: putOff(ms, mine.use) });
      if ((waitMs ?? 0) > ask.patienceMs) return Promise.resolve(late(waitMs ?? 0));
      // A call that hangs holds its own slot of work, and not those of all who ask for the same shop after it.
      const untoldMs = sentAtMs + ask.patienceMs - performance.now();
      if (waitMs === null && untoldMs <= 0) return Promise.resolve(late(UNKNOWN_BUCKET_RETRY_MS));
      return new Promise<CostTurn>((resolve, reject) => {
        let isGranted = false;
        let patience: NodeJS.Timeout | undefined;
        const leave = () => {
          clearTimeout(patience);
          line.splice(line.indexOf(waiting), 1);
          const cause: unknown = ask.signal?.reason;
          reject(new ShopifyError("unavailable", "The caller left before its turn came", { cause }));
          serve();
        };
        const waiting: WaitingCall = {
          ...mine,
          grant: () => {
            clearTimeout(patience);
            isGranted = true;
            ask.signal?.removeEventListener("abort", leave);
            resolve({ kind: "granted", settle: (answered) => settle(ask.key, cost, answered) });
          },
        };
        const place = line.findIndex(({ rank }) => rank > mine.rank);
        line.splice(place < 0 ? line.length : place, 0, waiting);
        if (ask.signal?.aborted) return leave();
        ask.signal?.addEventListener("abort", leave, { once: true });
        serve();
        if (waitMs !== null || isGranted) return;
        const giveUp = () => {
          ask.signal?.removeEventListener("abort", leave);
          line.splice(line.indexOf(waiting), 1);
          resolve(late(UNKNOWN_BUCKET_RETRY_MS));
        };
        patience = setTimeout(giveUp, untoldMs);
      });
    },
    holdFor(ms) {
      bucket.holdUntil(nowMs() + ms);
    },
  };
}
