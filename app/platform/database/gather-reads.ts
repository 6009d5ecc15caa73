type Batch<Row> = { readonly keys: Set<string>; readonly rows: Promise<ReadonlyMap<string, Row>> };

/**
 * Reads rows by key, one query at a time for all who wait: however many strangers ask, they hold one connection, and wait
 * for two queries at most.
 */
export function gatherReads<Row>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | null> {
  let next: Batch<Row> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const begin = (): Batch<Row> => {
    const keys = new Set<string>();
    const rows = last.then(() => {
      next = null;
      return readMany([...keys]);
    });
    last = rows.catch(() => undefined);
    return { keys, rows };
  };
  return async (key) => {
    next ??= begin();
    next.keys.add(key);
    return (await next.rows).get(key) ?? null;
  };
}
