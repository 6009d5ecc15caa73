import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ShopifyStandin } from "#test/standins/shopify/server.ts";
import type { ParcelSummary } from "#test/standins/supplier/control.ts";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { DrillStage } from "./stage.ts";

/** An order in Shopify, as its stand-in named it. */
export type DrillOrder = { readonly gid: string; readonly name: string; readonly shop: string };

/** What the three sides hold of one order at one moment. */
export type OrderFacts = {
  readonly app: OrderRecord | null;
  /** Codes of what needs a person now. */
  readonly holds: readonly string[];
  /** Nobody works on the order, and nothing about it is due. */
  readonly isIdle: boolean;
  readonly parcels: readonly ParcelSummary[];
  /** `POST /orders` by external id, whatever the answer. */
  readonly posts: Readonly<Record<string, number>>;
  readonly fulfillmentOrders: readonly FulfillmentOrderFacts[];
  readonly fulfillments: readonly FulfillmentFacts[];
  readonly financialStatus: string;
};

type FulfillmentOrderFacts = {
  readonly id: string;
  readonly status: string;
  readonly requestStatus: string;
  readonly remaining: number;
};

type FulfillmentFacts = {
  readonly id: string;
  readonly status: string;
  readonly number: string | null;
  readonly events: readonly string[];
};

export async function readFacts(stage: DrillStage, order: DrillOrder): Promise<OrderFacts> {
  const isOf = matcherOf(order);
  const { orders, postsPerExternalOrderId } = await stage.world.supplier.control.audit();
  const posts = Object.entries(postsPerExternalOrderId).filter(([externalOrderId]) => isOf(externalOrderId));
  return {
    ...(await readApp(stage, order)),
    ...readShopify(stage, order),
    parcels: orders.filter(({ externalOrderId }) => isOf(externalOrderId)),
    posts: Object.fromEntries(posts),
  };
}

/** External ids of this order, in either mode, with any sequence and revision. */
function matcherOf({ gid }: DrillOrder): (externalOrderId: string) => boolean {
  const form = new RegExp(`^(t-)?\\d+-${gid.split("/").at(-1)}(-[fr]\\d+)*$`);
  return (externalOrderId) => form.test(externalOrderId);
}

async function readApp({ db }: DrillStage, { gid, shop }: DrillOrder) {
  const app = await db.order.findFirst({
    where: { orderGid: asId(gid), shop: { domain: shop } },
    include: orderRecordInclude,
  });
  const open = await db.attention.findMany({ where: { thingId: app?.id ?? "", resolvedAt: null } });
  const work = await db.work.findFirst({
    where: { kind: "order.reconcile", subject: gid, shop: { domain: shop } },
  });
  const soon = new Date(Date.now() + 500);
  const isDue = work?.deadAt === null && work.nextRunAt !== null && work.nextRunAt < soon;
  const isTaken = work?.leaseUntil != null;
  const isRetrying = work?.lastError != null;
  return { app, holds: open.map(({ code }) => code).toSorted(), isIdle: !isDue && !isTaken && !isRetrying };
}

function readShopify({ world }: DrillStage, { gid, shop }: DrillOrder) {
  const found = world.shopify.control.state({ shop }).orders.find(({ id }) => id === gid);
  if (!found) throw new Error(`Shopify holds no order ${gid}`);
  return toShopifyFacts(found);
}

type OrderInShopify = ReturnType<ShopifyStandin["control"]["state"]>["orders"][number];

export function toShopifyFacts(found: OrderInShopify) {
  return {
    financialStatus: found.financialStatus,
    fulfillmentOrders: found.fulfillmentOrders.map(({ id, status, requestStatus, lines }) => ({
      ...{ id, status, requestStatus },
      remaining: lines.reduce((sum, line) => sum + line.remaining, 0),
    })),
    fulfillments: found.fulfillments.map(({ id, status, tracking, events }) => ({
      ...{ id, status },
      number: tracking[0]?.number ?? null,
      events: events.map((event) => event.status),
    })),
  };
}

type Problems = (facts: OrderFacts) => readonly string[];

/** Waits until an order is at rest and nothing is wrong with it; else returns what is wrong. */
export async function settleInto(
  stage: DrillStage,
  order: DrillOrder,
  problemsOf: Problems,
): Promise<readonly string[]> {
  let problems: readonly string[] = [];
  const isRight = async () => {
    problems = await findProblems(stage, order, problemsOf).catch((error: unknown) => [String(error)]);
    return problems.length === 0;
  };
  await waitFor(isRight, { what: `${order.name} to come right`, timeoutMs: 60_000, everyMs: 200 }).catch(
    () => null,
  );
  return problems.map((problem) => `${order.name}: ${problem}`);
}

async function findProblems(stage: DrillStage, order: DrillOrder, problemsOf: Problems) {
  const facts = await readFacts(stage, order);
  const problems = problemsOf(facts);
  if (problems.length === 0) return facts.isIdle ? [] : ["work on it is not at rest"];
  return facts.holds.length === 0 ? problems : [...problems, `it needs ${facts.holds.join(", ")}`];
}

/** As `settleInto`, and looked at once more when the whole drill is over: nothing may come after. */
export async function settleForGood(
  stage: DrillStage,
  order: DrillOrder,
  problemsOf: Problems,
): Promise<readonly string[]> {
  const problems = await settleInto(stage, order, problemsOf);
  if (problems.length === 0) {
    const check = async () => {
      const late = problemsOf(await readFacts(stage, order));
      return late.map((problem) => `${order.name}: ${problem}`);
    };
    stage.lasting.push(check);
  }
  return problems;
}
