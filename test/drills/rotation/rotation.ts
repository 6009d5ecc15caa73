import { randomBytes, randomUUID } from "node:crypto";
import { DEMO_API_SECRET } from "#test/standins/shopify/defaults.ts";
import type { WorkerProcess } from "#test/support/app-process.ts";
import { buildShopifyDelivery, buildSupplierDelivery, type Delivery } from "#test/support/deliveries.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { WORLD_METRICS_TOKEN } from "#test/support/world.ts";
import { settleInto } from "../core/order-facts.ts";
import { placeOrder } from "../core/orders.ts";
import { problemsOfPlaced } from "../core/problems.ts";
import { type DrillStage, openStage } from "../core/stage.ts";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { countBodies, readSealedRows } from "./sealed-rows.ts";
import { type SteadyLoad, startSteadyLoad } from "./steady-load.ts";
import { openSupplierWebhook } from "./supplier-webhook.ts";

const PER_SECOND = 50;
/** Deliveries kept before the rotation begins, so that there is something to be killed in the middle of. */
const KEPT_BEFORE = 1500;
const patienceMs = 240_000;
/** One the app looks for in Shopify and does not find, so that the deliveries make little work. */
const UNKNOWN_ORDER = 999_999_999;
const NEWER_SECRET = "karwan-newer-secret-not-for-production";

/** The encryption key and Shopify's client secret are replaced while 50 deliveries a second come, and workers die. */
export async function runRotationDrill(report: Report, home: DrillHome): Promise<void> {
  const stage = await openStage({
    ...{ preset: "plain", report, apart: true, home: home.folderOf("rotation") },
    databaseUrl: await home.createDatabase("rotation"),
    env: { SWEEP_INTERVAL_SCALE: "0.05" },
  });
  try {
    await rotate(stage, report);
  } finally {
    await stage.close();
  }
}

type Settings = { readonly keys: string; readonly secrets: readonly string[] };

async function rotate(stage: DrillStage, report: Report): Promise<void> {
  const { world, db, encryptionKeys: older } = stage;
  const newer = `newer:${randomBytes(32).toString("base64")}`;
  let signing = DEMO_API_SECRET;
  let workers: WorkerProcess[] = [await world.startWorker(), await world.startWorker()];
  const webhook = await openSupplierWebhook(stage);
  let sent = 0;
  const load = startSteadyLoad((): Delivery => {
    sent += 1;
    const note = `delivery ${sent}`;
    if (sent % 2 === 0)
      return buildShopifyDelivery(
        world.app.url,
        "orders/updated",
        { id: UNKNOWN_ORDER, note },
        { secret: signing },
      );
    return buildSupplierDelivery(world.app.url, webhook, { data: { externalOrderId: randomUUID(), note } });
  }, PER_SECOND);

  /** One process after the other, as a platform would; the web process is away for a moment. */
  const restartAll = async ({ keys, secrets }: Settings) => {
    const env = { ENCRYPTION_KEYS: keys, SHOPIFY_API_SECRET: secrets.join(",") };
    const leaving = workers;
    workers = [];
    for (const worker of leaving) {
      await worker.stop();
      workers.push(await world.startWorker(env));
    }
    await world.app.stop();
    await world.restartApp(env);
  };
  const both = { keys: `${newer},${older}`, secrets: [NEWER_SECRET, DEMO_API_SECRET] };

  await stage.play("an order is placed under the older key, while deliveries come", async () => {
    const problems = await placeOne(stage);
    await waitFor(async () => load.taken() >= KEPT_BEFORE, {
      what: "deliveries to be kept",
      timeoutMs: patienceMs,
    });
    return problems;
  });
  await stage.play("every process learns the newer key and the newer secret", async () => {
    await restartAll({ keys: `${older},${newer}`, secrets: [NEWER_SECRET, DEMO_API_SECRET] });
    world.shopify.control.setSecrets({ signing, accepted: [NEWER_SECRET, DEMO_API_SECRET] });
    return placeOne(stage);
  });
  await stage.play("workers die in the middle of the first pass, others go on", async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await world.app.stop();
    const env = { ENCRYPTION_KEYS: both.keys, SHOPIFY_API_SECRET: both.secrets.join(",") };
    workers = [await world.startWorker(env)];
    await waitFor(async () => (await countBodies(db, "newer")) > 50, {
      what: "a pass",
      timeoutMs: patienceMs,
      everyMs: 5,
    });
    await Promise.all(workers.map((worker) => worker.kill()));
    const [resealed, left] = [await countBodies(db, "newer"), await countBodies(db, "drill")];
    report.note(`killed with ${resealed} bodies under the newer key and ${left} under the older`);
    return left > 0 ? [] : ["the pass was over before its worker was killed"];
  });
  await stage.play("a process without the older key does not start while values may name it", async () => {
    const env = { ENCRYPTION_KEYS: newer };
    const reason = await world.startWorker(env).then(() => "it started", sentenceOf);
    return reason.includes("ENCRYPTION_KEYS lacks drill") ? [] : [reason];
  });
  const againAt = performance.now();
  await stage.play("others take the pass up, and the newer secret signs alone", async () => {
    const env = { ENCRYPTION_KEYS: both.keys, SHOPIFY_API_SECRET: both.secrets.join(",") };
    workers = [await world.startWorker(env), await world.startWorker(env)];
    await world.restartApp(env);
    signing = NEWER_SECRET;
    world.shopify.control.setSecrets({ signing, accepted: [NEWER_SECRET] });
    return placeOne(stage);
  });
  await stage.play("the metric of the older key comes to 0 under load, and so do its values", async () => {
    await waitFor(async () => (await readGauge(stage, "drill")) === 0, {
      what: "the gauge",
      timeoutMs: patienceMs,
      everyMs: 500,
    });
    report.note(`at 0 ${((performance.now() - againAt) / 1000).toFixed(0)} s after workers were there again`);
    const { byKey } = await readSealedRows(db, both.keys);
    return byKey.drill === undefined ? [] : [`${byKey.drill} values are still under the older key`];
  });
  await stage.play("everything starts without the older key and secret, and goes on", async () => {
    await restartAll({ keys: newer, secrets: [NEWER_SECRET] });
    const problems = await placeOne(stage);
    await load.stop();
    return [...problems, ...(await problemsAtTheEnd(stage, report, load, newer))];
  });
}

