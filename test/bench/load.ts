import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Delivery } from "#test/support/deliveries.ts";

export type Load = {
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds from when it was due to be sent until its answer was read. */
  readonly tookMs: readonly number[];
};

type NextDelivery = () => Delivery;

/** Sends again as soon as an answer is in, on so many connections. @throws Error when an answer is not 200 */
export async function loadFully(next: NextDelivery, seconds: number, connections = 32): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const keepSending = async () => {
    while (performance.now() < startedAt + seconds * 1000) tookMs.push(await send(agent, next()));
  };
  await Promise.all(Array.from({ length: connections }, keepSending));
  agent.destroy();
  return toLoad(tookMs, startedAt);
}

/** Sends at a steady rate whether or not answers are in: what has to wait for its turn counts as late. */
export async function loadSteadily(next: NextDelivery, seconds: number, perSecond: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const load = await sendSteadily(() => send(agent, next()), seconds, perSecond);
  agent.destroy();
  return load;
}

/** The same for whatever is sent; it says how many milliseconds the answer took. */
export async function sendSteadily(
  sendNext: () => Promise<number>,
  seconds: number,
  perSecond: number,
): Promise<Load> {
  const startedAt = performance.now();
  const sending = new Set<Promise<unknown>>();
  const tookMs: number[] = [];
  for (let at = 0; at < seconds * perSecond; at += 1) {
    const dueAt = startedAt + (at * 1000) / perSecond;
    const leftMs = dueAt - performance.now();
    if (leftMs > 0) await pause(leftMs);
    const lateMs = Math.max(0, performance.now() - dueAt);
    const sent = sendNext().then((ms) => {
      tookMs.push(lateMs + ms);
      sending.delete(sent);
    });
    sending.add(sent);
  }
  await Promise.all(sending);
  return toLoad(tookMs, startedAt);
}

function toLoad(tookMs: readonly number[], startedAt: number): Load {
  const seconds = (performance.now() - startedAt) / 1000;
  return { answered: tookMs.length, perSecond: tookMs.length / seconds, tookMs };
}

function send(agent: Agent, { url, headers, body }: Delivery): Promise<number> {
  const startedAt = performance.now();
  return new Promise((settle, fail) => {
    const sending = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-length": body.length } },
      (answer) => {
        answer.resume().once("end", () => {
          if (answer.statusCode === 200) settle(performance.now() - startedAt);
          else fail(new Error(`A delivery was answered ${answer.statusCode}`));
        });
      },
    );
    sending.once("error", fail).end(body);
  });
}
