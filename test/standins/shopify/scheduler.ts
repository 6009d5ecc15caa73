import type { MovableClock } from "./clock.ts";

/**
 * Everything that happens "a moment later" in the stand-in: routing, jobs, webhook deliveries and their retries.
 * Due times follow the movable clock, so that a test moves four hours in no time.
 */
export type Scheduler = {
  after(delayMs: number, task: () => void | Promise<void>): void;
  /** Runs what is due and waits until nothing due or running is left. */
  settle(): Promise<void>;
  pending(): number;
  close(): void;
};

type Task = { readonly dueMs: number; readonly order: number; readonly run: () => void | Promise<void> };

export function createScheduler(clock: MovableClock, onError: (error: unknown) => void): Scheduler {
  let tasks: Task[] = [];
  let timer: NodeJS.Timeout | undefined;
  let order = 0;
  let closed = false;
  const running = new Set<Promise<void>>();

  const takeDue = (): Task[] => {
    const nowMs = clock.now().getTime();
    const due = tasks.filter((task) => task.dueMs <= nowMs);
    tasks = tasks.filter((task) => task.dueMs > nowMs);
    return due.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order);
  };
  const start = (task: Task) => {
    const run = Promise.resolve().then(task.run).catch(onError);
    running.add(run);
    void run.finally(() => running.delete(run));
  };
  const arm = () => {
    clearTimeout(timer);
    if (closed || tasks.length === 0) return;
    const nextMs = Math.min(...tasks.map((task) => task.dueMs));
    const waitMs = Math.min(Math.max(0, nextMs - clock.now().getTime()), 60_000);
    timer = setTimeout(runDue, waitMs);
  };
  const runDue = () => {
    takeDue().forEach(start);
    arm();
  };
  clock.onMove(runDue);

  return {
    after(delayMs, run) {
      if (closed) return;
      order += 1;
      tasks.push({ dueMs: clock.now().getTime() + delayMs, order, run });
      arm();
    },
    async settle() {
      for (;;) {
        takeDue().forEach(start);
        if (running.size === 0) return arm();
        await Promise.all(running);
      }
    },
    pending: () => tasks.length + running.size,
    close() {
      closed = true;
      tasks = [];
      clearTimeout(timer);
    },
  };
}
