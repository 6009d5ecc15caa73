export type Span = { days?: number; hours?: number; minutes?: number; seconds?: number };

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export function toMs(span: Span): number {
  return (
    (span.days ?? 0) * DAY_MS +
    (span.hours ?? 0) * HOUR_MS +
    (span.minutes ?? 0) * MINUTE_MS +
    (span.seconds ?? 0) * 1000
  );
}

export type MovableClock = {
  now(): number;
  moveTo(ms: number): void;
  freeze(): void;
  unfreeze(): void;
};

/** Follows real time plus an offset; frozen, it moves only when told to. */
export function createClock(start: { at?: string; frozen?: boolean } = {}): MovableClock {
  const realMs = Date.now();
  const startMs = start.at === undefined ? realMs : Date.parse(start.at);
  let offsetMs = startMs - realMs;
  let frozenAt: number | null = start.frozen === true ? startMs : null;
  const now = () => frozenAt ?? Date.now() + offsetMs;
  return {
    now,
    moveTo(ms) {
      offsetMs = ms - Date.now();
      if (frozenAt !== null) frozenAt = ms;
    },
    freeze() {
      frozenAt = now();
    },
    unfreeze() {
      if (frozenAt !== null) offsetMs = frozenAt - Date.now();
      frozenAt = null;
    },
  };
}

let lastIso = { ms: 0, text: new Date(0).toISOString() };

/** The moment as text. An order tells one moment many times over, so the last one is kept. */
export function toIso(ms: number): string {
  if (ms !== lastIso.ms) lastIso = { ms, text: new Date(ms).toISOString() };
  return lastIso.text;
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

export function utcDay(ms: number): string {
  return toIso(ms).slice(0, 10);
}

export function nextUtcMidnight(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}
