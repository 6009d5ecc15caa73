import { AsyncLocalStorage } from "node:async_hooks";

/** One run of work, in a lane of so many slots. */
type Job = { readonly lane: string; readonly slots: number };

const running = new AsyncLocalStorage<Job>();

/** Runs a job so that bulkheads know which lane's slots it takes. What runs outside, a page for one, is never refused. */
export function runInLane<T>(lane: string, slots: number, run: () => Promise<T>): Promise<T> {
  return running.run({ lane, slots }, run);
}

export type Bulkhead = {
  /**
   * Sends a call to the dependency; null where too many jobs of the lane wait for it already, or where a call that takes
   * long gave way. Of the latter `send` was notified by its signal.
   */
  pass<T>(
    send: (giveWay: AbortSignal) => Promise<T>,
    call?: BulkheadCall,
  ): Promise<{ readonly sent: T } | null>;
};

type BulkheadCall = {
  /** Whose part of the dependency is called, where parts may hang apart from each other. */
  readonly part?: string;
  /** Left out: it is brought to its end, however long that takes. */
  readonly mayGiveWay?: boolean;
};

type HeldSlot = Required<BulkheadCall> & {
  readonly lane: string;
  readonly startedAt: number;
  readonly end: AbortController;
};

/** A call that takes longer says that its dependency may hang; one that took less says that it does not. */
const SLOW_MS = 2000;
/** How long a job waits for room, unless the part it calls hangs: calls end within that. */
const PATIENCE_MS = 500;
/** How long where calls hang that may give way: each of them takes long within that. */
const PATIENCE_FOR_ROOM_MS = SLOW_MS + 100;

/**
 * Keeps a quarter of each lane's slots, at least one, out of the reach of one dependency: what hangs there leaves them to
 * work that needs only others. Counted are jobs, so that one job may send several calls at once. Where there is no room,
 * the call that has taken longest, if it takes long, gives way to one to a part that does not hang, or was found to hang
 * before that call was: parts that hang take turns. See D-91 and D-135.
 */
export function createBulkhead(): Bulkhead {
  const inside = new Map<string, Map<Job, number>>();
  const held = new Set<HeldSlot>();
  /** Parts of which the last call took long, or takes long, and when that was found last. */
  const hanging = new Map<string, number>();
  let hangs = false;
  let waiting: (() => void)[] = [];

  function tryEnter(job: Job): boolean {
    const jobs = inside.get(job.lane) ?? new Map<Job, number>();
    const most = job.slots - Math.max(1, Math.floor(job.slots / 4));
    if (!jobs.has(job) && jobs.size >= Math.max(1, most)) return false;
    jobs.set(job, (jobs.get(job) ?? 0) + 1);
    inside.set(job.lane, jobs);
    return true;
  }

  function leave(job: Job): void {
    const jobs = inside.get(job.lane);
    const calls = (jobs?.get(job) ?? 1) - 1;
    if (calls === 0) jobs?.delete(job);
    else jobs?.set(job, calls);
    wake();
  }

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const go of woken) go();
  }

  /** Whether a call that takes long was ended for one to another part. */
  function makeRoom(lane: string, part: string): boolean {
    const longAgo = performance.now() - SLOW_MS;
    const turnSince = (hanging.get(part) ?? 0) - SLOW_MS;
    const mayBeEnded = (each: HeldSlot) => each.lane === lane && each.mayGiveWay && each.part !== part;
    // The oldest come first.
    const slow = [...held].find((each) => mayBeEnded(each) && each.startedAt > turnSince);
    if (slow === undefined || slow.startedAt > longAgo) return false;
    held.delete(slow);
    slow.end.abort();
    return true;
  }

  /** A part that does not hang is sure of room once a call takes long that may give way. */
  function patienceOf(lane: string, part: string): number {
    const isSure =
      hangs && !hanging.has(part) && [...held].some((each) => each.lane === lane && each.mayGiveWay);
    return isSure ? PATIENCE_FOR_ROOM_MS : PATIENCE_MS;
  }

  async function enter(job: Job, part: string): Promise<boolean> {
    const until = performance.now() + patienceOf(job.lane, part);
    while (!tryEnter(job)) {
      const leftMs = until - performance.now();
      if (hangs && !makeRoom(job.lane, part) && hanging.has(part)) return false;
      if (leftMs <= 0) return false;
      await new Promise<void>((settle) => {
        const timer = setTimeout(settle, leftMs);
        waiting.push(() => {
          clearTimeout(timer);
          settle();
        });
      });
    }
    return true;
  }

  async function watch<T>(send: () => Promise<T>, part: string): Promise<T> {
    const startedAt = performance.now();
    const slow = setTimeout(() => {
      hangs = true;
      hanging.set(part, performance.now());
      wake();
    }, SLOW_MS);
    try {
      return await send();
    } finally {
      clearTimeout(slow);
      if (performance.now() - startedAt < SLOW_MS) {
        hangs = false;
        hanging.delete(part);
      }
    }
  }

  /** Null where it gave way. */
  async function hold<T>(own: HeldSlot, send: (giveWay: AbortSignal) => Promise<T>) {
    const { signal } = own.end;
    held.add(own);
    try {
      return { sent: await watch(() => send(signal), own.part) };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      held.delete(own);
    }
  }

  return {
    async pass(send, { part = "", mayGiveWay = false } = {}) {
      const job = running.getStore();
      const end = new AbortController();
      if (job === undefined) return { sent: await watch(() => send(end.signal), part) };
      if (!(await enter(job, part))) return null;
      try {
        const { lane } = job;
        return await hold({ part, mayGiveWay, lane, startedAt: performance.now(), end }, send);
      } finally {
        leave(job);
      }
    },
  };
}
