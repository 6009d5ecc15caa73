/** What a run is over, as the address of its page names it. `changes`: of many listings, looked at before they are made. */
export const runSubjects = ["orders", "listings", "imports", "changes"] as const;
export type RunSubject = (typeof runSubjects)[number];

/** The page of a run. */
export function runUrl(subject: RunSubject, runId: string): string {
  return `/runs/${subject}/${runId}`;
}
