import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { makeTrackingToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { describeTimes, percentile, readMemory } from "../figures.ts";
import { sendSteadily } from "../load.ts";
import { type Answer, ask, oneOf } from "./ask.ts";
import type { TrackingBench } from "./open-bench.ts";

const GOAL_P95_MS = 250;
const WARM_UP_SECONDS = 5;
/** Of a hundred requests so many open a link and so many the empty form; the others type number and phone. */
const LINKS = 65;
const FORMS = 10;
/** What may be typed in a shop before it is limited, with room. */
const MOST_TYPED = 2500;

/** Customers who look at their orders at a steady rate: how long the pages take, and what that asks of the service. */
export async function benchTrackingLoad(
  bench: TrackingBench,
  options: ReadonlyMap<string, string>,
): Promise<boolean> {
  const rate = Number(options.get("rate") || 200);
  const seconds = Number(options.get("seconds") || 60);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const until = new Date(Date.now() + 60 * 60_000);
  const typed = new Map<string, number>();
  const seen = { pages: 0, limited: 0, others: 0, typed: 0 };
  const looked = new Set<string>();
  const next = async (): Promise<number> => {
    const order = oneOf(bench.orders);
    const shop = order.shop.domain;
    const dice = Math.random() * 100;
    const isTyped = dice >= LINKS + FORMS && (typed.get(shop) ?? 0) < MOST_TYPED;
    const isForm = dice >= LINKS && dice < LINKS + FORMS;
    if (isTyped) typed.set(shop, (typed.get(shop) ?? 0) + 1);
    if (!isForm) looked.add(order.id);
    const token = makeTrackingToken({ crypto: bench.crypto, shop: order.shop }, { orderId: order.id, until });
    const answer = await ask(agent, bench.world.app.url, {
      shop,
      ...(isTyped
        ? { typed: { number: order.number, phone: order.phone } }
        : { params: isForm ? {} : { order: token } }),
    });
    if (isTyped) seen.typed += 1;
    count(seen, answer, isForm ? "karwan-number" : `#${order.number}`);
    return answer.tookMs;
  };
  await sendSteadily(next, WARM_UP_SECONDS, rate / 4);
  const before = await serviceCalls(bench);
  const load = await sendSteadily(next, seconds, rate);
  // Work that was asked for by the last looks.
  await pause(5000);
  const calls = (await serviceCalls(bench)) - before;
  agent.destroy();
  const memory = await readMemory(bench.world.app.pid);
  const p95 = percentile(load.tookMs, 0.95);
  const isMet = p95 <= GOAL_P95_MS && seen.others === 0 && calls <= looked.size;
  console.log(
    `${load.answered} pages at ${load.perSecond.toFixed(0)} a second: ${describeTimes(load.tookMs)}; ` +
      `${seen.typed} typed, ${seen.limited} limited, ${seen.others} not what was asked for; ${memory?.nowMb ?? "?"} MB`,
  );
  console.log(`${calls} calls of the service's tracking, for ${looked.size} orders that were looked at`);
  console.log(
    `goal: p95 at most ${GOAL_P95_MS} ms, every page right, at most one call an order: ${isMet ? "met" : "missed"}`,
  );
  return isMet;
}

type Seen = { pages: number; limited: number; others: number };

function count(seen: Seen, { status, body }: Answer, wanted: string): void {
  if (status === 429) seen.limited += 1;
  else if (status === 200 && body.includes(wanted)) seen.pages += 1;
  else seen.others += 1;
}

async function serviceCalls({ world }: TrackingBench): Promise<number> {
  const requests = await world.supplier.control.requests({ method: "GET" });
  return requests.filter(({ path }) => path.endsWith("/tracking")).length;
}
