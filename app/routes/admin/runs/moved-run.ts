import { type RunSubject, runUrl } from "#app/ui/run-url.ts";

/** Where the pages of runs were before there was one for all: bookmarks and open pages lead on. */
const MOVED: readonly (readonly [before: RegExp, subject: RunSubject])[] = [
  [/^\/orders\/bulk\/([\w-]+)$/, "orders"],
  [/^\/listings\/runs\/([\w-]+)$/, "listings"],
  [/^\/imports\/([\w-]+)$/, "imports"],
  [/^\/changes\/([\w-]+)$/, "changes"],
];

/** The address that took the place of another; null where none did. */
export function movedRunUrl({ pathname, search }: Pick<URL, "pathname" | "search">): string | null {
  for (const [before, subject] of MOVED) {
    const runId = before.exec(pathname)?.[1];
    if (runId) return `${runUrl(subject, runId)}${search}`;
  }
  return null;
}
