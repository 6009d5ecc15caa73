/** One app-wide webhook subscription, as the app's configuration file declares it. */
export type AppSubscription = {
  readonly topic: string;
  readonly uri: string;
  readonly includeFields?: readonly string[];
  readonly name?: string;
};

/** A trigger of Flow that an extension of the app declares, with the names of its fields. */
type FlowTriggerExtension = { readonly handle: string; readonly fields: readonly string[] };

/** Where the storefront passes requests on to the app: `/{prefix}/{subpath}/…` of a shop to `{url}/…` of the app. */
type AppProxy = { readonly url: string; readonly prefix: string; readonly subpath: string };

export type ShopifyStandinOptions = {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Where relative webhook addresses and the fulfillment service's callbacks lead. */
  readonly appUrl: string;
  readonly port?: number;
  readonly scopes?: readonly string[];
  /** Those the app declares as optional; it may ask for no others in place. */
  readonly optionalScopes?: readonly string[];
  readonly subscriptions?: readonly AppSubscription[];
  readonly flowTriggers?: readonly FlowTriggerExtension[];
  readonly appProxy?: AppProxy;
  /** The folder of the app's theme extension, whose blocks stand in the theme; without it none do. */
  readonly themeExtension?: string;
  readonly rulesOff?: readonly string[];
  /** How long after an order its fulfillment orders appear. */
  readonly routingDelayMs?: number;
  readonly bucket?: { readonly maximum: number; readonly restorePerSecond: number };
  /** Wait before each webhook retry; Shopify makes eight within four hours. */
  readonly retryDelaysMs?: readonly number[];
  readonly webhookTimeoutMs?: number;
  /** How long a session token lives; Shopify's live a minute. */
  readonly sessionTokenSeconds?: number;
  /** Shops that exist from the start, by domain. */
  readonly shops?: readonly string[];
};
