/**
 * Everything the API document leaves open, as named switches. No value here may become a need of the app:
 * the contract suite and the journeys run under every preset.
 */
export type Undefined = {
  /** Status a prepaid order has right after `POST /orders/{id}/pay`. */
  stateAfterPay: "RECEIVED" | "CONFIRMED" | "PROCESSING";
  /** Minutes until a received order confirms by itself when no confirmation is required; 0 = within the request, null = never. */
  autoConfirmAfterMinutes: number | null;
  /** What a failed confirmation (two attempts) does to the order. */
  failedConfirmation: "stay" | "cancel";
  /** Whether a parcel being packed can still be cancelled. */
  cancelDuringPacking: boolean;
  /** Answer to cancelling an order that is already cancelled. */
  cancelTwice: "conflict" | "same_answer";
  /** Which pairs of states `/simulate` accepts. */
  simulate: "any_pair" | "forward_only";
  /** What happens when `fundsDeadline` passes. */
  atFundsDeadline: "cancel" | "stay";
  /** Whether a top-up pays orders that wait for funds. */
  topUpPaysWaiting: boolean;
  /** Whether the funds of a prepaid order with several parcels are judged together. */
  fundsCheck: "whole_order" | "per_parcel";

  /** Where `type` (rto or return) sits in the data of `order.returned`. */
  returnedTypeAt: "data.type" | "data.return.type" | "absent";
  /** Where `amount` sits in the data of `wallet.margin_released`. */
  releasedAmountAt: "data.amount" | "data.marginRelease.amount" | "data.wallet.amount" | "absent";
  /** Fields of each item of an order and of an event. */
  itemFields: "full" | "variant_only" | "nothing";
  /** Whether an order record says which parcel of how many it is. */
  parcelField: "said" | "absent";
  /** Whether order events carry a whole Order or only the fields of OrderEvent. */
  eventData: "order" | "event_fields";
  /** Whether the timestamp header of a retry is that of the attempt or of the event. */
  retryTimestamp: "attempt" | "event";
  /** Whether one webhook configuration serves both modes of an integration. */
  webhookConfigPer: "integration" | "integration_and_mode";
  /** Whether an order changes stock loudly enough to send `product.stock_changed`. */
  stockEventOnOrder: boolean;
  /** Fields of a delivery log entry. */
  deliveryLogFields: "full" | "status_only";
  /** Whether a prepaid parcel's release (its fee is taken) sends `wallet.margin_released`. */
  prepaidReleaseEvent: "sent" | "not_sent";

  /** Names of ledger types. */
  ledgerTypes: "upper_snake" | "lower_dotted" | "opaque";
  /** Fields of a ledger entry's order. */
  ledgerOrder: "full" | "id_only" | "external_only" | "number_only";
  /** The most entries of the ledger on a page, whatever was asked for. */
  ledgerPage: 100 | 7 | 1;
  /** Whether a margin is one entry, or margin and fee are two. */
  marginEntries: "net" | "gross_and_fee";
  /** Whether a refusal gives the reserve back and charges, or keeps what is held without an entry. */
  refusalEntries: "release_and_charge" | "keep_reserve";
  /** How a fee with a fraction is brought to whole rupees. */
  feeRounding: "half_up" | "floor" | "ceil";
  /** How `shippingCharged` is divided over parcels. */
  shippingChargedSplit: "by_value" | "first_parcel" | "by_shipping_cost" | "equal";
  /** How kilograms above the last band are counted. */
  kgAboveRounding: "ceil" | "floor" | "proportional";
  /** Cost of a parcel that holds an item of unknown weight. */
  unknownWeight: "default_cost" | "at_least_default_cost";
  /** Whether cost is judged for the whole order or for each parcel (`cod_below_cost`). */
  codBelowCostPer: "order" | "parcel";
  /** Meaning of `prepaidAmount`. */
  prepaidAmount: "wallet_cost" | "customer_paid";
  /** Meaning of `expectedMargin` of a prepaid order. */
  prepaidExpectedMargin: "margin_less_fee" | "minus_fee";
  /** Money back for a prepaid order cancelled before packing. */
  prepaidCancelRefund: "full" | "wholesale_only" | "none";
  /** Money of a prepaid parcel refused at the door. */
  prepaidRefusal: "wholesale_back_less_return" | "wholesale_back" | "nothing";
  /** Credit for a return after delivery. */
  returnCredit: "none" | "wholesale";
  /** Whether a return after delivery costs return shipping. */
  returnCharge: "none" | "return_shipping";
  /** `marginStatus` before delivery, and after a refusal. */
  marginStatusBeforeDelivery: "NONE" | "PENDING";
  marginStatusAfterRefusal: "NONE" | "REVERSED";
  /** Whether `margin` and `expectedMargin` of an order that earned nothing stay or go to 0. */
  figuresAfterEnd: "kept" | "zeroed";
  /** The wallet seen with a test key: all zeros and never asked, or a sandbox wallet of its own. */
  testWallet: "zeros" | "sandbox";

  /** Whether a list of products carries `variants`. */
  listVariants: "full" | "empty" | "absent";
  /** Fields of a product's category. */
  productCategory: "full" | "id_only" | "null";
  /** Fields of the variants of an import. */
  importVariants: "full" | "variant_only" | "empty";
  /** Whose imports they are: a key sees, changes and deletes those of its integration, or those of its whole account. */
  importsPer: "integration" | "account";
  /** What `DELETE /imports/{id}` leaves in the list. */
  deletedImport: "gone" | "removed";
  /** Key under which an error carries its details. */
  errorDetailsKey: "details" | "the service" | "absent";
  /** Fields of `integration` in `GET /me`. */
  meIntegration: "with_id" | "empty";
  /** Whether `GET /me` answers for a suspended account. */
  meWhenRefused: "refused" | "answers";
  /** Fields of `customer` in an order. */
  orderCustomer: "full" | "masked" | "empty";
  /** Fields of the parcels of a quote. */
  quoteParcels: "full" | "empty_objects" | "empty_list";
  /** What is said of the fee: all of it in quotes and orders, its amount in orders alone, or nothing. */
  feeSaid: "full" | "amount_only" | "absent";
  /** The top-level `id` of a create answer and of `duplicate_order`. */
  createdId: "first_parcel" | "group";
  /** When a parcel gets its `orderNumber`. */
  orderNumberAt: "placed" | "confirmed";
  /** Order of `GET /orders`. */
  ordersSorted: "newest_first" | "oldest_first";
  /** Whether an idempotency key remembers refusals too. */
  idempotencyRemembers: "success" | "every_answer";
  /** Whether an `externalOrderId` used in one mode is free in the other. */
  externalOrderIdPer: "mode" | "account";
  /** What the daily cap counts. */
  dailyCapCounts: "orders" | "parcels";
  /** Whose refusals block a phone. */
  customerBlockedFor: "platform" | "account";
  /** Whether ids may repeat across the two modes. */
  idsAcrossModes: "distinct" | "overlap";
  /** Whether the sandbox catalog has the ids of the live one (read when the stand-in starts or is reset). */
  testCatalogIds: "same" | "own";
};

