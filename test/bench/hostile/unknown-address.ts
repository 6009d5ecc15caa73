import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { buildSupplierDelivery, send } from "#test/support/deliveries.ts";
import { percentile, welchT, withoutSlowest } from "../figures.ts";
import type { HostileBench } from "./hostile-bench.ts";

const MOST_T = 4.5;

type Tries = { readonly known: number[]; readonly unknown: number[] };

/**
 * Deliveries with a false signature to an address that is known and to ones that are not, in turn and at random: Welch's t
 * of their times, while the known one has deliveries of its own and while it has none.
 */
export async function benchUnknownAddress(
  { app, webhook }: HostileBench,
  options: ReadonlyMap<string, string>,
): Promise<boolean> {
  const tries = Number(options.get("tries") || 20_000);
  const validDelivery = () => send(buildSupplierDelivery(app.url, webhook, {}));
  const results: boolean[] = [];
  for (const isBusy of [true, false]) {
    const { known, unknown } = await collect(app.url, webhook.token, tries, isBusy ? validDelivery : null);
    const t = welchT(withoutSlowest(known), withoutSlowest(unknown));
    const median = (values: readonly number[]) => `${(percentile(values, 0.5) * 1000).toFixed(1)} µs`;
    console.log(
      `${tries} false signatures while the known address is ${isBusy ? "busy" : "quiet"}: ` +
        `known ${median(known)}, unknown ${median(unknown)} in the middle, t ${t.toFixed(2)}`,
    );
    results.push(Math.abs(t) < MOST_T);
  }
  const met = results.every(Boolean);
  console.log(`goal: t below ${MOST_T}: ${met ? "met" : "missed"}`);
  return met;
}

async function collect(
  appUrl: string,
  token: string,
  count: number,
  validDelivery: (() => Promise<unknown>) | null,
): Promise<Tries> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const tries: Tries = { known: [], unknown: [] };
  const warmUp = 1000;
  for (let sent = -warmUp; sent < count; sent += 1) {
    const isKnown = Math.random() < 0.5;
    const address = isKnown ? token : newToken(token);
    const tookMs = await sendFalse(agent, `${appUrl}/webhooks/supplier/${address}`);
    if (sent >= 0) tries[isKnown ? "known" : "unknown"].push(tookMs);
    if (sent % 50 === 0) await validDelivery?.();
  }
  agent.destroy();
  return tries;
}

/** As long as the known one. */
function newToken(known: string): string {
  return randomBytes(known.length).toString("base64url").slice(0, known.length);
}

const body = Buffer.from(JSON.stringify({ id: "evt_1", event: "order.shipped", mode: "live", data: {} }));

function sendFalse(agent: Agent, url: string): Promise<number> {
  const headers = {
    "content-length": body.length,
    "x-service-event": "order.shipped",
    "x-service-event-id": "evt_1",
    "x-service-signature": `sha256=${randomBytes(32).toString("hex")}`,
  };
  return new Promise((settle, fail) => {
    const sending = request(url, { method: "POST", agent, headers }, (answer) => {
      const tookMs = performance.now() - startedAt;
      if (answer.statusCode !== 401) return fail(new Error(`It was answered ${answer.statusCode}`));
      answer.resume().once("end", () => settle(tookMs));
    });
    const startedAt = performance.now();
    sending.once("error", fail).end(body);
  });
}
