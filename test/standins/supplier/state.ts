import type { MovableClock } from "./clock.ts";
import type { FaultBox } from "./faults.ts";
import type { PlanId, Terms, TierId } from "./terms.ts";
import type { Undefined } from "./undefined-behaviour.ts";

export type Mode = "live" | "test";
export type PaymentMode = "COD" | "PREPAID";

type Category = { id: string; name: string; slug: string; parentId: string | null };

export type Variant = {
  id: string;
  productId: string;
  isDefault: boolean;
  sku: string | null;
  color: string | null;
  size: string | null;
  title: string;
  image: string | null;
  wholesalePrice: number;
  suggestedPrice: number;
  minResalePrice: number;
  stock: number;
};

export type Product = {
  seq: number;
  id: string;
  title: string;
  description: string;
  images: string[];
  brand: string | null;
  tags: string[];
  categoryId: string | null;
  storeId: string;
  weightKg: number | null;
  compareAtPrice: number | null;
  freeShipping: boolean;
  removed: boolean;
  variants: Variant[];
  updatedAt: number;
};

export type Catalog = {
  categories: Category[];
  products: Map<string, Product>;
  variants: Map<string, Variant>;
};

export type Key = {
  id: string;
  secret: string;
  mode: Mode;
  accountId: string;
  integrationId: string;
  allowedIps: readonly string[] | null;
  revoked: boolean;
};

export type WebhookSettings = { url: string | null; events: string[]; secret: string | null };

export type Integration = {
  id: string;
  accountId: string;
  name: string;
  connected: boolean;
  webhooks: Record<Mode, WebhookSettings>;
};

export type LedgerKind =
  | "top_up"
  | "deposit"
  | "withdrawal"
  | "plan"
  | "reserve_held"
  | "reserve_released"
  | "rto_charge"
  | "order_payment"
  | "order_refund"
  | "margin"
  | "platform_fee"
  | "margin_reversed"
  | "return_credit"
  | "return_charge";

export type LedgerEntry = {
  seq: number;
  id: string;
  kind: LedgerKind;
  amount: number;
  status: string;
  description: string | null;
  createdAt: number;
  orderId: string | null;
  /** How a fault shows it: not at all, with an amount that is none, or without a date. */
  shown?: "hidden" | "garbled" | "undated";
};

export type Wallet = {
  available: number;
  heldDeposit: number;
  heldReserve: number;
  withdrawalsPending: number;
  ledger: LedgerEntry[];
};

type Usage = { minute: number; minuteCount: number; day: string; dayCount: number };

export type AccountStatus = "active" | "pending" | "suspended";

export type Account = {
  id: string;
  brandName: string;
  status: AccountStatus;
  statusReason: string;
  plan: PlanId;
  tier: TierId;
  capLifted: boolean;
  feeBasis: "margin" | "sale";
  usage: Usage;
  placedToday: Record<Mode, { day: string; orders: number; parcels: number }>;
  wallets: Record<Mode, Wallet>;
};

type ImportVariant = { variantId: string; externalVariantId: string; externalSku: string | null };

export type Import = {
  seq: number;
  id: string;
  integrationId: string;
  mode: Mode;
  productId: string;
  externalProductId: string | null;
  customTitle: string | null;
  resalePrice: number | null;
  syncStatus: "ok" | "failed" | "removed";
  deleted: boolean;
  variants: ImportVariant[];
};

export type OrderStatus =
  | "AWAITING_FUNDS"
  | "RECEIVED"
  | "CONFIRMED"
  | "PROCESSING"
  | "SHIPPED"
  | "DELIVERED"
  | "CANCELLED"
  | "RETURNED";

export type OrderItem = {
  variantId: string;
  externalVariantId: string | null;
  externalLineId: string | null;
  sku: string | null;
  title: string;
  quantity: number;
  resalePrice: number;
  wholesalePrice: number;
};

