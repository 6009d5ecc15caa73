/** So far clocks may differ; a later moment is a fault. */
const MOST_AHEAD_MS = 5 * 60_000;

/**
 * A moment the service stated, as far as it can be believed: one that is unreadable, or lies well after it was received,
 * would stand above all that is said later, so it counts from when it was received.
 */
export function clampToReceivedAt(statedAt: Date, receivedAt: Date): Date {
  return statedAt.getTime() <= receivedAt.getTime() + MOST_AHEAD_MS ? statedAt : receivedAt;
}
