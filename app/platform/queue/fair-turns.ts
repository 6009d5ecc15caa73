export type FairTurns = {
  /** Runs a task in its owner's turn. Rejects with what the task threw. */
  readonly take: <T>(owner: string, task: () => Promise<T>) => Promise<T>;
};

/**
 * One task at a time, the owners in turn: whoever has a single task waits for one task of each other owner at most,
 * however many those have. The tasks of one owner keep their order.
 */
export function createFairTurns(): FairTurns {
  // Owners in the order of their turns.
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = takeNext(); next !== null; next = takeNext()) await next();
    isRunning = false;
  }

  function takeNext(): (() => Promise<void>) | null {
    for (const [owner, tasks] of waiting) {
      const task = tasks.shift();
      waiting.delete(owner);
      if (tasks.length > 0) waiting.set(owner, tasks);
      if (task !== undefined) return task;
    }
    return null;
  }

  return {
    take: (owner, task) =>
      new Promise((settle, fail) => {
        const tasks = waiting.get(owner) ?? [];
        // A task that throws before it promises anything must not keep the turns of all others.
        tasks.push(async () => {
          try {
            settle(await task());
          } catch (error) {
            fail(error);
          }
        });
        waiting.set(owner, tasks);
        if (!isRunning) void runAll();
      }),
  };
}