type Customer = {
  name: string;
  phone: string;
  address: string;
  city: string;
  province: string | null;
  postalCode: string | null;
};

export type Tracking = { number: string; courier: string; url: string | null };
type MarginStatus = "NONE" | "PENDING" | "RELEASED" | "REVERSED";
export type Confirmation = "PENDING" | "CONFIRMED" | "FAILED" | "NOT_REQUIRED";
export type PlatformFee = { basis: "margin" | "sale"; percent: number; amount: number };

/** One order record of the service: one parcel. */
export type Order = {
  seq: number;
  id: string;
  groupId: string;
  accountId: string;
  integrationId: string;
  mode: Mode;
  externalOrderId: string;
  externalOrderName: string | null;
  part: number;
  of: number;
  orderNumber: string | null;
  storeId: string;
  status: OrderStatus;
  paymentMode: PaymentMode;
  codAmount: number;
  prepaidAmount: number;
  wholesaleTotal: number;
  shippingCost: number;
  returnShippingCost: number;
  shippingCharged: number;
  resaleTotal: number;
  margin: number;
  platformFee: PlatformFee;
  expectedMargin: number;
  rtoReserve: number;
  reserveHeld: number;
  walletPaid: number;
  marginStatus: MarginStatus;
  marginReleaseAt: number | null;
  rtoCharge: number;
  returnCredit: number;
  returnType: "rto" | "return" | null;
  items: OrderItem[];
  tracking: Tracking | null;
  cancellationReason: string | null;
  confirmation: Confirmation;
  customer: Customer;
  senderName: string | null;
  notes: string | null;
  fundsDeadline: number | null;
  confirmAt: number | null;
  history: { status: OrderStatus; at: number; note: string | null }[];
  createdAt: number;
  updatedAt: number;
};

type IdempotencyRecord = {
  bodyHash: string;
  at: number;
  answer: Answer | null;
};

export type DeliveryStatus = "pending" | "delivered" | "failed";

export type Delivery = {
  seq: number;
  id: string;
  eventId: string;
  event: string;
  mode: Mode;
  integrationId: string;
  body: string;
  status: DeliveryStatus;
  attempts: { at: number; statusCode: number | null; error: string | null }[];
  nextAttemptAt: number | null;
  inFlight: boolean;
  createdAt: number;
};

export type RequestLogEntry = {
  at: number;
  method: string;
  path: string;
  status: number | null;
  code: string | null;
  keyId: string | null;
  idempotencyKey: string | null;
  externalOrderId: string | null;
  replayed: boolean;
  /** When it was answered, and how long the caller was told to keep away. */
  answeredAt: number | null;
  retryAfterMs: number | null;
  /** Set when the stand-in itself broke; tests expect none. */
  bug: string | null;
};

export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

export type World = {
  clock: MovableClock;
  undefinedBehaviour: Undefined;
  terms: Terms;
  catalogCacheSeconds: number;
  catalogCache: Map<string, { at: number; answer: Answer }>;
  dropshipPaused: boolean;
  hosts: Map<string, string>;
  deliveryTimeoutMs: number;
  catalogs: Record<Mode, Catalog>;
  accounts: Map<string, Account>;
  integrations: Map<string, Integration>;
  keys: Map<string, Key>;
  imports: Import[];
  orders: Order[];
  idempotency: Map<string, IdempotencyRecord>;
  refusals: Map<string, number>;
  deliveries: Delivery[];
  /** Those still pending, so that thousands of finished ones cost nothing. */
  open: Set<Delivery>;
  held: Delivery[];
  inFlight: Set<Promise<void>>;
  lastSend: Map<string, Promise<void>>;
  requests: RequestLogEntry[];
  faults: FaultBox;
  counters: Map<string, number>;
};

/** A request of a known key, ready for its handler. */
export type Call = {
  key: Key;
  account: Account;
  integration: Integration;
  mode: Mode;
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  rawBody: Buffer;
};
