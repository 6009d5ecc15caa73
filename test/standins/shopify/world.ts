import type { GraphQLSchema } from "graphql";
import type { MovableClock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Ids } from "./ids.ts";
import type { ShopifyStandinOptions } from "./options.ts";
import type { CustomerMail, FulfillmentOrderState, FulfillmentState, OrderState } from "./order-state.ts";
import type { RuleSwitches } from "./rules.ts";
import type { Scheduler } from "./scheduler.ts";
import type {
  CarrierServiceState,
  CollectionState,
  DeliveryProfileState,
  FulfillmentServiceState,
  InventoryItemState,
  JobState,
  LocationState,
  MetafieldDefinitionState,
  MetafieldState,
  ProductOperationState,
  ProductState,
  PublicationState,
  ShopWebhookState,
  VariantState,
} from "./state.ts";
import type { TokenStore } from "./tokens.ts";
import type { WebhookSender } from "./webhooks/sender.ts";

export type ShopStatus = "active" | "frozen" | "locked" | "gone";

export type IdempotentCall = { input: string; running: boolean; answer: unknown; atMs: number };

export type ShopState = {
  id: string;
  domain: string;
  name: string;
  email: string;
  ownerName: string;
  currency: string;
  ianaTimezone: string;
  countryCode: string;
  plan: { name: string; shopifyPlus: boolean; partnerDevelopment: boolean };
  status: ShopStatus;
  installed: boolean;
  scopes: string[];
  customerDataApproved: boolean;
  createdAt: Date;
  installationId: string;
  nextOrderNumber: number;
  bucket: { maximum: number; restorePerSecond: number; available: number; atMs: number };
  locations: Map<string, LocationState>;
  services: Map<string, FulfillmentServiceState>;
  products: Map<string, ProductState>;
  collections: Map<string, CollectionState>;
  variants: Map<string, VariantState>;
  items: Map<string, InventoryItemState>;
  orders: Map<string, OrderState>;
  fulfillmentOrders: Map<string, FulfillmentOrderState>;
  fulfillments: Map<string, FulfillmentState>;
  metafields: MetafieldState[];
  definitions: MetafieldDefinitionState[];
  publications: PublicationState[];
  profiles: DeliveryProfileState[];
  webhooks: Map<string, ShopWebhookState>;
  jobs: Map<string, JobState>;
  operations: Map<string, ProductOperationState>;
  idempotent: Map<string, IdempotentCall>;
  mails: CustomerMail[];
  flowRuns: FlowRun[];
  carrierServices: Map<string, CarrierServiceState>;
  /** What carrier services answered, by a digest of the address and the request. */
  cachedRates: Map<string, CachedRate>;
  /** Every request that was sent to one. */
  rateAnswers: RateAnswer[];
};

type CachedRate = {
  readonly rate: { readonly title: string; readonly price: string } | null;
  readonly untilMs: number;
};

/** Status 0: there was no answer in time. */
type RateAnswer = { readonly status: number; readonly tookMs: number };

/** The events Flow received: each starts whatever workflows begin with the trigger. */
type FlowRun = {
  readonly handle: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type LoggedRequest = {
  readonly at: string;
  readonly shop: string;
  readonly kind: "graphql" | "oauth";
  readonly operation: string;
  readonly fields: readonly string[];
  readonly cost: number | null;
  readonly status: number;
  readonly errors: readonly string[];
};

/** The app's client secrets as Shopify has them: one signs, any that is not revoked is accepted. */
export type ClientSecrets = { signing: string; accepted: readonly string[] };

export type World = {
  readonly options: ShopifyStandinOptions;
  readonly secrets: ClientSecrets;
  readonly schema: GraphQLSchema;
  readonly clock: MovableClock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly rules: RuleSwitches;
  readonly faults: Faults;
  readonly tokens: TokenStore;
  readonly webhooks: WebhookSender;
  readonly shops: Map<string, ShopState>;
  readonly requests: LoggedRequest[];
  readonly failures: unknown[];
  url: string;
  routingDelayMs: number;
  /** How long the search does not find what was made. */
  searchLagMs: number;
};

/** What one GraphQL request, or one act of the merchant, may touch. */
export type Scene = { readonly world: World; readonly shop: ShopState };

export function getShop(world: World, domain: string): ShopState {
  const shop = world.shops.get(domain);
  if (!shop) throw new Error(`The stand-in has no shop ${domain}`);
  return shop;
}
