import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "#app/app.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { startWeb } from "#app/web.server.ts";

// How many signed deliveries of 7 KB a second one process commits and answers: node test/bench/intake.ts [seconds]
const seconds = Number(process.argv[2] ?? 5);
const connections = 64;
const directory = await mkdtemp(join(tmpdir(), "karwan-bench-"));
const env = readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", PORT: "0", ROLE: "web", DATA_DIR: directory });
const app = await createApp(env);
const web = await startWeb(app, null);
await app.db.shop.create({ data: { domain: "karwan-demo.myshopify.com" } });

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const tookMs: number[] = [];

function send(order: number): Promise<number> {
  const body = Buffer.from(JSON.stringify({ id: order, note: "x".repeat(7000) }));
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "x-shopify-topic": "orders/updated",
    "x-shopify-shop-domain": "karwan-demo.myshopify.com",
    "x-shopify-webhook-id": randomUUID(),
    "x-shopify-hmac-sha256": createHmac("sha256", env.SHOPIFY_API_SECRET[0] ?? "")
      .update(body)
      .digest("base64"),
  };
  return new Promise((settle, fail) => {
    const sending = request(`${web.url}/webhooks/shopify`, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => settle(answer.statusCode ?? 0));
    });
    sending.once("error", fail).end(body);
  });
}

async function keepSending(until: number): Promise<void> {
  while (performance.now() < until) {
    const startedAt = performance.now();
    const status = await send(1 + Math.floor(Math.random() * 100_000));
    if (status !== 200) throw new Error(`a delivery was answered ${status}`);
    tookMs.push(performance.now() - startedAt);
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, () => keepSending(startedAt + seconds * 1000)));
const elapsedSeconds = (performance.now() - startedAt) / 1000;
const stored = await app.db.delivery.count();
tookMs.sort((a, b) => a - b);
const at = (share: number) => Math.round(tookMs[Math.floor(tookMs.length * share)] ?? 0);
console.log(
  `${Math.round(tookMs.length / elapsedSeconds)} deliveries/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
    `answered ${tookMs.length}, stored ${stored}`,
);
agent.destroy();
await web.close();
await app.close();
await rm(directory, { recursive: true, force: true });
process.exit(stored === tookMs.length ? 0 : 1);
