const FIRST_DELAYS_MS = [800, 1600];
const DELAY_MS = 4000;
/** Ten minutes; after that the page waits for Refresh. */
const MAX_POLLS = 150;
/** What comes after the last state, such as marking as paid, shows without a press. */
const MAX_POLLS_AT_REST = 4;

/** How long to wait before the next look at a page, `looks` after it began to move or to rest; null: no more. */
export function pollDelayMs(polls: number, isMoving: boolean): number | null {
  if (polls >= (isMoving ? MAX_POLLS : MAX_POLLS_AT_REST)) return null;
  return FIRST_DELAYS_MS[polls] ?? DELAY_MS;
}
