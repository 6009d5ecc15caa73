// Loaded before a process's own code (`node --import`): its clock runs ahead of everybody else's by CLOCK_AHEAD_MS.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const TrueDate = globalThis.Date;

class DateAhead extends TrueDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(TrueDate.now() + aheadMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return TrueDate.now() + aheadMs;
  }
}

globalThis.Date = DateAhead as DateConstructor;
