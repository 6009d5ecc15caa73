import { type Breaker, type BreakerState, createBreaker } from "#app/platform/http/breaker.ts";
import { type Bulkhead, createBulkhead } from "#app/platform/http/bulkhead.server.ts";
import {
  type CallClass,
  classifyCall,
  type EndpointGroup,
  endpointGroups,
  type Purpose,
} from "./call-class.ts";
import { toLimitError, toTransportError } from "./error-map.ts";
import { isSupplierError, type SupplierError } from "./errors.ts";
import { createKnownMisses, type KnownMisses } from "./known-misses.ts";
import { createQuota, type Quota } from "./quota.ts";
import { LONGEST_WAIT_MS } from "./retry.ts";

/** What became of a call, for counting. `not_sent`: our own limits or a breaker kept it back. */
type CallOutcome = "ok" | "refused" | "limited" | "failed" | "not_sent";

export type CallMeter = (call: {
  readonly group: EndpointGroup;
  readonly priority: CallClass["priority"];
  readonly outcome: CallOutcome;
  readonly seconds: number;
}) => void;

/** The one gate all calls of an account pass in this process: its limits, and what fails of it. */
export type CallGate = {
  readonly quota: Quota;
  readonly breakers: Readonly<Record<EndpointGroup, Breaker>>;
  readonly meter: CallMeter;
  readonly misses: KnownMisses;
  /** One for all accounts of the service. */
  readonly bulkhead: Bulkhead;
};

/** What finds no room comes back then; most of what it waits for has ended. */
const NO_ROOM_MS = 3000;

export function createCallGate(
  options: Partial<Pick<CallGate, "quota" | "meter" | "bulkhead">> = {},
): CallGate {
  const nowMs = () => performance.now();
  const breakers = { orders: createBreaker(nowMs), quotes: createBreaker(nowMs) };
  return {
    quota: options.quota ?? createQuota(),
    breakers: { ...breakers, reads: createBreaker(nowMs), config: createBreaker(nowMs) },
    meter: options.meter ?? (() => undefined),
    misses: createKnownMisses(nowMs),
    bulkhead: options.bulkhead ?? createBulkhead(),
  };
}

export function breakerStates(gate: CallGate): readonly { group: EndpointGroup; state: BreakerState }[] {
  return endpointGroups.map((group) => ({ group, state: gate.breakers[group].state() }));
}

type GateOptions = {
  readonly gate: CallGate;
  readonly purpose: Purpose;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Sends a call once breaker and limits let it. A short wait is waited here; a longer one is thrown as `rate_limited`,
 * `daily_quota_exceeded`, `circuit_open` or `too_many_waiting` with the time to come back: nothing was sent then.
 */
export async function passGate<T>(
  options: GateOptions,
  spec: { readonly method: string; readonly route: string; readonly effect: "read" | "write" },
  send: () => Promise<T>,
): Promise<T> {
  const call = classifyCall(spec.method, spec.route, options.purpose);
  const { gate } = options;
  const breaker = gate.breakers[call.group];
  const count = (outcome: CallOutcome, startedAt: number) => {
    const seconds = (performance.now() - startedAt) / 1000;
    gate.meter({ group: call.group, priority: call.priority, outcome, seconds });
  };
  const askedAt = performance.now();
  let probeId: string | null = null;
  try {
    refuseWhileOpen(breaker.waitMs(), spec);
    probeId = await waitForPermit(options, call);
    refuseWhileOpen(breaker.waitMs(), spec);
  } catch (error) {
    count("not_sent", askedAt);
    throw error;
  }
  const passed = await gate.bulkhead.pass(async () => {
    const waitMs = breaker.enter();
    if (waitMs > 0) count("not_sent", askedAt);
    refuseWhileOpen(waitMs, spec);
    return sendCounted({ gate, breaker, probeId, count }, send);
  });
  if (passed !== null) return passed.sent;
  count("not_sent", askedAt);
  const { effect } = spec;
  throw toTransportError("too_many_waiting", { effect, sent: false, retryAfterMs: NO_ROOM_MS });
}

type Sending = Pick<GateOptions, "gate"> & {
  readonly breaker: Breaker;
  readonly probeId: string | null;
  readonly count: (outcome: CallOutcome, startedAt: number) => void;
};

async function sendCounted<T>({ gate, breaker, probeId, count }: Sending, send: () => Promise<T>) {
  const sentAt = performance.now();
  try {
    const answer = await send();
    breaker.succeeded();
    count("ok", sentAt);
    await recordProbeOutcome(gate.quota, probeId, "ok");
    return answer;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === "failed") breaker.failed();
    else breaker.succeeded();
    count(outcome, sentAt);
    await recordProbeOutcome(gate.quota, probeId, outcome);
    if (isSupplierError(error)) await applyLimits(gate.quota, error);
    throw error;
  }
}

function refuseWhileOpen(waitMs: number, { effect }: { readonly effect: "read" | "write" }): void {
  if (waitMs === 0) return;
  throw toTransportError("circuit_open", { effect, sent: false, retryAfterMs: Math.ceil(waitMs) });
}

/** The id of the probe this call is, if it is one. */
async function waitForPermit({ gate, sleep }: GateOptions, call: CallClass): Promise<string | null> {
  for (let patienceMs = LONGEST_WAIT_MS; ; ) {
    const permit = await gate.quota.requestPermit(call);
    if (permit.kind === "granted") return null;
    if (permit.kind === "probe") return permit.id;
    if (permit.waitMs > patienceMs) throw toLimitError(permit.because, permit.waitMs);
    patienceMs -= permit.waitMs;
    await sleep(permit.waitMs);
  }
}

/** An answer of any kind shows that the service lives; whatever is not the service's own refusal is a failure. */
function outcomeOf(error: unknown): CallOutcome {
  if (!isSupplierError(error) || error.status === null || error.status >= 500) return "failed";
  if (error.code === "unexpected_response" || error.code === "connection_lost" || error.code === "timed_out")
    return "failed";
  return error.status === 429 ? "limited" : "refused";
}

/** A probe that failed says nothing of the limits; the next one is let out when its time is over. */
async function recordProbeOutcome(quota: Quota, probeId: string | null, outcome: CallOutcome): Promise<void> {
  if (probeId === null || (outcome !== "ok" && outcome !== "refused")) return;
  await quota.probeSucceeded(probeId).catch(() => undefined);
}

/** What a 429 says holds for the whole account, and is written down before the caller goes on. */
async function applyLimits(quota: Quota, error: SupplierError): Promise<void> {
  const { code, retryAfterMs } = error;
  if (retryAfterMs === undefined) return;
  // What could not be written down matters less than the call's own outcome.
  if (code === "rate_limited") await quota.pause(retryAfterMs).catch(() => undefined);
  if (code === "daily_quota_exceeded") await quota.rest(retryAfterMs).catch(() => undefined);
}
