import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type BlockReading, readBlock } from "./ask-app.ts";

/** Null until the first answer. */
export type Reading<Block> = BlockReading<Block> | null;

/** What the app tells of the thing whose page is open; without a path there is none. */
export function useReading<Block>(path: string | null) {
  const [reading, setReading] = useState<Reading<Block>>(path === null ? { kind: "unknown" } : null);
  const newest = useRef(0);
  const read = useCallback(async () => {
    if (path === null) return;
    newest.current += 1;
    const mine = newest.current;
    const answer = await readBlock<Block>(path);
    // An answer that comes after that of a later question tells what was before.
    if (newest.current === mine) setReading(answer);
  }, [path]);
  useEffect(() => {
    void read();
  }, [read]);
  return { reading, read };
}
