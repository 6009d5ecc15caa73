import type pg from "pg";
import type { Merchant } from "#test/demo/merchant.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { World } from "#test/support/world.ts";

/** A shop with an account of its own, in which one life is played after the other. */
export type Lane = {
  readonly world: World;
  readonly merchant: Merchant;
  readonly database: pg.Pool;
  readonly shop: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly integrationId: string;
  /** The variant the service lets run out, by its id there, and by its title. */
  readonly scarce: { readonly variantId: string; readonly title: string };
};

/**
 * Work of an order comes back by itself within this time: a failed call is tried again after fifteen seconds. Other
 * work matters only where it is under way.
 */
const REST = `
  select count(*)::int as busy from work join shop on shop.id = work.shop_id
  where shop.domain = $1 and work.dead_at is null and work.kind not like 'sweep%'
    and (work.lease_token is not null or work.next_run_at < clock_timestamp() + interval '1 second'
      * case when work.kind in ('order', 'order.reconcile', 'fulfillment_order', 'fulfillmentOrder.resolve')
        then 25 else 4 end)`;

/** The work of one order; the names from before and after it was given its own. */
const OF_ORDER = `work.shop_id = shop.id and shop.domain = $1 and work.subject = $2
  and work.kind in ('order', 'order.reconcile')`;

/**
 * Does something while no worker takes up the order: what is told of it in one go is one run's, however quick the
 * machine is.
 */
export async function whileHeld<T>(lane: Lane, orderGid: string, act: () => Promise<T>): Promise<T> {
  const values = [lane.shop, orderGid];
  await lane.database.query(
    `update work set lease_token = gen_random_uuid(), lease_until = clock_timestamp() + interval '1 minute'
     from shop where ${OF_ORDER} and lease_token is null`,
    values,
  );
  try {
    const done = await act();
    await waitFor(() => isDelivered(lane), { what: `${lane.shop} to have had its webhooks`, everyMs: 50 });
    return done;
  } finally {
    await lane.database.query(
      `update work set lease_token = null, lease_until = null,
         next_run_at = case when next_run_at < clock_timestamp() then clock_timestamp() else next_run_at end
       from shop where ${OF_ORDER}`,
      values,
    );
  }
}

async function isDelivered({ world, shop, integrationId }: Lane): Promise<boolean> {
  const telling = await world.supplier.control.deliveries({ status: "pending" });
  if (telling.some((delivery) => delivery.integrationId === integrationId)) return false;
  return !world.shopify.control.deliveries({ shop }).some(({ state }) => state === "pending");
}

/** Waits until both sides have told all they had to tell of this lane, and nothing is being done in it or soon will be. */
export async function waitForRest(lane: Lane): Promise<void> {
  let calm = 0;
  const isCalm = async () => {
    const { rows } = await lane.database.query<{ busy: number }>(REST, [lane.shop]);
    return rows[0]?.busy === 0 && (await isDelivered(lane));
  };
  await waitFor(
    async () => {
      calm = (await isCalm()) ? calm + 1 : 0;
      return calm > 1;
    },
    { what: `${lane.shop} to rest`, timeoutMs: 180_000, everyMs: 200 },
  );
}

export type OrderInApp = {
  readonly id: string;
  readonly state: string;
  readonly outstandingPkr: number | null;
  readonly holds: readonly { readonly code: string; readonly params: Readonly<Record<string, unknown>> }[];
  readonly parcels: readonly ParcelInApp[];
};

type ParcelInApp = {
  readonly id: string;
  readonly handoffId: string;
  readonly supplierOrderId: string;
  readonly part: number;
  readonly status: string;
};

/** What the app holds of an order; null before it has heard of it. */
export async function findOrder({ database, shop }: Lane, gid: string): Promise<OrderInApp | null> {
  const { rows } = await database.query<Omit<OrderInApp, "holds" | "parcels">>(
    `select "order".id, "order".state, outstanding_pkr as "outstandingPkr" from "order"
     join shop on shop.id = "order".shop_id where shop.domain = $1 and order_gid = $2`,
    [shop, gid],
  );
  const [order] = rows;
  if (!order) return null;
  const holds = await database.query<OrderInApp["holds"][number]>(
    `select code, params from attention where thing_id = $1 and resolved_at is null order by code`,
    [order.id],
  );
  const parcels = await database.query<ParcelInApp>(
    `select parcel.id, handoff_id as "handoffId", supplier_order_id as "supplierOrderId", part, status from parcel
     join handoff on handoff.shop_id = parcel.shop_id and handoff.id = parcel.handoff_id
     where handoff.order_id = $1 order by handoff.sequence, handoff.revision, part`,
    [order.id],
  );
  return { ...order, holds: holds.rows, parcels: parcels.rows };
}

/** Presses a button of an order's page; what the page answers where it refuses. */
export async function pressOnOrder(
  { merchant }: Lane,
  { id }: OrderInApp,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  return merchant.press("order", `/orders/${id}`, fields).then(
    () => "done",
    (error: unknown) => `refused: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Leaves nothing in the wallet, or more than any life needs. */
export async function setWallet({ world, accountId }: Lane, to: "empty" | "full"): Promise<void> {
  const { control } = world.supplier;
  if (to === "full") return void (await control.topUp({ accountId, amount: 5_000_000 }));
  const { wallets } = await control.audit();
  const live = wallets.find((wallet) => wallet.accountId === accountId && wallet.mode === "live");
  await control.withdraw({ accountId, amount: live?.available ?? 0 });
}
