import type { Span } from "./clock.ts";
import type { EarlyCall } from "./early-calls.ts";
import type { Fault } from "./faults.ts";
import type { AccountOptions, KeyOptions } from "./options.ts";
import type {
  AccountStatus,
  Confirmation,
  DeliveryStatus,
  Mode,
  OrderStatus,
  RequestLogEntry,
  Tracking,
} from "./state.ts";
import type { PlanId, Terms, TierId } from "./terms.ts";
import type { PresetName, Undefined } from "./undefined-behaviour.ts";

/** A parcel by its id, or all parcels (or one `part`) of an order by its external id. Live first, then test. */
export type ParcelRef = { id?: string; externalOrderId?: string; part?: number; mode?: Mode };

export type MoveParcel = ParcelRef & {
  /** The status to end in; states in between are passed through with their events. */
  status: Exclude<OrderStatus, "AWAITING_FUNDS" | "RECEIVED">;
  tracking?: Tracking;
  /** For RETURNED: refused at the door (`rto`) or sent back after delivery; by default by where the parcel is. */
  type?: "rto" | "return";
  /** Why, for CANCELLED and RETURNED. */
  reason?: string;
  /** Takes a parcel back although its return window is over. */
  force?: boolean;
};

export type ParcelSummary = {
  id: string;
  externalOrderId: string;
  mode: Mode;
  part: number;
  of: number;
  status: OrderStatus;
  orderNumber: string | null;
  storeId: string;
  paymentMode: string;
  codAmount: number;
  wholesaleTotal: number;
  shippingCost: number;
  shippingCharged: number;
  margin: number;
  fee: number;
  expectedMargin: number;
  rtoReserve: number;
  reserveHeld: number;
  walletPaid: number;
  rtoCharge: number;
  returnCredit: number;
  marginStatus: string;
  marginReleaseAt: string | null;
  fundsDeadline: string | null;
  senderName: string | null;
  customer: Record<string, string | null>;
  notes: string | null;
  items: { variantId: string; externalLineId: string | null; quantity: number; resalePrice: number }[];
};

export type WalletAudit = {
  accountId: string;
  mode: Mode;
  available: number;
  pending: number;
  held: number;
  heldDeposit: number;
  heldReserve: number;
  ledgerSum: number;
  ledger: { id: string; kind: string; amount: number; orderId: string | null; at: string }[];
};

export type Audit = {
  now: string;
  orders: ParcelSummary[];
  imports: {
    id: string;
    integrationId: string;
    mode: Mode;
    productId: string;
    syncStatus: string;
    deleted: boolean;
  }[];
  webhooks: { integrationId: string; mode: Mode; url: string | null; events: string[]; hasSecret: boolean }[];
  wallets: WalletAudit[];
  /** How often `POST /orders` was sent for each externalOrderId, whatever the answer. */
  postsPerExternalOrderId: Record<string, number>;
  /** Requests that came before the `Retry-After` of their account was over. */
  earlyCalls: EarlyCall[];
  /** Sentences about sums that do not add up; empty when all is well. */
  problems: string[];
};

export type DeliverySummary = {
  id: string;
  eventId: string;
  event: string;
  mode: Mode;
  integrationId: string;
  status: DeliveryStatus;
  attempts: { at: string; statusCode: number | null; error: string | null }[];
  nextAttemptAt: string | null;
  body: string;
};

export type VariantRef = { variantId: string; mode?: Mode };

/**
 * Everything a test, the demo's drawer or a drill can do to the service from behind.
 * The same names answer over HTTP: `POST {controlUrl}/moveParcel` with the input as JSON; the clock's are
 * `clock.advance`, `clock.set`, `clock.freeze`, `clock.unfreeze`, `clock.now`.
 */
