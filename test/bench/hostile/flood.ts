import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";
import { readMemory } from "../figures.ts";
import type { HostileBench } from "./hostile-bench.ts";

const CONNECTIONS = 300;
const BODY_BYTES = 2_000_000;
const HOLD_MS = 4000;
const MOST_GROWTH_MB = 120;

type Flood = { readonly name: string; readonly headers: Record<string, string>; readonly bytes: number };

/** Large bodies that strangers send over many connections, all but their last byte: what the process holds meanwhile. */
export async function benchFlood({ app, webhook }: HostileBench): Promise<boolean> {
  const signed = `sha256=${"0".repeat(64)}`;
  const floods: readonly Flood[] = [
    { name: "without a signature", headers: {}, bytes: BODY_BYTES },
    { name: "with a false one", headers: { "x-service-signature": signed }, bytes: BODY_BYTES },
    {
      name: "with a false one, as large as a product's may be",
      headers: { "x-service-signature": signed, "x-service-event": "product.updated" },
      bytes: 1024 * 1024,
    },
  ];
  const validDelivery = () => buildShopifyDelivery(app.url, "orders/updated", { id: 7 });
  for (let sent = 0; sent < 200; sent += 1) await send(validDelivery());
  const results: boolean[] = [];
  for (const flood of floods) {
    const before = (await readMemory(app.pid))?.nowMb ?? 0;
    const sockets = Array.from({ length: CONNECTIONS }, () => sendAlmost(app.url, webhook.token, flood));
    const startedAt = performance.now();
    let most = 0;
    let answered = 0;
    let slowestMs = 0;
    while (performance.now() - startedAt < HOLD_MS) {
      const sentAt = performance.now();
      answered += (await send(validDelivery())).status === 200 ? 1 : 0;
      slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      most = Math.max(most, (await readMemory(app.pid))?.nowMb ?? 0);
      await pause(20);
    }
    for (const socket of sockets) socket.destroy();
    console.log(
      `${CONNECTIONS} connections with ${flood.bytes} bytes each ${flood.name}: from ${before} to ${most} MB; ` +
        `meanwhile ${answered} deliveries stored, the slowest in ${slowestMs.toFixed(0)} ms`,
    );
    results.push(most - before <= MOST_GROWTH_MB && answered > 0);
    await pause(1000);
  }
  const met = results.every(Boolean);
  console.log(`goal: at most ${MOST_GROWTH_MB} MB more: ${met ? "met" : "missed"}`);
  return met;
}

const filler = Buffer.alloc(64 * 1024, "x");

function sendAlmost(appUrl: string, token: string, { headers, bytes }: Flood): Socket {
  const { port } = new URL(appUrl);
  const socket = connect(Number(port), "localhost");
  socket.on("error", () => undefined);
  const lines = Object.entries({ host: "localhost", "content-length": String(bytes), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`POST /webhooks/supplier/${token} HTTP/1.1\r\n${head}\r\n`);
  let left = bytes - 1;
  const more = (): void => {
    while (left > 0) {
      const piece = filler.subarray(0, Math.min(left, filler.length));
      left -= piece.length;
      if (!socket.write(piece)) return void socket.once("drain", more);
    }
  };
  socket.once("connect", more);
  return socket;
}
