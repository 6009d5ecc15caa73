import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { CustomerEdit } from "./customer-edit.ts";
import type { OriginalCustomer } from "./plan-customer.ts";

const text = z.string();

const stored = z.object({
  edit: z.object({
    name: text,
    phone: text,
    secondPhone: text.nullable(),
    address: text,
    landmark: text.nullable(),
    city: text,
    cityAsWritten: z.boolean(),
  }),
  basis: z.object({ name: text, phone: text, address: text, city: text }),
});

/** A correction, and what the order said when it was made. */
export type SavedCustomerEdit = {
  readonly edit: CustomerEdit;
  readonly basis: OriginalCustomer;
  readonly by: string;
  readonly at: Date;
};

type Sealer = Pick<ShopContext, "crypto">;

function place(orderId: OrderId) {
  return { table: "order_decision", row: orderId, column: "detail_enc" };
}

export function sealCustomerEdit(
  { crypto }: Sealer,
  orderId: OrderId,
  kept: Pick<SavedCustomerEdit, "edit" | "basis">,
): Uint8Array<ArrayBuffer> {
  return crypto.seal(JSON.stringify({ edit: kept.edit, basis: kept.basis }), place(orderId));
}

/** The saved correction of an order; null when there is none. */
export function openCustomerEdit(
  { crypto }: Sealer,
  { id, decisions }: Pick<OrderRecord, "id" | "decisions">,
): SavedCustomerEdit | null {
  const decision = findDecision(decisions, "customer");
  if (!decision?.detailEnc) return null;
  const opened = stored.parse(JSON.parse(crypto.openText(decision.detailEnc, place(id))));
  return { ...opened, by: decision.by, at: decision.at };
}
