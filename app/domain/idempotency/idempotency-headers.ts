/** Names one press, however often the browser sends it. */
export const IDEMPOTENCY_HEADER = "x-karwan-press";
/** Set once a press is too old to begin: it is asked after, and not done any more. */
export const LATE_HEADER = "x-karwan-press-late";
/** The answer while the first sending of a press still runs ("too early"). */
export const STILL_RUNNING = 425;
