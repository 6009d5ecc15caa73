import { SupplierError } from "./errors.ts";
import type { Page } from "./schema.ts";

const MAX_CURSOR_BYTES = 2048;

export type PageLimits = { readonly maxPages: number };

/**
 * Reads a list page by page and yields each page, so that a long walk can be checkpointed. Ends on the last page;
 * throws `unexpected_response` on a cursor that repeats or is longer than 2 KB, and on more than `maxPages` pages.
 */
export async function* eachPage<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  limits: PageLimits,
): AsyncGenerator<Page<T>> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < limits.maxPages; pages += 1) {
    const page = await fetchPage(cursor);
    yield page;
    if (page.nextCursor === null) return;
    if (seen.has(page.nextCursor)) throw unusableList("the cursor repeats");
    if (Buffer.byteLength(page.nextCursor) > MAX_CURSOR_BYTES) throw unusableList("the cursor is too long");
    seen.add(page.nextCursor);
    cursor = page.nextCursor;
  }
  throw unusableList(`the list has more than ${limits.maxPages} pages`);
}

/** All entries of a list that is known to be short. */
export async function listAll<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  limits: PageLimits,
): Promise<readonly T[]> {
  const entries: T[] = [];
  for await (const page of eachPage(fetchPage, limits)) entries.push(...page.data);
  return entries;
}

function unusableList(why: string): SupplierError {
  return new SupplierError("unexpected_response", `A list of the service cannot be read: ${why}`, {
    kind: "wait",
    retryable: false,
  });
}