export const PLAIN: Undefined = {
  stateAfterPay: "RECEIVED",
  autoConfirmAfterMinutes: 1,
  failedConfirmation: "stay",
  cancelDuringPacking: false,
  cancelTwice: "conflict",
  simulate: "any_pair",
  atFundsDeadline: "cancel",
  topUpPaysWaiting: false,
  fundsCheck: "whole_order",
  returnedTypeAt: "data.type",
  releasedAmountAt: "data.amount",
  itemFields: "full",
  parcelField: "said",
  eventData: "order",
  retryTimestamp: "attempt",
  webhookConfigPer: "integration",
  stockEventOnOrder: true,
  deliveryLogFields: "full",
  prepaidReleaseEvent: "sent",
  ledgerTypes: "upper_snake",
  ledgerOrder: "full",
  ledgerPage: 100,
  marginEntries: "net",
  refusalEntries: "release_and_charge",
  feeRounding: "half_up",
  shippingChargedSplit: "by_value",
  kgAboveRounding: "ceil",
  unknownWeight: "default_cost",
  codBelowCostPer: "order",
  prepaidAmount: "wallet_cost",
  prepaidExpectedMargin: "margin_less_fee",
  prepaidCancelRefund: "full",
  prepaidRefusal: "wholesale_back_less_return",
  returnCredit: "none",
  returnCharge: "none",
  marginStatusBeforeDelivery: "NONE",
  marginStatusAfterRefusal: "NONE",
  figuresAfterEnd: "kept",
  testWallet: "zeros",
  listVariants: "full",
  productCategory: "full",
  importVariants: "full",
  importsPer: "integration",
  deletedImport: "gone",
  errorDetailsKey: "details",
  meIntegration: "with_id",
  meWhenRefused: "refused",
  orderCustomer: "full",
  quoteParcels: "full",
  feeSaid: "full",
  createdId: "first_parcel",
  orderNumberAt: "placed",
  ordersSorted: "newest_first",
  idempotencyRemembers: "success",
  externalOrderIdPer: "mode",
  dailyCapCounts: "orders",
  customerBlockedFor: "platform",
  idsAcrossModes: "distinct",
  testCatalogIds: "same",
};

