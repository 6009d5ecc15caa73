import type { Parcel } from "@prisma/client";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { ExpectedOutcome } from "#app/domain/orders/money/expect-outcome.ts";
import { projectMargin } from "#app/domain/orders/money/project-margin.ts";
import { type ParcelReport, toParcelReport } from "#app/domain/orders/parcels/parcel-report.ts";
import { foldStatus } from "#app/domain/orders/parcels/parcel-status.ts";
import {
  ageOf,
  instants,
  isPaymentUnknown,
  planChanges,
  received,
  toRow,
} from "#app/domain/orders/parcels/plan-report.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { orderSchema } from "#app/supplier/order-schema.ts";
import { parseSupplierEvent } from "#app/supplier/webhook-event.ts";
import { ApiError } from "#test/standins/supplier/api-error.ts";
import { DAY_MS } from "#test/standins/supplier/clock.ts";
import type { MoveParcel } from "#test/standins/supplier/control.ts";
import { moveParcels } from "#test/standins/supplier/control-parcels.ts";
import { DEMO_ACCOUNT_ID, DEMO_LIVE_KEY_ID } from "#test/standins/supplier/defaults.ts";
import { advanceTo } from "#test/standins/supplier/due.ts";
import { ledgerProblems } from "#test/standins/supplier/ledger-rules.ts";
import { supplierOptions } from "#test/standins/supplier/options.ts";
import { createOrder } from "#test/standins/supplier/order-create.ts";
import { toOrderView } from "#test/standins/supplier/order-views.ts";
import { cancelOrder, payOrder } from "#test/standins/supplier/orders.ts";
import type { Account, Call, Order, OrderStatus, World } from "#test/standins/supplier/state.ts";
import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import { getAccount } from "#test/standins/supplier/wallet.ts";
import { buildWorld } from "#test/standins/supplier/world.ts";
import { previewOrder } from "./preview-life.ts";

/** What becomes of one parcel: the states it is moved through, the service's own moves besides. */
export type Fate =
  | "left"
  | "shipped"
  | "kept"
  | "returned"
  | "returned_late"
  | "refused"
  | "cancelled"
  | "cancelled_confirmed"
  | "cancelled_packed"
  | "lapsed";

export type LifeSeed = {
  readonly payment: "COD" | "PREPAID";
  readonly items: readonly {
    readonly variantId: string;
    readonly quantity: number;
    readonly aboveMinimum: number;
  }[];
  readonly shippingCharged: number;
  readonly feeBasis: "margin" | "sale";
  /** In percent, of either basis, when it is placed; right after it the account's terms are others. */
  readonly feePercent: number;
  /** Paid in Shopify before placing, of a COD order. */
  readonly advance: number;
  /** What the merchant's own goods in the cart cost the customer. */
  readonly ownGoods: number;
  readonly wallet: "full" | "empty_at_first" | "empty";
  readonly fates: readonly Fate[];
  /** Which of the service's events reach us; what is lost is read at the end, as the sweeps do. */
  readonly hears: readonly boolean[];
  /** Who marks the order as paid once all has ended, after what was not kept was taken off it. */
  readonly marking: "nobody" | "karwan" | "the_merchant";
  readonly refund: { readonly percent: number; readonly how: "with_items" | "money_only" };
};

/** Looks at a life after each of its parcels and at its end; returns what is wrong. */
export type InspectLife = (life: Life, when: string) => Promise<string | null>;

export type LifeOutcome =
  | { readonly kind: "not_placed" }
  | { readonly kind: "lived"; readonly known: boolean; readonly flaw: string | null };

type Shopify = {
  outstandingPkr: Rupees;
  netPaymentPkr: Rupees;
  refundedPkr: Rupees;
  manualPaidPkr: Rupees;
  markedPaidAt: Date | null;
  /** What the merchant truly has; kept beside, so that the oracle uses no code of the app. */
  merchantHas: number;
};

