export type AppErrorOptions = {
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly details?: unknown;
  /** What the log says instead of the message, where the message quotes somebody else. */
  readonly logged?: string;
  readonly cause?: unknown;
};

/** A failure of the outside world. `code` decides what happens next; the message is for people, `logged` for logs. */
export class AppError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly details: unknown;
  readonly logged: string;

  constructor(code: string, message: string, options: AppErrorOptions) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
    this.logged = options.logged ?? message;
  }
}

/** Throws when our own assumption does not hold: a bug, never a state of the outside world. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${sentence}`);
}
