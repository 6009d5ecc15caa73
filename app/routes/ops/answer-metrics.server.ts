import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";
import type { App } from "#app/app.server.ts";
import { countUnknownOutcomes } from "#app/domain/orders/placement/count-unknown-outcomes.server.ts";
import { countSealedRows } from "#app/platform/crypto/sealing-keys.server.ts";
import { recordBacklog } from "#app/platform/observability/metrics.server.ts";
import { countDeadWork, readBacklog } from "#app/platform/queue/due-work.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { breakerStates } from "#app/supplier/call-gate.ts";
import { listAccountLimits } from "#app/supplier/list-account-limits.server.ts";

export type MetricsDeps = Pick<
  App,
  "env" | "db" | "pool" | "metrics" | "callGates" | "restingAtShopify" | "reportError" | "leaving"
>;

const OUTCOME_UNKNOWN_MINUTES = 5;

/** Asks for `METRICS_TOKEN` as a bearer token; without one set, an app that others reach has no such page. */
export async function answerMetrics(
  app: MetricsDeps,
  request: Pick<Request, "headers">,
  response: Response,
): Promise<void> {
  const { METRICS_TOKEN: token, isReachable } = app.env;
  if (token === undefined && isReachable) return void response.status(404).end();
  if (token !== undefined && !carriesToken(request.headers.authorization, token))
    return void response.status(401).set("www-authenticate", "Bearer").end();
  // What this process counted itself is told even while the database is away.
  await readDatabase(app).catch((error: unknown) => app.reportError(error, { event: "metrics_incomplete" }));
  readBreakers(app);
  const { registry } = app.metrics;
  response.type(registry.contentType).send(await registry.metrics());
}

function carriesToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}

async function readDatabase({ env, db, pool, metrics }: MetricsDeps): Promise<void> {
  recordBacklog(metrics, await readBacklog(db));
  metrics.unknownPlacings.set(await countUnknownOutcomes(db, OUTCOME_UNKNOWN_MINUTES));
  metrics.deadWork.reset();
  for (const { kind, rows } of await countDeadWork(db)) metrics.deadWork.set({ kind }, rows);
  metrics.sealedRows.reset();
  for (const { key, rows } of await countSealedRows(pool, env.ENCRYPTION_KEYS))
    metrics.sealedRows.set({ key }, rows);
  for (const gauge of [metrics.quotaLimit, metrics.quotaRemaining, metrics.quotaWaitSeconds]) gauge.reset();
  for (const limits of await listAccountLimits(pool)) {
    const { account } = limits;
    if (limits.dayLimit !== null) metrics.quotaLimit.set({ account }, limits.dayLimit);
    if (limits.remaining !== null) metrics.quotaRemaining.set({ account }, limits.remaining);
    metrics.quotaWaitSeconds.set({ account, of: "all" }, limits.pausedSeconds);
    metrics.quotaWaitSeconds.set({ account, of: "reads" }, limits.restingSeconds);
  }
}

function readBreakers({ callGates, restingAtShopify, metrics }: MetricsDeps): void {
  const { isAll, shops } = restingAtShopify();
  metrics.shopifyResting.set({ of: "all" }, isAll ? 1 : 0);
  metrics.shopifyResting.set({ of: "shops" }, shops);
  metrics.breakerOpen.reset();
  for (const { accountId, gate } of callGates.list()) {
    const account = accountKeyOf(accountId).slice(0, 8);
    for (const { group, state } of breakerStates(gate)) {
      metrics.breakerOpen.set({ account, group }, state === "closed" ? 0 : 1);
    }
  }
}
