import { randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { z } from "zod";
import { makeTrackingToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { createMerchant } from "#test/demo/merchant.ts";
import { percentile, welchT, withoutSlowest } from "../figures.ts";
import { sendSteadily } from "../load.ts";
import { type Answer, type Asked, ask, oneOf } from "./ask.ts";
import type { TrackedOrder, TrackingBench } from "./open-bench.ts";

const MOST_T = 4.5;
const WARM_UP = 1000;
/** After so many tries the counters are emptied, as the limits would hide every difference. */
const EMPTIED_EACH = 1000;
const LOOKS = 60;
/** Tries a second while the merchant's pages are timed. */
const RATE = 100;
const GOAL_TIMES = 2;
/** What the app counts in a quarter of an hour (`count-tries.server.ts`). */
const LIMITS = { order: 10, phone: 10, address: 60, shop: 3000 } as const;

/** A way to try, and with which other ones its answer must agree: `refused` ones are not even Shopify's. */
type Way = { readonly group: "typed" | "link" | "refused"; readonly asked: () => Asked };

/** Tries of every kind: that none is told from another by bytes or time, that limits hold, and what others notice. */
export async function benchTrackingTries(
  bench: TrackingBench,
  options: ReadonlyMap<string, string>,
): Promise<boolean> {
  const tries = Number(options.get("tries") || 100_000);
  const ways = waysOf(bench);
  const areAlike = await compareAnswers(bench, ways, tries);
  const isQuiet = await compareOthers(bench, ways);
  const doHold = await exceedLimits(bench);
  return areAlike && isQuiet && doHold;
}

function waysOf({ orders, shops, crypto }: TrackingBench): Readonly<Record<string, Way>> {
  const shop = shops[0].domain;
  const own = orders.filter((order) => order.shop.domain === shop);
  const foreign = orders.filter((order) => order.shop.domain !== shop);
  const later = new Date(Date.now() + 24 * 60 * 60_000);
  const link = (order: TrackedOrder, until = later) =>
    makeTrackingToken({ crypto, shop: order.shop }, { orderId: order.id, until });
  const typed = (fields: () => Record<string, string>): Way => ({
    group: "typed",
    asked: () => ({ shop, typed: fields() }),
  });
  const linked = (token: () => string): Way => ({
    group: "link",
    asked: () => ({ shop, params: { order: token() } }),
  });
  const anyPhone = () => `+92321${digits(7)}`;
  // As long as the number of an order that exists.
  const anyNumber = () => `9${digits(5)}`;
  return {
    "an unknown number": typed(() => ({ number: anyNumber(), phone: oneOf(own).phone })),
    "a wrong phone": typed(() => ({ number: oneOf(own).number, phone: anyPhone() })),
    "another customer's phone": typed(() => ({ number: oneOf(own).number, phone: oneOf(foreign).phone })),
    "another shop's order": typed(() => typedAs(oneOf(foreign))),
    "a forged link": linked(() => `${link(oneOf(own)).slice(0, -64)}${randomBytes(32).toString("hex")}`),
    "another shop's link": linked(() => link(oneOf(foreign))),
    "a link that is over": linked(() => link(oneOf(own), new Date(Date.now() - 1000))),
    "a forged request": {
      group: "refused",
      asked: () => ({ shop, typed: typedAs(oneOf(own)), secret: randomBytes(16).toString("hex") }),
    },
    "an old request": {
      group: "refused",
      asked: () => ({
        shop,
        params: { order: link(oneOf(own)) },
        timestamp: Math.floor(Date.now() / 1000) - 120,
      }),
    },
  };
}

function typedAs({ number, phone }: TrackedOrder) {
  return { number, phone };
}

function digits(count: number): string {
  return Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join("");
}

/** Each way in turn and at random, one at a time, so that their times can be compared. */
async function compareAnswers(
  bench: TrackingBench,
  ways: Readonly<Record<string, Way>>,
  tries: number,
): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const names = Object.keys(ways);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const digests = new Map<string, Map<string, number>>();
  for (let at = -WARM_UP; at < tries; at += 1) {
    if (at % EMPTIED_EACH === 0) await bench.database.query("truncate storefront_try");
    const name = oneOf(names);
    const way = ways[name];
    if (!way) continue;
    const { digest, tookMs } = await ask(agent, bench.world.app.url, way.asked());
    // A number or phone that was not found and a link that opens nothing get one page.
    const page = way.group === "refused" ? "refused" : "page";
    const known = digests.get(page) ?? new Map<string, number>();
    digests.set(page, known.set(digest, (known.get(digest) ?? 0) + 1));
    if (at >= 0) times.get(name)?.push(tookMs);
  }
  agent.destroy();
  const differing = [...digests.values()].map((known) =>
    [...known.values()].toSorted((a, b) => b - a).slice(1),
  );
  const differ = differing.flat().reduce((sum, count) => sum + count, 0);
  console.log(`${tries} tries: ${differ} answers that differ in a byte (${[...digests.keys()].join(", ")})`);
  const ts = (["typed", "link", "refused"] as const).flatMap((group) => compareTimes(ways, times, group));
  const isMet = differ === 0 && ts.every((t) => Math.abs(t) < MOST_T);
  console.log(`goal: none differs, Welch's t below ${MOST_T}: ${isMet ? "met" : "missed"}`);
  return isMet;
}

/** The times of each way against those of the first one of its group. Two ways of being refused are not compared. */
function compareTimes(
  ways: Readonly<Record<string, Way>>,
  times: ReadonlyMap<string, readonly number[]>,
  group: Way["group"],
): readonly number[] {
  const [first = "", ...others] = Object.keys(ways).filter((name) => ways[name]?.group === group);
  const kept = (name: string) => withoutSlowest(times.get(name) ?? []);
  const median = (name: string) => `${percentile(times.get(name) ?? [], 0.5).toFixed(3)} ms`;
  console.log(`  ${first}: ${median(first)}`);
  if (group === "refused") {
    for (const name of others) console.log(`  ${name}: ${median(name)}, not compared`);
    return [];
  }
  return others.map((name) => {
    const t = welchT(kept(first), kept(name));
    console.log(`  ${name}: ${median(name)}, t ${t.toFixed(2)}`);
    return t;
  });
}

/** The merchant's pages while somebody tries at a steady rate, against the same pages before. */
async function compareOthers(bench: TrackingBench, ways: Readonly<Record<string, Way>>): Promise<boolean> {
  const merchant = createMerchant(bench.world, bench.shops[0].domain);
  const look = async () => {
    const startedAt = performance.now();
    await merchant.read("payouts", "/payouts", z.unknown());
    return performance.now() - startedAt;
  };
  const looks = async () => {
    const times: number[] = [];
    for (let at = 0; at < LOOKS; at += 1) times.push(await look());
    return times;
  };
  await looks();
  const quiet = percentile(await looks(), 0.95);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const all = Object.values(ways);
  let isOver = false;
  const seconds = Math.ceil((LOOKS * quiet * 4) / 1000) + 5;
  const trying = sendSteadily(
    async () => (isOver ? 0 : (await ask(agent, bench.world.app.url, oneOf(all).asked())).tookMs),
    seconds,
    RATE,
  );
  const busy = percentile(await looks(), 0.95);
  isOver = true;
  await trying;
  agent.destroy();
  const isMet = busy <= quiet * GOAL_TIMES;
  console.log(
    `the page of payouts: p95 ${quiet.toFixed(0)} ms quiet, ${busy.toFixed(0)} ms while ${RATE} are tried a second; ` +
      `goal: at most ${GOAL_TIMES} times: ${isMet ? "met" : "missed"}`,
  );
  return isMet;
}

/** More than each limit lets through, as quickly as it goes. */
async function exceedLimits(bench: TrackingBench): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const shop = bench.shops[0].domain;
  const [order] = bench.orders;
  if (!order) return false;
  const through = async (count: number, asked: () => Asked) => {
    await bench.database.query("truncate storefront_try");
    const waiting = Array.from({ length: count }, asked);
    const answers: Answer[] = [];
    const sendNext = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        answers.push(await ask(agent, bench.world.app.url, next));
    };
    await Promise.all(Array.from({ length: 16 }, sendNext));
    return answers.filter(({ status }) => status !== 429).length;
  };
  const phone = () => `+92321${digits(7)}`;
  const any = () => ({ number: `${digits(9)}`, phone: phone() });
  const passed = {
    order: await through(200, () => ({ shop, typed: { number: order.number, phone: phone() } })),
    phone: await through(200, () => ({ shop, typed: { number: digits(9), phone: order.phone } })),
    address: await through(400, () => ({ shop, typed: any(), address: "203.0.113.7" })),
    shop: await through(LIMITS.shop + 1000, () => ({ shop, typed: any() })),
  };
  agent.destroy();
  const isMet =
    passed.order === LIMITS.order &&
    passed.phone === LIMITS.phone &&
    passed.address === LIMITS.address &&
    passed.shop === LIMITS.shop;
  console.log(
    `let through: ${passed.order} for a number, ${passed.phone} for a phone, ${passed.address} from a network, ` +
      `${passed.shop} in a shop; goal: ${Object.values(LIMITS).join(", ")}: ${isMet ? "met" : "missed"}`,
  );
  return isMet;
}
