const FIRST_WAITS_MS = [800, 1600];
const WAIT_MS = 4000;
/** Ten minutes; after that the page waits for Refresh. */
const LOOKS = 150;
/** What comes after the last state, such as marking as paid, shows without a press. */
const LOOKS_AT_REST = 4;

/** How long to wait before the next look at a page, `looks` after it began to move or to rest; null: no more. */
export function waitBeforeLook(looks: number, isMoving: boolean): number | null {
  if (looks >= (isMoving ? LOOKS : LOOKS_AT_REST)) return null;
  return FIRST_WAITS_MS[looks] ?? WAIT_MS;
}
