/**
 * What the schema does not say but Shopify does at run time. Each rule names where it comes from; a rule without a
 * source is `assumed`. Every rule can be switched off, so that a test can show the app does not lean on a guess.
 */
export type Rule = { readonly id: string; readonly rule: string } & (
  | { readonly source: string; readonly assumed?: undefined }
  | { readonly assumed: true; readonly source?: string }
);

export const RULES = [
  {
    id: "idempotent_directive_required",
    rule: "Refunds and inventory writes are refused without the @idempotent directive.",
    source: "Changelog: making idempotency mandatory; recorded answer graphql_idempotent_missing",
  },
  {
    id: "idempotent_replay",
    rule: "The same key with the same input repeats the first answer without a second effect; other input is an error.",
    source: "shopify.dev: implementing idempotency",
  },
  {
    id: "idempotent_previous_failed",
    rule: "A key whose first list of quantities was refused is refused itself, for as long as it is kept.",
    source: "Admin schema: InventorySetQuantitiesUserErrorCode, IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED",
  },
  {
    id: "idempotent_concurrent",
    rule: "A second request under a key that is still running is told to wait.",
    source: "shopify.dev: implementing idempotency, IDEMPOTENCY_CONCURRENT_REQUEST",
  },
  {
    id: "change_from_quantity_required",
    rule: "Each quantity to set names changeFromQuantity, be it null.",
    source: "Recorded answer graphql_change_from_quantity_missing",
  },
  {
    id: "change_from_quantity_compared",
    rule: "A quantity is set only if the level still holds changeFromQuantity; one stale entry refuses the batch.",
    source: "Recorded answer graphql_change_from_quantity_stale",
  },
  {
    id: "cost_limit",
    rule: "A document that asks for more than 1,000 points is refused before it runs.",
    source: "shopify.dev: rate limits; recorded answer graphql_max_cost_exceeded",
  },
  {
    id: "costs_as_recorded",
    rule: "Amounts of money are free, a plain list costs one entry, sizes are rounded down; off: the dearest reading of the page, where each object has its point and a list with `first` is sized as a connection.",
    assumed: true,
    source: "Recorded costs, which leave plain lists and amounts open; shopify.dev: rate limits",
  },
  {
    id: "throttle",
    rule: "A leaky bucket per shop takes what a document asks for before it runs, gives back what was not used, and refuses what it cannot afford with HTTP 200 and THROTTLED.",
    source: "shopify.dev: rate limits; recorded answer graphql_throttled",
  },
  {
    id: "scopes",
    rule: "A field or mutation whose scope was not granted answers ACCESS_DENIED and null.",
    source: "Scope table that ships with the schema; recorded ACCESS_DENIED answers",
  },
  {
    id: "fulfillment_orders_by_scope",
    rule: "An app sees fulfillment orders of its own service, others only with the scope for their kind of location.",
    source: "shopify.dev: access scopes for fulfillment orders",
  },
  {
    id: "protected_customer_data",
    rule: "Without approval the customer's personal fields read as null with an errors entry.",
    source: "shopify.dev: protected customer data; recorded answer graphql_access_denied_protected_data",
  },
  {
    id: "sixty_days",
    rule: "Orders older than 60 days read as null without read_all_orders.",
    source: "shopify.dev: access scopes, orders",
  },
  {
    id: "expiring_offline_tokens",
    rule: "An offline token that does not expire cannot be used.",
    source: "Changelog: expiring offline access tokens required for public apps",
  },
  {
    id: "old_refresh_token_until_new_used",
    rule: "A refresh token stays good until its successor is first used.",
    source: "Changelog of 28 August 2026 on refresh tokens",
  },
  {
    id: "request_needs_own_service",
    rule: "Fulfillment can be requested only where a fulfillment service owns the location.",
    source: "Recorded lifecycle: supportedActions at merchant and service locations",
  },
  {
    id: "request_state_machine",
    rule: "Requests, answers and cancellations are taken only in the states that offer them.",
    source: "Recorded lifecycle of a fulfillment order; order of states in the reference",
  },
  {
    id: "rejected_request_stays_open",
    rule: "A rejected request leaves the same fulfillment order OPEN and REJECTED, its units still to fulfill.",
    source: "Recorded lifecycle: reject",
  },
  {
    id: "accepted_cancellation_comes_back",
    rule: "An accepted cancellation closes the fulfillment order with zero quantities and opens a replacement.",
    source: "Recorded lifecycle: accept cancellation; reference of the mutation",
  },
  {
    id: "closed_as_incomplete_stays",
    rule: "Closing turns the same fulfillment order INCOMPLETE; its units are offered again in place.",
    source: "Recorded answer of fulfillmentOrderClose",
  },
  {
    id: "cancelled_fulfillment_reopens",
    rule: "Cancelling a fulfillment offers its units again on a new open fulfillment order at the same location.",
    assumed: true,
  },
  {
    id: "pending_cancellation_keeps_accepted",
    rule: "While a cancellation waits, requestStatus still says ACCEPTED and responseData stays null, even once answered.",
    source: "Recorded lifecycle: submit and reject cancellation",
  },
  {
    id: "fulfill_only_accepted",
    rule: "A service's fulfillment order is fulfilled only after its request was accepted.",
    assumed: true,
    source: "The app program's rule; the recorded supportedActions are laxer",
  },
  {
    id: "fulfill_one_location",
    rule: "One fulfillment holds units of one order at one location, never more than remain.",
    source: "Reference of FulfillmentInput",
  },
  {
    id: "fulfill_not_on_hold",
    rule: "Nothing is fulfilled while the fulfillment order is on hold, scheduled, closed or cancelled.",
    source: "Reference of FulfillmentOrderStatus",
  },
  {
    id: "cancel_order_not_in_progress",
    rule: "An order with a fulfillment in progress or made cannot be cancelled.",
    source: "Shopify Help: cancelling orders; reference of orderCancel",
  },
  {
    id: "mark_paid_needs_outstanding",
    rule: "Marking as paid is refused when nothing is outstanding or payment cannot be collected.",
    source: "Reference of orderMarkAsPaid and canMarkAsPaid",
  },
  {
    id: "manual_payment_amount_plus_only",
    rule: "A manual payment of a chosen amount needs Shopify Plus.",
    source: "Reference of orderCreateManualPayment, access requirements",
  },
  {
    id: "move_needs_stock",
    rule: "A fulfillment order moves only to a location that stocks its items.",
    source: "Reference of fulfillmentOrderMove",
  },
  {
    id: "holds_limit",
    rule: "One app puts at most ten holds on a fulfillment order, each with its own handle of at most 64 characters.",
    source: "Reference of fulfillmentOrderHold; recorded hold validation",
  },
  {
    id: "callback_url_of_app",
    rule: "A fulfillment service calls back only to the app's own host.",
    source: "Recorded userErrors of fulfillmentServiceCreate",
  },
  {
    id: "new_variant_at_merchant_locations",
    rule: "A new tracked variant given no quantities is stocked at the merchant's own locations, at zero.",
    assumed: true,
  },
  {
    id: "quantities_name_where_stocked",
    rule: "The quantities given with a new variant name each location where it is stocked.",
    source: "Reference of ProductVariantSetInput.inventoryQuantities",
  },
  {
    id: "quantities_only_where_stocked",
    rule: "productSet changes quantities of an existing variant only at locations where it is stocked already.",
    source: "Reference of ProductVariantSetInput.inventoryQuantities",
  },
  {
    id: "sku_at_fulfillment_service",
    rule: "An item without a SKU is not stocked at a fulfillment service's location.",
    assumed: true,
  },
  {
    id: "input_array_limit",
    rule: "A list in an input holds at most 250 entries.",
    source: "shopify.dev: usage limits",
  },
  {
    id: "file_named_as_asked",
    rule: "A file that is copied keeps the filename given with it, else the last part of its address.",
    source: "Reference of FileSetInput.filename",
  },
  {
    id: "file_copied_anew",
    rule: "productSet copies a file given by its address anew; one that is to stay is named by its id.",
    assumed: true,
    source:
      "Reference of FileSetInput.id, which does not say what becomes of an address that was copied before",
  },
  {
    id: "variant_file_among_files",
    rule: "productSet takes a variant's file only if the product's files hold it as well.",
    source: "Reference of ProductVariantSetInput.file",
  },
  {
    id: "cash_rounding_in_total",
    rule: "Cash rounding is already inside the current total.",
    assumed: true,
  },
  {
    id: "storefront_sells_published",
    rule: "A cart of the online store holds what is active and published there; a draft order holds anything.",
    source: "Reference of ProductStatus and of Product.onlineStoreUrl",
  },
  {
    id: "carrier_rates_plan",
    rule: "Rates of apps at the checkout need the Advanced plan or higher, or a development store.",
    source: "Admin schema: description of DeliveryCarrierService",
  },
  {
    id: "rate_request_signed",
    rule: "What is sent to a carrier service carries the signature of webhooks.",
    assumed: true,
  },
  {
    id: "draft_is_staged",
    rule: "What is published while it is not for sale is staged: on no channel, and in lists of publications only with onlyPublished: false.",
    assumed: true,
    source: "Reference of ResourcePublicationV2.isPublished, which does not say what stages a resource",
  },
] as const satisfies readonly Rule[];

type RuleId = (typeof RULES)[number]["id"];

export type RuleSwitches = { isOn(id: RuleId): boolean; set(id: string, on: boolean): void };

export function createRuleSwitches(off: readonly string[] = []): RuleSwitches {
  const disabled = new Set<string>();
  const set = (id: string, on: boolean) => {
    if (!RULES.some((rule) => rule.id === id)) throw new Error(`No rule is called "${id}"`);
    if (on) disabled.delete(id);
    else disabled.add(id);
  };
  for (const id of off) set(id, false);
  return { isOn: (id) => !disabled.has(id), set };
}
