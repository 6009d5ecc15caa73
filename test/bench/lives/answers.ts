import type { Lane, OrderInApp } from "./lane.ts";
import { findOrder, setWallet, waitForRest } from "./lane.ts";

type Fields = Readonly<Record<string, string>>;
type Hold = OrderInApp["holds"][number];

/** What a hold's answer needs: the order in the app, its lines at Shopify, and the lane. */
type AnswerInput = {
  readonly lane: Lane;
  readonly order: OrderInApp;
  readonly orderGid: string;
  readonly lineIds: readonly string[];
  readonly hold: Hold;
};

/** The form of a button; null where something is done outside the app. */
type Answer = (input: AnswerInput) => Promise<Fields | null> | Fields | null;

const press =
  (intent: string, fields: Fields = {}): Answer =>
  ({ hold }) => {
    const { shown } = hold.params;
    return { intent, ...(typeof shown === "string" ? { shown } : {}), ...fields };
  };

const customer = { name: "Bilal Example", phone: "0301 7654321", secondPhone: "", landmark: "Near the park" };
const corrected = {
  ...customer,
  address: "House 7, Street 9, Block C",
  city: "Lahore",
  cityAsWritten: "false",
};
const editCustomer = press("edit_customer", { ...corrected, seenEditAt: "" });

const editAddress: Answer = ({ lane, orderGid }) => {
  lane.world.shopify.control.editAddress({ shop: lane.shop, orderId: orderGid, address: { city: "Lahore" } });
  return null;
};

const payInShopify: Answer = ({ lane, orderGid }) => {
  lane.world.shopify.control.payOrder({ shop: lane.shop, orderId: orderGid });
  return null;
};

const restock: Answer = async ({ lane }) => {
  await lane.world.supplier.control.setStock({ variantId: lane.scarce.variantId, stock: 1000 });
  return null;
};

const topUpAndRetry: Answer = async (input) => {
  await setWallet(input.lane, "full");
  return press("retry")(input);
};

/** The service may pay what waits by itself. */
const topUpAndPay: Answer = async ({ lane, orderGid }) => {
  await setWallet(lane, "full");
  await waitForRest(lane);
  const order = await findOrder(lane, orderGid);
  const parcel = order?.parcels.find(({ status }) => status === "AWAITING_FUNDS");
  return parcel ? { intent: "pay", parcelId: parcel.id } : null;
};

const lowerDelivery: Answer = ({ hold }) => {
  const { collects = 0, shippingTo = 0 } = (hold.params.lowered ?? {}) as Record<string, number>;
  return { intent: "lower_delivery", collects: String(collects), shippingTo: String(shippingTo) };
};

const sayContents: Answer = ({ order, lineIds }) => {
  const parcels = order.parcels.filter(({ handoffId }) => handoffId === order.parcels.at(-1)?.handoffId);
  const said = lineIds.map((lineGid, at) => ({ lineGid, parcelId: parcels[at % parcels.length]?.id }));
  return { intent: "say_contents", handoffId: parcels[0]?.handoffId ?? "", said: JSON.stringify(said) };
};

const markAsPaid: Answer = ({ order }) => ({
  intent: "mark_as_paid",
  outstandingPkr: String(order.outstandingPkr ?? 0),
});

const place = press("place");
const cancel = press("cancel");
const retry = press("retry");

const REFUSED = "refused";

/** The ways out of each hold, as a merchant would press them; of one that is not named, *Try again*. */
const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  awaiting_funds: [topUpAndPay],
  cancelled_by_supplier: [place, cancel],
  cannot_be_exact: [lowerDelivery],
  changed_after_placing: [press("replace"), press("leave_changed")],
  city_ambiguous: [press("choose_city", { city: "Multan" }), editAddress, editCustomer],
  city_unknown: [
    press("choose_city", { city: "Multan" }),
    press("city_as_written"),
    editAddress,
    editCustomer,
  ],
  cod_below_cost: [retry, cancel],
  comes_back: [place, cancel],
  confirmation_failed: [press("customer_confirmed"), cancel],
  courier_will_collect_too_much: [press("replace"), press("courier_told")],
  customer_blocked: [cancel, press("move_away")],
  customer_data_missing: [editCustomer],
  customer_edit_outdated: [press("keep_edit"), press("undo_edit")],
  fulfillment_cancelled: [press("fulfil_again"), press("leave_undone")],
  how_paid: [press("how_paid", { answer: "cod" }), press("how_paid", { answer: "bank_transfer" })],
  insufficient_balance: [topUpAndRetry],
  looks_twice: [place, cancel],
  mark_paid_by_hand: [markAsPaid],
  out_of_stock: [restock, cancel, press("move_away")],
  parcel_refused: [press("leave_refused"), press("cancel_refused")],
  parcel_returned: [press("leave_refused"), press("cancel_refused")],
  // Of no hold: an order all of which was refused, and that nothing keeps from being cancelled.
  [REFUSED]: [press("cancel_refused"), retry],
  partly_paid: [press("how_paid", { answer: "cod" }), payInShopify],
  payment_not_captured: [payInShopify],
  payment_pending: [payInShopify, markAsPaid],
  phone_foreign: [editCustomer],
  phone_invalid: [editCustomer, press("choose_phone", { phone: "0300 1234567" })],
  price_below_minimum: [lowerDelivery, cancel],
  too_late_to_cancel: [press("leave_it")],
  units_not_open: [press("leave_it")],
  unknown_contents: [sayContents],
  validation_error: [editCustomer, retry],
};

/** Of what an order needs, the first that has an answer of its own, and one of its answers. */
export function pickAnswer({ state, holds }: OrderInApp, way: number): { hold: Hold; answer: Answer } | null {
  const isOver = state === REFUSED && holds.length === 0;
  const all = isOver ? [{ code: REFUSED, params: {} }] : holds;
  const hold = all.find(({ code }) => Object.hasOwn(ANSWERS, code)) ?? all[0];
  if (!hold) return null;
  const answers = ANSWERS[hold.code] ?? [retry];
  return { hold, answer: answers[way % answers.length] ?? retry };
}
