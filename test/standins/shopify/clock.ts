/** The stand-in's own time: follows the machine with an offset, can be moved, can stand still. */
export type MovableClock = {
  now(): Date;
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
  set(isoTime: string): void;
  freeze(): void;
  onMove(listener: () => void): void;
};

export function createClock(): MovableClock {
  let offsetMs = 0;
  let frozenAt: number | null = null;
  const listeners: Array<() => void> = [];
  const nowMs = () => (frozenAt ?? Date.now()) + offsetMs;
  const moveTo = (timeMs: number) => {
    offsetMs += timeMs - nowMs();
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(nowMs()),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      moveTo(nowMs() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    },
    set(isoTime) {
      const timeMs = Date.parse(isoTime);
      if (Number.isNaN(timeMs)) throw new Error(`"${isoTime}" is not a time`);
      moveTo(timeMs);
    },
    freeze() {
      frozenAt = Date.now();
    },
    onMove: (listener) => void listeners.push(listener),
  };
}

/** Shopify writes times to the second: in UTC where it is asked. */
export function toIso(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

const pakistanMs = 5 * 60 * 60_000;

/** And in the shop's own time zone in the bodies of webhooks. */
export function toShopTime(date: Date): string {
  return `${new Date(date.getTime() + pakistanMs).toISOString().slice(0, 19)}+05:00`;
}
