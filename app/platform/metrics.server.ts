import { Counter, Gauge, Histogram, Registry } from "prom-client";

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
    workRuns: new Counter({
      name: "karwan_work_runs_total",
      help: "Runs of work by kind and outcome",
      labelNames: ["kind", "outcome"],
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
    oldestDueSeconds: new Gauge({
      name: "karwan_work_oldest_due_seconds",
      help: "How long the oldest due work has waited",
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
