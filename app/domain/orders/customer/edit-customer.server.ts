import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type CommandRefusal,
  type CommandResult,
  orderGone,
} from "#app/domain/orders/commands/command-result.ts";
import {
  decideForOrder,
  dropDecision,
} from "#app/domain/orders/commands/decisions/decide-for-order.server.ts";
import { findOrderRecord, type OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { type CustomerEditErrors, type CustomerEditFields, planCustomerEdit } from "./customer-edit.ts";
import { openCustomer } from "./open-customer.server.ts";
import { openCustomerEdit, sealCustomerEdit } from "./open-customer-edit.server.ts";
import type { OriginalCustomer } from "./plan-customer.ts";

type CustomerEditScope = { readonly orderId: OrderId; readonly by: string };

type EditInput = CustomerEditScope & {
  readonly fields: CustomerEditFields;
  /** When the correction on the page was made, as ISO time; empty where there was none. */
  readonly seenEditAt: string;
};

export type EditCustomerResult =
  | CommandResult
  | { readonly ok: false; readonly reason: string; readonly errors: CustomerEditErrors };

/** What must be over before an edit would only rewrite history: the parcel carries what was sent. */
const EDITABLE = new Set(["new", "waiting", "to_place", "held"]);

const TOO_LATE: CommandRefusal = {
  ok: false,
  reason: "The order is already with the supplier, so a correction here would not reach the parcel.",
};

function editedMeanwhile(by: string | undefined): CommandResult {
  const who =
    by === CUSTOMER ? "The customer has corrected this" : "Another staff member has corrected this customer";
  return { ok: false, reason: `${who} meanwhile. Look at it again before you save.` };
}

/** Keeps a correction of the customer beside what the order says; the order is looked at again with it. */
export async function editCustomer(
  ctx: ShopContext,
  { orderId, by, fields, seenEditAt }: EditInput,
): Promise<EditCustomerResult> {
  const order = await findEditable(ctx, orderId);
  if ("ok" in order) return order;
  const plan = planCustomerEdit(fields, openCustomer(ctx, order)?.province ?? null);
  if (plan.kind === "wrong") return { ok: false, reason: "Look at the marked fields.", errors: plan.errors };
  const before = openCustomerEdit(ctx, order);
  if ((before?.at.toISOString() ?? "") !== seenEditAt && before?.by !== by)
    return editedMeanwhile(before?.by);
  const basis = basisOf(ctx, order);
  const detailEnc = sealCustomerEdit(ctx, order.id, { edit: plan.edit, basis });
  return decideForOrder(ctx, order, { kind: "customer", by, detailEnc, fact: "customer_edited" });
}

/** After Shopify's own address changed: the correction stays, now beside the new one. */
export async function confirmCustomerEdit(
  ctx: ShopContext,
  { orderId, by }: CustomerEditScope,
): Promise<CommandResult> {
  const order = await findEditable(ctx, orderId);
  if ("ok" in order) return order;
  const kept = openCustomerEdit(ctx, order);
  if (!kept) return NOTHING_TO_CONFIRM;
  const detailEnc = sealCustomerEdit(ctx, order.id, { edit: kept.edit, basis: basisOf(ctx, order) });
  return decideForOrder(ctx, order, { kind: "customer", by, detailEnc, fact: "customer_edit_kept" });
}

const NOTHING_TO_CONFIRM: CommandResult = {
  ok: false,
  reason: "There is no correction any more: the order's own data counts.",
};

/** The order's own data counts again. */
export async function undoCustomerEdit(
  ctx: ShopContext,
  { orderId, by }: CustomerEditScope,
): Promise<CommandResult> {
  const order = await findEditable(ctx, orderId);
  if ("ok" in order) return order;
  if (!openCustomerEdit(ctx, order)) return NOTHING_TO_CONFIRM;
  return dropDecision(ctx, order, { kind: "customer", by, fact: "customer_edit_undone" });
}

/** The number that was meant, of those the order's own field may hold; the rest stays as it is. */
export async function choosePhone(
  ctx: ShopContext,
  { orderId, by, phone }: CustomerEditScope & { readonly phone: string },
): Promise<EditCustomerResult> {
  const order = await findEditable(ctx, orderId);
  if ("ok" in order) return order;
  const fields = { ...toEditFields(ctx, order), phone };
  const plan = planCustomerEdit({ ...fields, cityAsWritten: true }, null);
  if (plan.kind === "wrong") {
    return { ok: false, reason: "More than the phone is missing. Fill in the rest.", errors: plan.errors };
  }
  const edit = { ...plan.edit, cityAsWritten: fields.cityAsWritten };
  const detailEnc = sealCustomerEdit(ctx, order.id, { edit, basis: basisOf(ctx, order) });
  return decideForOrder(ctx, order, { kind: "customer", by, detailEnc, fact: "customer_edited" });
}

type EditedOrder = Pick<OrderRecord, "id" | "customerEnc" | "decisions">;

/** What the form starts with: the saved correction, else what the order says. */
export function toEditFields(ctx: Pick<ShopContext, "crypto">, order: EditedOrder): CustomerEditFields {
  const kept = openCustomerEdit(ctx, order)?.edit;
  if (kept) return { ...kept, secondPhone: kept.secondPhone ?? "", landmark: kept.landmark ?? "" };
  return { ...basisOf(ctx, order), secondPhone: "", landmark: "", cityAsWritten: false };
}

/** Whether a correction still reaches the parcel. */
export function isEditable({ state }: Pick<OrderRecord, "state">): boolean {
  return EDITABLE.has(state);
}

/** What the order itself says of its customer: a correction counts while that stays as it is. */
export function basisOf(ctx: Pick<ShopContext, "crypto">, order: EditedOrder): OriginalCustomer {
  const known = openCustomer(ctx, order);
  return {
    name: known?.name ?? "",
    phone: known?.phone ?? "",
    address: known?.address ?? "",
    city: known?.city ?? "",
  };
}

async function findEditable(ctx: ShopContext, orderId: OrderId): Promise<OrderRecord | CommandRefusal> {
  const order = await findOrderRecord(ctx.db, ctx.shop.id, { id: orderId });
  if (!order) return orderGone;
  return isEditable(order) ? order : TOO_LATE;
}
