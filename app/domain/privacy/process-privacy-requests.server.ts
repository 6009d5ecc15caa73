import type { Prisma, PrivacyRequest } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
import { reconcileInstallState } from "#app/domain/shops/shop-life.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { type Erased, eraseOrder } from "./erase-order.server.ts";
import { eraseShop } from "./erase-shop.server.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A parcel under way needs its customer until it is final. */
const LOOK_AGAIN_MS = 6 * HOUR_MS;
/** Shopify allows 30 days; a placing nobody could settle by then is given up. */
const LONGEST_WAIT_MS = 25 * DAY_MS;

/** Does what Shopify asked to be erased, as far as it can be done now; a repeated request finds nothing left. */
export async function processPrivacyRequests(ctx: ShopContext): Promise<WorkResult> {
  const open = await ctx.db.privacyRequest.findMany({
    where: { shopId: ctx.shop.id, doneAt: null, topic: { in: ["customers/redact", "shop/redact"] } },
    orderBy: { receivedAt: "asc" },
  });
  let waits = false;
  for (const request of open) {
    const isDone = await (request.topic === "shop/redact"
      ? redactShop(ctx, request)
      : redactCustomer(ctx, request));
    waits ||= !isDone;
  }
  return waits ? { kind: "requeue", afterMs: LOOK_AGAIN_MS } : { kind: "done" };
}

async function redactCustomer(ctx: ShopContext, request: PrivacyRequest): Promise<boolean> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const orders = await ctx.db.order.findMany({
    where: { shopId, orderGid: { in: request.orderGids } },
    include: { handoffs: { include: { parcels: { select: { status: true } } } } },
  });
  const isLate = now.getTime() - request.receivedAt.getTime() > LONGEST_WAIT_MS;
  const final = orders.filter((order) => isLate || isFinal(order));
  return ctx.db.$transaction(async (tx) => {
    let erased: Erased = toErased(request.erased);
    for (const order of final) erased = add(erased, await eraseOrder(ctx, tx, order));
    const isDone = final.length === orders.length;
    await saveProof(tx, request, { erased, doneAt: isDone ? now : null });
    return isDone;
  });
}

type OrderHandoffs = {
  readonly handoffs: readonly {
    readonly state: HandoffState;
    readonly parcels: readonly { readonly status: string }[];
  }[];
};

const FINAL: ReadonlySet<string> = new Set(["DELIVERED", "CANCELLED", "RETURNED"]);

/** Nothing of it is being placed or under way. */
function isFinal({ handoffs }: OrderHandoffs): boolean {
  return handoffs.every(
    ({ state, parcels }) => state !== "sending" && parcels.every(({ status }) => FINAL.has(status)),
  );
}

/** A shop that came back is no longer to be erased; one whose placing is unsettled is waited for (R44). */
async function redactShop(ctx: ShopContext, request: PrivacyRequest): Promise<boolean> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  if ((await reconcileInstallState(ctx)) === "installed") {
    await ctx.db.$transaction((tx) => saveProof(tx, request, { erased: {}, doneAt: now }));
    return true;
  }
  const unsettled = await ctx.db.handoff.count({ where: { shopId, state: "sending" } });
  if (unsettled > 0 && now.getTime() - request.receivedAt.getTime() < LONGEST_WAIT_MS) return false;
  const erased = await eraseShop(ctx);
  await ctx.db.$transaction((tx) => saveProof(tx, request, { erased, doneAt: now }));
  return true;
}

type Proof = { readonly erased: Erased; readonly doneAt: Date | null };

async function saveProof(
  tx: Prisma.TransactionClient,
  { shopId, id, topic }: PrivacyRequest,
  { erased, doneAt }: Proof,
): Promise<void> {
  await tx.privacyRequest.update({
    where: { shopId_id: { shopId, id } },
    data: { erased: { ...erased }, ...(doneAt && { doneAt, doneBy: "karwan" }) },
  });
  if (doneAt === null) return;
  const thing = { thing: "shop", thingId: shopId } as const;
  const params = { topic, rows: Object.values(erased).reduce((sum, rows) => sum + rows, 0) };
  await recordFact(tx, shopId, { ...thing, actor: "karwan", code: "erased", params });
}

function toErased(stored: Prisma.JsonValue): Erased {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([table, rows]) => (typeof rows === "number" ? [[table, rows]] : [])),
  );
}

function add(sum: Erased, more: Erased): Erased {
  const tables = new Set([...Object.keys(sum), ...Object.keys(more)]);
  return Object.fromEntries([...tables].map((table) => [table, (sum[table] ?? 0) + (more[table] ?? 0)]));
}