/** An order that was placed, and what the app knows of it. */
export type Life = {
  readonly world: World;
  readonly account: Account;
  readonly seed: LifeSeed;
  readonly shopify: Shopify;
  readonly handoff: HandoffRecord;
  /** What the app told of the order before it was placed. */
  readonly preview: ExpectedOutcome;
  readonly rows: Map<string, Parcel>;
  /** Deliveries that were looked at. */
  observed: number;
};

/** From three stores of the supplier; one ships free. */
export const goods = [
  ...["prd_cooker", "prd_spoons", "prd_lantern", "prd_earbuds", "prd_speaker", "prd_freight_free"],
] as const;

const START = Date.parse("2026-11-01T08:00:00Z");

/** The service under one preset, used again for every life: only orders and money are new each time. */
export function openService(preset: PresetName): World {
  const world = buildWorld(
    supplierOptions.parse({
      ...{ preset, clock: { at: new Date(START).toISOString(), frozen: true } },
      accounts: [{ id: DEMO_ACCOUNT_ID, brandName: "Demo", openingBalance: 0 }],
    }),
  );
  const account = getAccount(world, DEMO_ACCOUNT_ID);
  for (const integration of world.integrations.values())
    integration.webhooks.live = { url: "https://karwan.example/events", events: [], secret: null };
  world.faults.arm({ kind: "webhook_lost", log: "delivered", times: Number.MAX_SAFE_INTEGER });
  account.capLifted = true;
  world.terms.blacklistRefusals = Number.MAX_SAFE_INTEGER;
  return world;
}

/** Plays one order's life and compares what the app tells of it with the ledger, all along and at its end. */
export async function playOrderLife(
  world: World,
  seed: LifeSeed,
  look: InspectLife = async () => null,
): Promise<LifeOutcome> {
  const life = await place(world, seed);
  if (!life) return { kind: "not_placed" };
  const flaws: (string | null)[] = [compare(life, "at placing"), await look(life, "at placing")];
  for (const [index, order] of world.orders.entries()) {
    await meetFate(life, order, seed.fates[index % seed.fates.length] ?? "kept");
    hear(life);
    if (!hasReceivedAll(life)) continue;
    const when = `after parcel ${index + 1}`;
    flaws.push(compare(life, when), await look(life, when));
  }
  await advanceTo(world, world.clock.now() + 21 * DAY_MS);
  hear(life);
  readAll(life);
  flaws.push(compare(life, "when all was released"));
  settleInShopify(life);
  flaws.push(compare(life, "when all was settled"), compareEnd(life), await look(life, "at the end"));
  flaws.push(...ledgerProblems(world, life.account.wallets.live, { id: DEMO_ACCOUNT_ID, mode: "live" }));
  const known = projectMargin(orderOf(life))?.netPkr !== null;
  return { kind: "lived", known, flaw: flaws.find((flaw) => flaw !== null) ?? null };
}

