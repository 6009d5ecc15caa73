type Known<Value> = { readonly value: Value; readonly readAt: number };

type LastKnownOptions = {
  /** For so long what was read is not read again. */
  readonly freshMs: number;
  /** So many values are kept, the ones read last. */
  readonly most: number;
};

/**
 * Values by key, for answers that may not wait: read a moment ago, else read now, else the last that were read, however
 * long ago, where reading fails or takes beyond `untilMs` of `performance.now()`. Keys without a value are left out. Null:
 * not read in time, and not all of them were ever read before.
 */
export type LastKnown<Value> = (
  keys: readonly string[],
  untilMs: number,
) => Promise<ReadonlyMap<string, Value> | null>;

/** Each key is read once at a time, however many ask for it. */
export function createLastKnown<Value>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  { freshMs, most }: LastKnownOptions,
): LastKnown<Value> {
  const known = new Map<string, Known<Value>>();
  const underWay = new Map<string, Promise<void>>();

  const keep = (key: string, value: Value | undefined): void => {
    known.delete(key);
    if (value === undefined) return;
    known.set(key, { value, readAt: performance.now() });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
  };

  const begin = (keys: readonly string[]): void => {
    if (keys.length === 0) return;
    const reading = readMany(keys)
      .then((values) => {
        for (const key of keys) keep(key, values.get(key));
      })
      .finally(() => {
        for (const key of keys) underWay.delete(key);
      });
    // Whoever waits for it sees that it failed.
    reading.catch(() => undefined);
    for (const key of keys) underWay.set(key, reading);
  };

  const isFresh = (key: string): boolean => {
    const found = known.get(key);
    return found !== undefined && performance.now() - found.readAt < freshMs;
  };

  return async (keys, untilMs) => {
    const due = [...new Set(keys)].filter((key) => !isFresh(key));
    begin(due.filter((key) => !underWay.has(key)));
    const readings = new Set(due.flatMap((key) => underWay.get(key) ?? []));
    const wasRead = readings.size === 0 || (await inTime(Promise.all(readings), untilMs));
    if (!wasRead && due.some((key) => !known.has(key))) return null;
    return new Map(keys.flatMap((key) => toEntry(key, known.get(key))));
  };
}

function toEntry<Value>(key: string, found: Known<Value> | undefined): [string, Value][] {
  return found === undefined ? [] : [[key, found.value]];
}

/** Whether it ended well by then. */
async function inTime(reading: Promise<unknown>, untilMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), Math.max(0, untilMs - performance.now()));
  const read = reading.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
}