async function placeOne(stage: DrillStage): Promise<readonly string[]> {
  const order = placeOrder(stage, "COD");
  return settleInto(stage, order, (facts) => problemsOfPlaced(facts, { kind: "COD" }));
}

async function problemsAtTheEnd(
  { db, merchant }: DrillStage,
  report: Report,
  { answers, taken }: SteadyLoad,
  newer: string,
): Promise<string[]> {
  const { byKey, unreadable } = await readSealedRows(db, newer);
  const refused = answers.get(401) ?? 0;
  const kept = await db.delivery.count({ where: { topic: "orders/updated" } });
  report.note(
    `${taken()} deliveries taken; answers ${JSON.stringify(Object.fromEntries(answers))}; values by key ` +
      `${JSON.stringify(byKey)}; failed verifications ${refused}, unreadable values ${unreadable}`,
  );
  const order = await db.order.findFirstOrThrow({
    where: { state: "placed" },
    orderBy: { createdAt: "asc" },
  });
  const page = await merchant.open(`/orders/${order.id}`);
  return [
    ...(refused > 0 ? [`${refused} deliveries were refused`] : []),
    ...(unreadable > 0 ? [`${unreadable} values do not open`] : []),
    ...(Object.keys(byKey).length === 1 ? [] : [`values name ${Object.keys(byKey).join(", ")}`]),
    ...(kept > 0 ? [] : ["no delivery of Shopify's was kept"]),
    ...(page.includes("Deliver to") || page.includes("Customer")
      ? []
      : ["the page of the first order shows no customer"]),
  ];
}

async function readGauge({ world }: DrillStage, key: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${WORLD_METRICS_TOKEN}` };
  const page = await (await fetch(`${world.app.url}/metrics`, { headers })).text();
  const found = new RegExp(`karwan_sealed_rows\\{key="${key}"\\} (\\d+)`).exec(page)?.[1];
  return found === undefined ? null : Number(found);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
