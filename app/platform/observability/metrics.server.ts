import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { lanes } from "#app/platform/queue/lanes.ts";

/** Numbers about this process, in the format Prometheus reads. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Counters and gauges in a registry of their own, so that two apps in one process do not share any. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    deliveries: new Counter({
      name: "karwan_deliveries_total",
      help: "Webhook deliveries by what became of them",
      labelNames: ["source", "outcome"],
      registers,
    }),
    intakeSeconds: new Histogram({
      name: "karwan_intake_seconds",
      help: "Time to answer a delivery",
      labelNames: ["source"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    rateSeconds: new Histogram({
      name: "karwan_rate_seconds",
      help: "Time to answer a checkout that asks for the delivery charge, by what it was answered",
      labelNames: ["outcome"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1],
      registers,
    }),
    workRuns: new Counter({
      name: "karwan_work_runs_total",
      help: "Runs of work by kind and outcome",
      labelNames: ["kind", "outcome"],
      registers,
    }),
    mails: new Counter({
      name: "karwan_mails_total",
      help: "Mails handed to the mail server by what became of them",
      labelNames: ["outcome"],
      registers,
    }),
    supplierCalls: new Counter({
      name: "karwan_supplier_calls_total",
      help: "Calls to the service by group of endpoints, priority (1 first) and outcome",
      labelNames: ["group", "priority", "outcome"],
      registers,
    }),
    supplierSeconds: new Histogram({
      name: "karwan_supplier_call_seconds",
      help: "Time the service takes to answer",
      labelNames: ["group"],
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    shopifyCalls: new Counter({
      name: "karwan_shopify_calls_total",
      help: "Calls of the Admin API by operation and outcome",
      labelNames: ["operation", "outcome"],
      registers,
    }),
    shopifyPoints: new Counter({
      name: "karwan_shopify_points_total",
      help: "Query cost Shopify charged, by operation",
      labelNames: ["operation"],
      registers,
    }),
    unknownPlacings: new Gauge({
      name: "karwan_unsure_placings",
      help: "Placings whose outcome nobody has known for more than 5 minutes",
      registers,
    }),
    quotaLimit: new Gauge({
      name: "karwan_quota_limit",
      help: "Requests a day of each account at the service, as it last said",
      labelNames: ["account"],
      registers,
    }),
    quotaRemaining: new Gauge({
      name: "karwan_quota_remaining",
      help: "Requests left today of each account at the service, as it last said",
      labelNames: ["account"],
      registers,
    }),
    quotaWaitSeconds: new Gauge({
      name: "karwan_quota_wait_seconds",
      help: "Until an account may send again: anything (all), or what the daily quota counts (reads)",
      labelNames: ["account", "of"],
      registers,
    }),
    breakerOpen: new Gauge({
      name: "karwan_breaker_open",
      help: "1 while this process gives a group of endpoints a rest",
      labelNames: ["account", "group"],
      registers,
    }),
    shopifyResting: new Gauge({
      name: "karwan_shopify_resting",
      help: "What this process gives a rest: 1 for all of Shopify (all), and how many shops of their own (shops)",
      labelNames: ["of"],
      registers,
    }),
    deadWork: new Gauge({
      name: "karwan_dead_work",
      help: "Work that was given up, by kind: nothing runs it until somebody asks for it again",
      labelNames: ["kind"],
      registers,
    }),
    unknownKindWork: new Gauge({
      name: "karwan_work_unknown_kind",
      help: "Rows of work that are due and of a kind this version does not know, by kind: nothing here runs them",
      labelNames: ["kind"],
      registers,
    }),
    sealedRows: new Gauge({
      name: "karwan_sealed_rows",
      help: "Sealed values by the encryption key they name, as last counted; a key at 0 may leave ENCRYPTION_KEYS",
      labelNames: ["key"],
      registers,
    }),
    clockSkewSeconds: new Gauge({
      name: "karwan_clock_skew_seconds",
      help: "How far this machine's clock is ahead of the database's",
      registers,
    }),
    sweeperRanAt: new Gauge({
      name: "karwan_sweeper_ran_timestamp_seconds",
      help: "When this process last looked for due work, in Unix seconds",
      registers,
    }),
    dueWork: new Gauge({
      name: "karwan_work_due",
      help: "Rows of work that are due and not running, by lane",
      labelNames: ["lane"],
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: "karwan_work_oldest_due_seconds",
      help: "How long the oldest due work has waited, by lane",
      labelNames: ["lane"],
      registers,
    }),
    errors: new Counter({
      name: "karwan_errors_total",
      help: "Errors reported, by event",
      labelNames: ["event"],
      registers,
    }),
  };
}

type BacklogRow = {
  readonly lane: string;
  readonly unknownKind: string | null;
  readonly rows: number;
  readonly oldestSeconds: number;
};

/** Shows how much work waits in each lane, and of which kinds nobody here knows; a lane without any shows 0. */
export function recordBacklog(
  {
    dueWork,
    oldestDueSeconds,
    unknownKindWork,
  }: Pick<Metrics, "dueWork" | "oldestDueSeconds" | "unknownKindWork">,
  backlog: readonly BacklogRow[],
): void {
  for (const lane of lanes) {
    const waiting = backlog.filter((each) => each.lane === lane);
    dueWork.set(
      { lane },
      waiting.reduce((sum, { rows }) => sum + rows, 0),
    );
    oldestDueSeconds.set({ lane }, Math.max(0, ...waiting.map(({ oldestSeconds }) => oldestSeconds)));
  }
  unknownKindWork.reset();
  for (const { unknownKind, rows } of backlog) {
    if (unknownKind !== null) unknownKindWork.inc({ kind: unknownKind }, rows);
  }
}

/** Adds memory, event-loop lag and garbage collection; once per process, as these measure all of it. */
export function watchProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
