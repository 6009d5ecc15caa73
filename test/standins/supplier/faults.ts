import { setTimeout as wait } from "node:timers/promises";
import { ApiError, ConnectionCut, type ErrorCode } from "./api-error.ts";
import { createRandom } from "./random.ts";

/** What goes wrong with a request. `before`/`after` is meant of the effect of the request. */
type RequestFaultKind =
  | { kind: "delay"; ms: number; when?: "before" | "after" }
  | { kind: "error"; when: "before" | "after"; status?: number }
  | { kind: "cut"; when: "before" | "after" }
  | { kind: "truncate" }
  | { kind: "cut_mid_body" }
  | { kind: "stall_mid_body" }
  | { kind: "rate_limited"; retryAfterSeconds?: number }
  /** A documented refusal, whatever was asked: nothing is done. */
  | { kind: "refused"; code: ErrorCode; message?: string; details?: unknown }
  | { kind: "daily_quota_exceeded" };

/** What goes wrong with a webhook. A late one waits on the stand-in's clock; a reordered one goes after the next one. */
type WebhookFaultKind =
  | { kind: "webhook_lost"; log?: "failed" | "delivered" | "absent" }
  | { kind: "webhook_doubled" }
  | { kind: "webhook_reordered" }
  | { kind: "webhook_late"; minutes: number };

type FaultTrigger = {
  /** How many times it strikes; without it and without `probability`: once. */
  times?: number;
  /** Strikes with this chance each time, by the box's seed, until disarmed. */
  probability?: number;
  /** Skips this many matches first. */
  after?: number;
};
export type Fault = FaultTrigger &
  ((RequestFaultKind & { method?: string; path?: string }) | (WebhookFaultKind & { event?: string }));

type Armed = { fault: Fault; left: number; skip: number };
export type RequestFault = Extract<Fault, { method?: string; path?: string }> & RequestFaultKind;
type WebhookFault = WebhookFaultKind & FaultTrigger & { event?: string };

export type BodyFault = "truncate" | "cut_mid_body" | "stall_mid_body";

export class FaultBox {
  #armed: Armed[] = [];
  #random = createRandom(1);
  #clearing = new AbortController();
  readonly #cleared = new WeakSet<Fault>();

  arm(fault: Fault): void {
    const left = fault.times ?? (fault.probability === undefined ? 1 : Number.POSITIVE_INFINITY);
    this.#armed.push({ fault: { ...fault }, left, skip: fault.after ?? 0 });
  }

  seed(seed: number): void {
    this.#random = createRandom(seed);
  }

  /** Nothing goes wrong from now on: what is being delayed goes on at once. */
  clear(): void {
    for (const { fault } of this.#armed) this.#cleared.add(fault);
    this.#armed = [];
    this.#clearing.abort();
    this.#clearing = new AbortController();
  }

  /** Plays the faults that strike before or after the effect; throws what the client is to see. */
  async play(faults: readonly RequestFault[], when: "before" | "after"): Promise<void> {
    for (const fault of faults) {
      if (fault.kind === "delay" && (fault.when ?? "before") === when && !this.#cleared.has(fault))
        await wait(fault.ms, undefined, { signal: this.#clearing.signal }).catch(() => undefined);
      if (fault.kind === "error" && fault.when === when) throwServerError(fault.status ?? 500);
      if (fault.kind === "cut" && fault.when === when) throw new ConnectionCut();
      if (when === "before") throwRefusal(fault);
    }
  }

  list(): Fault[] {
    return this.#armed.filter((armed) => armed.left > 0).map((armed) => armed.fault);
  }

  forRequest(method: string, path: string): RequestFault[] {
    return this.#armed.flatMap((armed) => {
      const { fault } = armed;
      if (!isRequestFault(fault) || !matchesRequest(fault, method, path)) return [];
      return this.#strikes(armed) ? [fault] : [];
    });
  }

  forWebhook(event: string): WebhookFault[] {
    return this.#armed.flatMap((armed) => {
      const { fault } = armed;
      if (isRequestFault(fault) || (fault.event !== undefined && fault.event !== event)) return [];
      return this.#strikes(armed) ? [fault] : [];
    });
  }

  #strikes(armed: Armed): boolean {
    if (armed.left <= 0) return false;
    if (armed.skip > 0) {
      armed.skip -= 1;
      return false;
    }
    const { probability } = armed.fault;
    if (probability !== undefined && this.#random() >= probability) return false;
    armed.left -= 1;
    return true;
  }
}

function isRequestFault(fault: Fault): fault is RequestFault {
  return !fault.kind.startsWith("webhook_");
}

/** `path` is matched from its start, without `/v1`; `*` stands for one segment. */
function matchesRequest(fault: RequestFault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  if (fault.path === undefined) return true;
  const wanted = fault.path.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length && wanted.every((part, index) => part === "*" || part === given[index])
  );
}

function throwRefusal(fault: RequestFault): void {
  if (fault.kind === "rate_limited") {
    const seconds = String(fault.retryAfterSeconds ?? 1);
    throw new ApiError("rate_limited", "Too many requests", undefined, {
      headers: { "Retry-After": seconds },
    });
  }
  if (fault.kind === "refused") throw new ApiError(fault.code, fault.message ?? fault.code, fault.details);
  if (fault.kind === "daily_quota_exceeded")
    throw new ApiError("daily_quota_exceeded", "Daily quota used up");
}

function throwServerError(status: number): never {
  throw new ApiError("internal_error", "Something failed on our side", undefined, { status });
}

export function bodyFaultOf(faults: readonly RequestFault[]): BodyFault | null {
  for (const { kind } of faults) {
    if (kind === "truncate" || kind === "cut_mid_body" || kind === "stall_mid_body") return kind;
  }
  return null;
}
