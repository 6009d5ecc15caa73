import { countOf, countOfParam } from "#app/domain/messages/count-of.ts";
import { holdSentence, isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { amount, type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";
import { paymentRefusalSentence } from "#app/domain/messages/holds/payment-sentences.ts";
import { ruleInWords } from "#app/domain/messages/holds/rule-words.ts";
import type { FactSentences, Sentence } from "./fact-codes.ts";
import { FLOW_FACTS } from "./flow-sentences.ts";
import { LISTING_FACTS } from "./listing-words.ts";
import { PRICES } from "./price-sentences.ts";

/** "Parcel 2 of 3", or "The parcel" when there is only one. */
function parcel(params: HoldParams): string {
  const { part, of } = params;
  return typeof of === "number" && of > 1
    ? `Parcel ${text(params, "part", String(part))} of ${of}`
    : "The parcel";
}

function because(params: HoldParams): string {
  const reason = text(params, "reason", "");
  return reason === "" ? "" : `: ${reason}`;
}

function byCourier(params: HoldParams): string {
  const courier = text(params, "courier", "");
  const number = text(params, "number", "");
  return [courier && ` with ${courier}`, number && `, number ${number}`].join("");
}

function costing(params: HoldParams): string {
  const sums = [
    typeof params.charge === "number" && params.charge > 0 ? `charged ${amount(params, "charge")}` : null,
    typeof params.credit === "number" && params.credit > 0 ? `credited ${amount(params, "credit")}` : null,
  ].filter((each) => each !== null);
  return sums.length > 0 ? `; the supplier ${sums.join(" and ")}` : "";
}

function sumOr(params: HoldParams, word: string): string {
  return typeof params.amount === "number" ? amount(params, "amount") : word;
}

const PAYMENT: Readonly<Record<string, string>> = { COD: "cash on delivery", PREPAID: "prepaid" };

const PLACING = {
  order_seen: (p) => `Order ${text(p, "name", "")} arrived`.replace("  ", " "),
  route_decided: (p) => `Payment: ${PAYMENT[text(p, "route", "")] ?? "not known"}`,
  held: (p) => heldSentence(p),
  hold_ended: () => "No longer waiting",
  command_withdrawn: () =>
    "What was pressed is taken back: the order is paid from the wallet, and whoever pressed may not spend it",
  paid_by_itself: (p) => `Karwan began to pay ${amount(p, "amount")} for it by itself`,
  payment_made: (p) => `${parcel(p)} was paid from the wallet: ${amount(p, "amount")}`,
  payment_refused: (p) => `The wallet did not pay: ${paymentRefusalSentence(text(p, "code", ""))}`,
  payment_unknown: () => "The supplier's answer to the payment was lost; it is being checked",
  request_submitted: () => "Fulfillment was requested in Shopify",
  request_accepted: () => "The fulfillment request was accepted",
  request_rejected: (p) => `The fulfillment request was rejected${because(p)}`,
  handoff_sent: () => "The order was sent to the supplier",
  handoff_not_sent: () =>
    "Placing was interrupted before anything was sent; the order is checked again first",
  handoff_placed: (p) => placedSentence(p),
  handoff_adopted: () => "The supplier already had this order; it was taken over, not sent twice",
  handoff_refused: (p) => `The supplier refused the order: ${refusalWords(p)}`,
  handoff_outcome_unknown: () => "The supplier's answer was lost; the same request is being sent again",
  difference_put_aside: () => "A difference in its money was put aside",
  difference_brought_back: () => "A difference in its money was taken up again",
  moved_away: (p) => `Moved to ${text(p, "location", "your own location")}: yours to fulfil`,
  not_moved: (p) =>
    `Nothing was moved to ${text(p, "location", "your own location")}: Shopify had nothing to move`,
  work_came_back: () => "Shopify offers items again that were handed over before",
} as const satisfies FactSentences;

const PARCELS = {
  parcel_received: (p) => `${parcel(p)} was received by the supplier`,
  parcel_awaiting_funds: (p) =>
    `${parcel(p)} waits ${typeof p.amount === "number" ? `for ${amount(p, "amount")}` : "to be paid"} from your wallet`,
  parcel_confirmed: (p) => `${parcel(p)} was confirmed`,
  parcel_processing: (p) => `${parcel(p)} is being packed`,
  parcel_shipped: (p) => `${parcel(p)} was shipped${byCourier(p)}`,
  parcel_delivered: (p) => `${parcel(p)} was delivered`,
  parcel_refused: (p) => `${parcel(p)} was refused at the door${costing(p)}`,
  parcel_returned: (p) => `${parcel(p)} was returned${costing(p)}`,
  parcel_cancelled: (p) => `${parcel(p)} was cancelled by the supplier${because(p)}`,
  parcel_status_unknown: (p) => `${parcel(p)} has a status we do not know: ${text(p, "status", "unnamed")}`,
  parcel_not_found: (p) => `${parcel(p)} is not known to the supplier under this key`,
  other_sum_reported: (p) =>
    `The rider asked for ${amount(p, "asked")} at the door; ${parcel(p).toLowerCase()} is to be paid with ${amount(p, "due")}`,
  margin_released: (p) => `${sumOr(p, "The")} margin was released to your wallet`,
  fee_taken: (p) => `${sumOr(p, "The")} service fee was taken from your wallet`,
  fulfillment_created: (p) => `Shopify shows the shipment ${text(p, "name", "")}${byCourier(p)}`,
  fulfillment_adopted: () => "The shipment was already in Shopify",
  refused_order_cancelled: () => "The refused order is being cancelled in Shopify",
  refused_order_kept: () =>
    "The order was not cancelled: it is paid, holds other products, or a parcel is under way. Cancel it in Shopify",
  replace_too_late: (p) => `${parcel(p)} is packed or on its way, so nothing was placed again`,
  tracking_updated: (p) => `Shopify shows the new tracking of ${parcel(p).toLowerCase()}${byCourier(p)}`,
  fulfillment_event: (p) => `Shopify was told: ${courierWord(text(p, "status", ""))}`,
  marked_paid: (p) => `Marked as paid in Shopify, ${amount(p, "amount")}`,
  not_marked_paid: (p) => `Not marked as paid: ${amount(p, "collected")} collected`,
  cancellation_accepted: () => "The cancellation request was accepted",
  cancellation_rejected: (p) => `The cancellation request was rejected${because(p)}`,
  order_cancelled: (p) => `The order was cancelled at the supplier${because(p)}`,
  cancelled_unconfirmed: () => "Cancelled, as nobody confirmed it in time; nothing was sent",
  service_cancel_refused: () => "The supplier could not cancel it any more",
} as const satisfies FactSentences;

/** Shopify's names of what a courier did, where they would not read well. */
const COURIER_WORDS: Readonly<Record<string, string>> = {
  IN_TRANSIT: "on the way",
  FAILURE: "not delivered",
};

function courierWord(status: string): string {
  return COURIER_WORDS[status] ?? status.toLowerCase().replaceAll("_", " ");
}

const LISTINGS: Readonly<Record<string, string>> = {
  resync: "Check now",
  publish: "Publish",
  policy: "Set a policy",
  unlink: "Unlink",
  delete: "Delete",
};

function listingsSentence(params: HoldParams): string {
  const many = countOfParam(params, "listings", { one: "listing", many: "listings", unknown: "many" });
  return `${LISTINGS[text(params, "action", "")] ?? "A button"} was pressed for ${many}`;
}

function heldSentence(params: HoldParams): string {
  const code = text(params, "code", "");
  return isHoldCode(code) ? `Waits: ${holdSentence(code, params)}` : "Waits for you";
}

function placedSentence(params: HoldParams): string {
  const { parcels, collects } = params;
  const count = typeof parcels === "number" ? `: ${countOf(parcels, "parcel", "parcels")}` : "";
  const cash = typeof collects === "number" ? `, the courier collects ${amount(params, "collects")}` : "";
  const paid =
    typeof params.paid === "number" && params.paid > 0
      ? `, ${amount(params, "paid")} was taken from your wallet`
      : "";
  return `Placed with the supplier${count}${cash}${paid}`;
}

function refusalWords(params: HoldParams): string {
  const code = text(params, "code", "");
  const message = text(params, "message", "");
  if (message !== "") return `“${message}”`;
  return isHoldCode(code) ? holdSentence(code, params) : code || "no reason given";
}

const RIGHTS: Readonly<Record<string, string>> = {
  pay: "pay from the wallet",
  disconnect: "disconnect the supplier",
  keys: "change keys and modes",
  routing: "change what is placed automatically",
};

function leftImages(count: number): string {
  return countOf(
    count,
    "picture of the supplier's was not copied: its address is not a secure one (https)",
    "pictures of the supplier's were not copied: their addresses are not secure ones (https)",
  );
}

const SHOP = {
  switched: (p) => switchedSentence(p),
  rule_added: (p) => `A rule was added: ${ruleSentence(p)}`,
  rule_changed: (p) => `A rule was ${changedWord(p)}: ${ruleSentence(p)}`,
  placing_times_saved: () => "Waiting time and working hours of placing were changed",
  rule_removed: (p) => `A rule was removed: ${ruleSentence(p)}`,
  orders_exported: () => "Orders were exported as a CSV file",
  ledger_exported: () => "The wallet's ledger was exported as a CSV file",
  auto_pay_on: (p) => `Karwan was let pay by itself when money arrives, up to ${amount(p, "amount")} a day`,
  auto_pay_off: () => "Karwan was told to stop paying by itself",
  auto_pay_stopped: () =>
    "Karwan stopped paying by itself: whoever had switched it on may not pay from the wallet any more",
  payouts_exported: () => "Payouts were exported as a CSV file",
  own_policy_saved: () => "What happens to this listing was set",
  listings_pressed: (p) => listingsSentence(p),
  listings_exported: () => "Listings were exported as a CSV file",
  import_asked: () => "Import was pressed",
  import_run: (p) =>
    `An import of ${countOfParam(p, "products", { one: "product", many: "products", unknown: "many" })} began`,
  relink_asked: () => "Look again was pressed",
  imported: () => "A product was added to your store",
  stores_named: () => "The supplier's stores were named",
  images_left: (p) => leftImages(Number(p.count ?? 1)),
  published: (p) => `It was published on ${text(p, "on", "your sales channels")}`,
  product_mapped: (p) => `“${text(p, "title", "A product")}” was mapped to a supplier product`,
  skus_added: (p) => `SKUs were added to “${text(p, "title", "A product")}”`,
  product_unmapped: (p) => `“${text(p, "title", "A product")}”: ${text(p, "variants", "variants")} unmapped`,
  taken_off_location: (p) => `“${text(p, "title", "A variant")}” was taken off Karwan's location`,
  stock_settings_saved: () => "How stock is shown was changed",
  stock_put_right: (p) =>
    `A quantity set by hand in Shopify (${text(p, "found", "another")}) was put back to ${text(p, "to", "the supplier's")}`,
  stock_left: (p) => `A quantity set by hand in Shopify was left at ${text(p, "found", "what it is")}`,
  taken_out_of_stock: () => "Nothing is left of a product; it was made a draft",
  back_in_stock: () => "A product is in stock again; it is active again",
  stock_refused: () => "Shopify refused a quantity",
  variant_gone: () => "A variant is not in Shopify any more",
  customers_data_request: () => "A customer asked what is kept about them",
  customers_redact: () => "Shopify asked to erase a customer's data",
  shop_redact: () => "Shopify asked to erase the store's data",
  erased: (p) =>
    `Personal data was erased as Shopify asked: ${countOfParam(p, "rows", { one: "record", many: "records", unknown: "0" })}`,
  data_exported: () => "What is kept about a customer was shown",
  right_granted: (p) => `A staff member may now ${RIGHTS[text(p, "right", "")] ?? "do more"}`,
  right_taken: (p) => `A staff member may no longer ${RIGHTS[text(p, "right", "")] ?? "do this"}`,
  linked: (p) => `A product in your store was linked to the ${text(p, "mode", "new")} key`,
  import_failed: () => "A product could not be added to your store, or not linked",
  connection_made: (p) => `The supplier was connected with a ${text(p, "mode", "new")} key`,
  connection_activated: (p) => (p.mode === "live" ? "The store went live" : "Test mode was switched on"),
  webhook_secret_replaced: (p) =>
    `The secret that signs the supplier's news was replaced (${text(p, "mode", "a")} key)`,
  connection_ended: () => "The supplier was disconnected",
  news_expired: (p) => expiredSentence(p),
  sweep_mended: (p) => mendedSentence(p),
  delivery_replayed: (p) => `News was replayed: ${text(p, "topic", "a delivery")}`,
  activity_exported: () => "The activity was exported as a file",
  trace_exported: () => "The trace of the order was exported as a file",
  recipient_added: (p) =>
    `${text(p, "address", "An address")} was put on the list of who gets mails, and asked`,
  recipient_confirmed: (p) => `${text(p, "address", "An address")} confirmed that they want mails`,
  recipient_unsubscribed: (p) => `Mails to ${text(p, "address", "an address")} were ended from a mail`,
  recipient_removed: (p) => `${text(p, "address", "An address")} was taken off the list of who gets mails`,
  api_token_made: (p) =>
    `An API token that ends in “${text(p, "hint", "…")}” was made, for ${countOfParam(p, "days", { one: "day", many: "days", unknown: "some" })}`,
  api_token_ended: (p) => `The API token that ends in “${text(p, "hint", "…")}” was ended`,
} as const satisfies FactSentences;

function ruleSentence(params: HoldParams): string {
  const does = params.effect === "confirm" ? "the customer confirms orders" : "hold orders";
  return `${does} ${ruleInWords(params)}`;
}

function changedWord({ enabled }: HoldParams): string {
  if (typeof enabled !== "boolean") return "changed";
  return enabled ? "switched on" : "switched off";
}

function expiredSentence({ count }: HoldParams): string {
  const pieces = countOf(typeof count === "number" ? count : 1, "piece", "pieces");
  return `${pieces} of the supplier's news could not be read within 14 days; the regular checks asked the supplier instead`;
}

/** What a lost delivery had left undone, by the sweep that found it. */
const MENDED: Readonly<Record<string, (many: boolean) => string>> = {
  stock: (many) => `${many ? "variants" : "variant"} whose stock had changed unheard`,
  shopify_stock: (many) => `${many ? "quantities" : "quantity"} in Shopify that stood elsewhere than written`,
  shopify_orders: (many) => `${many ? "orders" : "order"} whose news from Shopify was missed`,
  shopify_orders_week: (many) => `${many ? "orders" : "order"} whose news from Shopify was missed`,
  requests: (many) => `${many ? "requests" : "request"} of Shopify that waited unheard`,
  unsettled: (many) => `${many ? "placings that had" : "placing that had"} come to a stop`,
  parcels: (many) => `${many ? "parcels" : "parcel"} whose news was missed`,
  parcels_delivered: (many) => `delivered ${many ? "parcels" : "parcel"} whose news was missed`,
  failed_deliveries: (many) => `${many ? "parcels" : "parcel"} whose news could not be delivered`,
  imports: (many) => `${many ? "products" : "product"} the supplier synced no longer, or told of in vain`,
};

function mendedSentence(params: HoldParams): string {
  if (params.sweep === "webhooks") return "The supplier's news went elsewhere; it comes here again";
  const count = typeof params.mended === "number" ? params.mended : 1;
  const words = MENDED[text(params, "sweep", "")] ?? ((many) => (many ? "things" : "thing"));
  return `Found and mended ${count} ${words(count !== 1)}`;
}

function switchedSentence(params: HoldParams): string {
  const { autoPrepaid, autoCod, paused, shadow, checkoutRates, deliveryCharge, weightRates } = params;
  const words = [
    typeof shadow === "boolean" && (shadow ? "shadow mode was begun" : "shadow mode was ended"),
    typeof autoPrepaid === "boolean" &&
      `prepaid orders ${autoPrepaid ? "are" : "are no longer"} placed automatically`,
    typeof autoCod === "boolean" &&
      `cash on delivery orders ${autoCod ? "are" : "are no longer"} placed automatically`,
    typeof paused === "boolean" && (paused ? "placing was paused" : "placing goes on"),
    typeof checkoutRates === "boolean" &&
      `your checkout ${checkoutRates ? "asks" : "no longer asks"} Karwan for the delivery charge`,
    typeof weightRates === "boolean" &&
      `rates by weight were ${weightRates ? "written into" : "taken out of"} your shipping settings`,
    deliveryCharge === true && "what customers pay for delivery was changed",
  ].filter((word) => word !== false);
  const sentence = words.join("; ") || "a setting was changed";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...PLACING,
  ...PARCELS,
  ...SHOP,
  ...PRICES,
  ...FLOW_FACTS,
  ...LISTING_FACTS,
};

/** One line of a timeline. An unknown code reads as itself, so that nothing that happened is hidden. */
export function timelineSentence(code: string, params: HoldParams): string {
  return SENTENCES[code]?.(params) ?? code.replaceAll("_", " ");
}

export function listTimelineCodes(): readonly string[] {
  return Object.keys(SENTENCES);
}