async function place(world: World, seed: LifeSeed): Promise<Life | null> {
  const account = forget(world, seed);
  const items = seed.items.map(({ variantId, quantity, aboveMinimum }) => ({
    ...{ variantId, quantity },
    resalePrice: (world.catalogs.live.variants.get(variantId)?.minResalePrice ?? 0) + aboveMinimum,
  }));
  const body = {
    ...{ externalOrderId: "77-1", paymentMode: seed.payment, shippingCharged: seed.shippingCharged, items },
    customer: { name: "Ayesha", phone: "+923001234567", address: "Street 1", city: "Lahore" },
  };
  const rawBody = Buffer.from(JSON.stringify(body));
  let preview: ExpectedOutcome;
  try {
    preview = await previewOrder(
      { world, callOf: (quote) => callOf(world, { rawBody: quote }) },
      {
        ...{ paymentMode: seed.payment, items, shippingCharged: seed.shippingCharged },
      },
    );
    createOrder(world, callOf(world, { path: "/orders", rawBody }));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
  changeTerms(world, account);
  const ours = world.orders.reduce((sum, order) => sum + order.resaleTotal + order.shippingCharged, 0);
  // Only what the app's plan of a parcel's contents and id needs to be given.
  const handoff = { paymentMode: seed.payment, items: [] as unknown[] } as HandoffRecord;
  const life: Life = {
    ...{
      world,
      account,
      seed,
      handoff,
      preview,
      observed: 0,
      rows: new Map(),
      shopify: paymentsOf(seed, ours),
    },
  };
  for (const order of world.orders) createRow(life, order);
  life.observed = world.deliveries.length;
  return life;
}

function paymentsOf({ payment, advance, ownGoods }: LifeSeed, ours: number): Shopify {
  const paid = payment === "COD" ? advance : ours + ownGoods;
  return {
    outstandingPkr: rupees(payment === "COD" ? ours + ownGoods : 0),
    ...{
      netPaymentPkr: rupees(paid),
      merchantHas: paid,
      refundedPkr: rupees(0),
      manualPaidPkr: rupees(0),
      markedPaidAt: null,
    },
  };
}

function forget(world: World, seed: LifeSeed): Account {
  const account = getAccount(world, DEMO_ACCOUNT_ID);
  world.clock.moveTo(START);
  world.orders.length = 0;
  world.deliveries.length = 0;
  world.open.clear();
  world.refusals.clear();
  for (const id of goods) {
    const variant = world.catalogs.live.variants.get(id);
    if (variant) variant.stock = 1000;
  }
  const available = seed.payment === "COD" || seed.wallet === "full" ? 1_000_000 : 0;
  account.wallets.live = {
    ...{
      available,
      heldDeposit: world.terms.depositAmount,
      heldReserve: 0,
      withdrawalsPending: 0,
      ledger: [],
    },
  };
  account.feeBasis = seed.feeBasis;
  world.terms.marginFeePercent = seed.feePercent;
  world.terms.saleFeePercent = seed.feePercent;
  return account;
}

/** What was placed keeps the terms it was placed under. */
function changeTerms(world: World, account: Account): void {
  account.feeBasis = account.feeBasis === "sale" ? "margin" : "sale";
  world.terms.marginFeePercent += 7;
  world.terms.saleFeePercent += 3;
}

/** A call of the account's live key, as the stand-in takes it apart. */
export function callOf(
  world: World,
  made: Partial<Pick<Call, "path" | "params" | "rawBody" | "query">>,
): Call {
  const key = world.keys.get(DEMO_LIVE_KEY_ID);
  const integration = key && world.integrations.get(key.integrationId);
  if (!key || !integration) throw new Error("The stand-in has no live key");
  const account = getAccount(world, DEMO_ACCOUNT_ID);
  return {
    ...{ key, account, integration, mode: "live", method: "POST", path: "/", params: {}, headers: {} },
    ...{ query: new URLSearchParams(), rawBody: Buffer.from("{}"), ...made },
  };
}

async function meetFate({ world, account, seed }: Life, order: Order, fate: Fate): Promise<void> {
  const to = (status: MoveParcel["status"], more = {}) =>
    moveParcels(world, { id: order.id, status, ...more });
  if (hasEnded(order.status)) return;
  if (order.status === "AWAITING_FUNDS") {
    if (fate === "lapsed") return advanceTo(world, world.clock.now() + 4 * DAY_MS);
    if (isCancelled(fate)) return void cancelOrder(world, callOf(world, { params: { id: order.id } }));
    if (fate === "left" || seed.wallet === "empty") return;
    account.wallets.live.available += 1_000_000;
    payOrder(world, callOf(world, { params: { id: order.id } }));
  }
  switch (fate) {
    case "left":
    case "lapsed":
      return;
    case "cancelled":
      to("CANCELLED");
      return;
    case "cancelled_confirmed":
      if (order.status === "RECEIVED") to("CONFIRMED");
      to("CANCELLED");
      return;
    case "cancelled_packed":
      to("PROCESSING");
      to("CANCELLED");
      return;
    case "shipped":
      to("SHIPPED");
      return;
    case "kept":
      to("DELIVERED");
      return;
    case "refused":
      to("SHIPPED");
      to("RETURNED", { type: "rto" });
      return;
    case "returned":
      to("DELIVERED");
      to("RETURNED", { type: "return" });
      return;
    case "returned_late":
      to("DELIVERED");
      await advanceTo(world, world.clock.now() + 21 * DAY_MS);
      to("RETURNED", { type: "return", force: true });
  }
}

function isCancelled(fate: Fate): boolean {
  return fate === "cancelled" || fate === "cancelled_confirmed" || fate === "cancelled_packed";
}

/** As the app folds an answer, an event and a read into a parcel's row. */
function createRow(life: Life, order: Order): void {
  const report = reportOf(life, toOrderView(life.world, order));
  const row = { ...EMPTY_ROW, ...toRow(report, null), ...instants(report, null), ...received(report, null) };
  life.rows.set(order.id, { ...row, readAt: report.reportedAt, reportedAt: report.reportedAt });
}

const EMPTY_ROW = {
  ...{ codPkr: rupees(0), prepaidPkr: rupees(0) },
  ...{ wholesalePkr: null, resalePkr: null, shippingCostPkr: null, shippingChargedPkr: null },
  ...{ marginPkr: null, expectedMarginPkr: null, platformFeePkr: null, rtoReservePkr: null },
  ...{ rtoChargePkr: null, returnCreditPkr: null, marginStatus: null, marginReleaseAt: null },
  ...{ returnType: null, receivedAt: null, shippedAt: null, deliveredAt: null, contents: [], part: 1, of: 1 },
} as unknown as Parcel;

function reportOf({ world }: Life, view: unknown): ParcelReport {
  return toParcelReport(orderSchema.parse(view), { happenedAt: new Date(world.clock.now()) });
}

function hear(life: Life): void {
  const { world, seed } = life;
  for (; life.observed < world.deliveries.length; life.observed += 1) {
    if (seed.hears[life.observed % seed.hears.length] === false) continue;
    const event = parseSupplierEvent(Buffer.from(world.deliveries[life.observed]?.body ?? ""));
    if (event?.kind !== "order") continue;
    const happenedAt = new Date(event.createdAt);
    fold(life, toParcelReport(event.order, { happenedAt, returnType: event.returnType }), "signed_event");
  }
}

/** The release of a prepaid parcel may be no event at all. */
function hasReceivedAll({ seed, world, rows }: Life): boolean {
  const isReported = ({ id, status, marginStatus }: Order) => {
    const row = rows.get(id);
    return row?.status === status && row.marginStatus === marginStatus;
  };
  return seed.hears.every(Boolean) && world.orders.every(isReported);
}

function readAll(life: Life): void {
  for (const order of life.world.orders) read(life, order);
}

function read(life: Life, order: Order): void {
  fold(life, reportOf(life, toOrderView(life.world, order)), "fresh_read");
}

function fold(life: Life, report: ParcelReport, trusted: "signed_event" | "fresh_read"): void {
  const row = life.rows.get(report.supplierOrderId);
  if (!row) return;
  const status = foldStatus(row.status, report.status);
  const age = ageOf(row, report, { trusted, fold: status });
  const { changes, folded } = planChanges(life.handoff, { ...row, cancellationReason: null }, report, age);
  const mustRead = folded.contradicts || status.kind === "conflict" || isPaymentUnknown(life.handoff, report);
  life.rows.set(report.supplierOrderId, { ...row, ...changes });
  const order = life.world.orders.find(({ id }) => id === report.supplierOrderId);
  if (trusted === "signed_event" && mustRead && order) read(life, order);
}

/** The merchant takes off what did not stay with the customer, marks the rest as paid, and refunds a part. */
function settleInShopify(life: Life): void {
  const { world, shopify, seed } = life;
  if (world.orders.some(({ status }) => status === "AWAITING_FUNDS" || !hasEnded(status))) return;
  if (seed.payment === "COD") {
    const gone = world.orders.filter((order) => !order.history.some(({ status }) => status === "DELIVERED"));
    const goneCash = gone.reduce((sum, { codAmount }) => sum + codAmount, 0);
    shopify.outstandingPkr = rupees(shopify.outstandingPkr - goneCash);
    if (seed.marking !== "nobody" && shopify.outstandingPkr > 0) markAsPaid(life);
  }
  const amount = Math.floor((shopify.netPaymentPkr * seed.refund.percent) / 100);
  shopify.netPaymentPkr = rupees(shopify.netPaymentPkr - amount);
  shopify.refundedPkr = rupees(shopify.refundedPkr + amount);
  shopify.merchantHas -= amount;
  if (seed.refund.how === "money_only") shopify.outstandingPkr = rupees(shopify.outstandingPkr + amount);
}

/** All that is outstanding is recorded; the merchant's own courier brought what is not of our parcels. */
function markAsPaid({ shopify, seed, world }: Life): void {
  const amount = shopify.outstandingPkr;
  shopify.outstandingPkr = rupees(0);
  shopify.netPaymentPkr = rupees(shopify.netPaymentPkr + amount);
  shopify.manualPaidPkr = rupees(shopify.manualPaidPkr + amount);
  shopify.merchantHas += seed.ownGoods;
  if (seed.marking === "karwan") shopify.markedPaidAt = new Date(world.clock.now());
}

function hasEnded(status: OrderStatus): boolean {
  return status === "DELIVERED" || status === "RETURNED" || status === "CANCELLED";
}

function orderOf({ seed, shopify, rows }: Life) {
  return {
    ...shopify,
    handoffs: [{ mode: "live" as const, paymentMode: seed.payment, parcels: [...rows.values()] }],
  };
}

/** What the ledger says moved until now, a reserve that is only held put back. */
function bookedOf({ account }: Life): number {
  return (
    account.wallets.live.ledger.reduce((sum, { amount }) => sum + amount, 0) +
    account.wallets.live.heldReserve
  );
}

function compare(life: Life, when: string): string | null {
  const money = projectMargin(orderOf(life));
  if (!money) return `${when}: nothing is told`;
  const { movedPkr, heldPkr } = money.wallet;
  const { customersPkr } = money.shopify;
  if ((movedPkr === null) !== isRefundUnknown(life)) return `${when}: the wallet is told as ${movedPkr}`;
  if (movedPkr !== null && movedPkr !== bookedOf(life))
    return `${when}: ${movedPkr} moved, not ${bookedOf(life)}`;
  if (heldPkr !== life.account.wallets.live.heldReserve) return `${when}: ${heldPkr} held`;
  if ((customersPkr === null) !== isPaymentAmbiguous(life))
    return `${when}: the customer's money is ${customersPkr}`;
  if (customersPkr !== null && customersPkr !== life.shopify.merchantHas)
    return `${when}: the merchant has ${customersPkr}, not ${life.shopify.merchantHas}`;
  return null;
}

/** Of what has ended, what it brings is the ledger and the customer's money, and nothing is left to come. */
function compareEnd(life: Life): string | null {
  const money = projectMargin(orderOf(life));
  if (!money || life.world.orders.some(({ status }) => !hasEnded(status))) return null;
  if (!money.final) return "at the end something is said to be still to come";
  const isKnown = !isRefundUnknown(life) && !isPaymentAmbiguous(life);
  if ((money.netPkr !== null) !== isKnown) return `at the end it brings ${money.netPkr}`;
  const brought = bookedOf(life) + life.shopify.merchantHas;
  return money.netPkr === null || money.netPkr === brought
    ? null
    : `it brings ${money.netPkr}, not ${brought}`;
}

/** The document gives no figure for what comes back of a paid parcel that is cancelled. */
function isRefundUnknown({ world, seed }: Life): boolean {
  return (
    seed.payment === "PREPAID" &&
    world.orders.some(
      ({ status, history }) => status === "CANCELLED" && history.some((entry) => entry.status === "RECEIVED"),
    )
  );
}

/** A refund without its items reopens a sum: it looks as if the courier's cash were not, or not all, recorded. */
function isPaymentAmbiguous({ world, shopify }: Life): boolean {
  const hasCash = world.orders.some(({ history }) => history.some(({ status }) => status === "DELIVERED"));
  const isReopened = shopify.refundedPkr > 0 && shopify.outstandingPkr > 1;
  return hasCash && isReopened && shopify.manualPaidPkr > 0 && shopify.markedPaidAt === null;
}