export type SupplierControl = {
  /** `{ externalOrderId: "1-2", part: 1, status: "SHIPPED" }` */
  moveParcel(input: MoveParcel): Promise<ParcelSummary[]>;
  /** The service's own call to the customer: `{ id, confirmation: "FAILED" }` */
  setConfirmation(input: ParcelRef & { confirmation: Confirmation }): Promise<ParcelSummary[]>;
  /** `{ amount: 5000 }`; fills the deposit first. */
  topUp(input: { amount: number; accountId?: string; mode?: Mode }): Promise<WalletAudit>;
  withdraw(input: { amount: number; accountId?: string; mode?: Mode }): Promise<WalletAudit>;
  settleWithdrawals(input: { accountId?: string; mode?: Mode }): Promise<WalletAudit>;
  /** Fills the ledger with made-up entries from before all that is booked, spread over these days (100); none for 0. */
  addLedgerEntries(input: { count: number; days?: number; accountId?: string; mode?: Mode }): Promise<void>;
  /** An entry that is not shown, comes garbled or without a date, or has another order, status or words than it had. */
  setLedgerEntry(input: {
    id: string;
    accountId?: string;
    mode?: Mode;
    shown?: "hidden" | "garbled" | "undated" | "whole";
    status?: string;
    orderId?: string | null;
    description?: string;
  }): Promise<void>;
  /** `{ variantId, stock: 0 }`; sends `product.stock_changed`. */
  setStock(input: VariantRef & { stock: number }): Promise<void>;
  /** `{ variantId, wholesalePrice, minResalePrice }`; sends `product.updated`. */
  setPrice(
    input: VariantRef & { wholesalePrice?: number; minResalePrice?: number; suggestedPrice?: number },
  ): Promise<void>;
  /** `{ productId, title, description, images, variantImages }`, those by variant; sends `product.updated`. */
  setProduct(input: {
    productId: string;
    mode?: Mode;
    title?: string;
    description?: string;
    images?: string[];
    variantImages?: Record<string, string>;
    compareAtPrice?: number | null;
  }): Promise<void>;
  /** `{ productId }`; sends `product.removed`. */
  removeProduct(input: { productId: string; mode?: Mode }): Promise<void>;
  /** One variant leaves its product, the others stay; sends `product.updated`. */
  removeVariant(input: VariantRef): Promise<void>;
  /** `{ productId, id, color, size }`; a variant joins its product, priced like the first; sends `product.updated`. */
  addVariant(input: {
    productId: string;
    mode?: Mode;
    id: string;
    /** Null: the product has no colors. */
    color?: string | null;
    size?: string;
    title?: string;
    sku?: string;
    stock?: number;
  }): Promise<void>;
  /** Sends the product back to the catalog, without an event. */
  restoreProduct(input: { productId: string; mode?: Mode }): Promise<void>;
  /** Fills the catalog with made-up products, `made_00001` and on, without events; returns their ids. */
  addProducts(input: {
    count: number;
    mode?: Mode;
    variantsEach?: number;
    imagesEach?: number;
    prefix?: string;
  }): Promise<string[]>;
  addAccount(input: AccountOptions): Promise<void>;
  addKey(input: KeyOptions): Promise<void>;
  revokeKey(input: { keyId: string }): Promise<void>;
  /** `{ status: "suspended", statusReason: "Documents missing" }`, `{ plan: "starter", tier: 2, deposit: 0 }` */
  setAccount(input: {
    accountId?: string;
    status?: AccountStatus;
    statusReason?: string;
    plan?: PlanId;
    tier?: TierId;
    /** Takes the tier's cap of orders a day away: for measuring more than a tier allows. */
    capLifted?: boolean;
    feeBasis?: "margin" | "sale";
    deposit?: number;
    allowedIps?: string[] | null;
  }): Promise<void>;
  /** Pays for a plan from the live wallet and switches to it. */
  buyPlan(input: { plan: PlanId; accountId?: string }): Promise<WalletAudit>;
  /** Uses up requests of the day or of this minute without sending them. */
  spendQuota(input: { accountId?: string; day?: number; minute?: number }): Promise<void>;
  /** Changes published constants: `{ saleFeePercent: 5 }` */
  setTerms(input: Partial<Terms>): Promise<Terms>;
  setPaused(input: { paused: boolean }): Promise<void>;
  /** Changes switches the document leaves open; `{ preset: "sparse" }` sets them all. */
  setUndefined(input: Partial<Undefined> & { preset?: PresetName }): Promise<Undefined>;
  /** `{ "karwan.example": "http://127.0.0.1:3000" }` */
  setHosts(input: Record<string, string>): Promise<void>;
  setCatalogCache(input: { seconds: number }): Promise<void>;
  /** `{ kind: "error", when: "after", method: "POST", path: "/orders", times: 2 }` */
  armFault(input: Fault): Promise<void>;
  /** What is being delayed goes on at once. */
  clearFaults(): Promise<void>;
  seedFaults(input: { seed: number }): Promise<void>;
  listFaults(): Promise<Fault[]>;
  clock: {
    now(): Promise<string>;
    /** Runs everything that becomes due on the way, retries included. */
    advance(input: Span): Promise<string>;
    set(input: { at: string }): Promise<string>;
    freeze(): Promise<string>;
    unfreeze(): Promise<string>;
  };
  /** Does what is due now and waits until its deliveries were answered. */
  tick(): Promise<void>;
  /** Waits until no delivery is on its way. */
  settle(): Promise<void>;
  audit(): Promise<Audit>;
  requests(input?: { path?: string; method?: string }): Promise<RequestLogEntry[]>;
  deliveries(input?: { event?: string; status?: DeliveryStatus }): Promise<DeliverySummary[]>;
  /** Sends a delivery once more with the same event id, whatever became of it. */
  redeliver(input: { eventId: string }): Promise<void>;
  /** Back to the state right after starting; hosts and ports stay. */
  reset(input?: { preset?: PresetName; undefined?: Partial<Undefined> }): Promise<void>;
};