/** As little as the document allows: fields left out, refusals remembered, nothing moves by itself. */
export const SPARSE: Undefined = {
  ...PLAIN,
  stateAfterPay: "CONFIRMED",
  autoConfirmAfterMinutes: null,
  cancelTwice: "same_answer",
  atFundsDeadline: "stay",
  returnedTypeAt: "absent",
  releasedAmountAt: "absent",
  itemFields: "nothing",
  eventData: "event_fields",
  webhookConfigPer: "integration_and_mode",
  stockEventOnOrder: false,
  deliveryLogFields: "status_only",
  prepaidReleaseEvent: "not_sent",
  ledgerTypes: "opaque",
  ledgerOrder: "id_only",
  refusalEntries: "keep_reserve",
  feeRounding: "floor",
  shippingChargedSplit: "first_parcel",
  kgAboveRounding: "floor",
  prepaidCancelRefund: "none",
  prepaidRefusal: "nothing",
  marginStatusAfterRefusal: "REVERSED",
  listVariants: "absent",
  productCategory: "null",
  importVariants: "empty",
  errorDetailsKey: "absent",
  meIntegration: "empty",
  orderCustomer: "empty",
  quoteParcels: "empty_list",
  feeSaid: "amount_only",
  orderNumberAt: "confirmed",
  idempotencyRemembers: "every_answer",
  idsAcrossModes: "overlap",
  testCatalogIds: "own",
};

/** Everything said, in other places and other words than one would guess. */
export const CONTRARY: Undefined = {
  ...PLAIN,
  stateAfterPay: "PROCESSING",
  autoConfirmAfterMinutes: 0,
  failedConfirmation: "cancel",
  cancelDuringPacking: true,
  simulate: "forward_only",
  topUpPaysWaiting: true,
  fundsCheck: "per_parcel",
  returnedTypeAt: "data.return.type",
  releasedAmountAt: "data.wallet.amount",
  itemFields: "variant_only",
  retryTimestamp: "event",
  ledgerTypes: "lower_dotted",
  ledgerOrder: "external_only",
  marginEntries: "gross_and_fee",
  feeRounding: "ceil",
  shippingChargedSplit: "by_shipping_cost",
  kgAboveRounding: "proportional",
  unknownWeight: "at_least_default_cost",
  codBelowCostPer: "parcel",
  prepaidAmount: "customer_paid",
  prepaidExpectedMargin: "minus_fee",
  prepaidCancelRefund: "wholesale_only",
  prepaidRefusal: "wholesale_back",
  returnCredit: "wholesale",
  returnCharge: "return_shipping",
  marginStatusBeforeDelivery: "PENDING",
  figuresAfterEnd: "zeroed",
  testWallet: "sandbox",
  listVariants: "empty",
  productCategory: "id_only",
  importVariants: "variant_only",
  importsPer: "account",
  deletedImport: "removed",
  errorDetailsKey: "the service",
  meWhenRefused: "answers",
  orderCustomer: "masked",
  quoteParcels: "empty_objects",
  createdId: "group",
  ordersSorted: "oldest_first",
  externalOrderIdPer: "account",
  dailyCapCounts: "parcels",
  customerBlockedFor: "account",
};

export const PRESETS = { plain: PLAIN, sparse: SPARSE, contrary: CONTRARY } as const;
export type PresetName = keyof typeof PRESETS;
