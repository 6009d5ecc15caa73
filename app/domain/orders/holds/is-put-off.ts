import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

const PUT_OFF: ReadonlySet<string | null> = new Set(["grace_period", "out_of_hours"]);

type PutOffOrder = { readonly state: OrderState; readonly holdCode: string | null };

/** Whether an order goes by itself at a time the merchant has set: a person may place it before. */
export function isPutOff({ state, holdCode }: PutOffOrder): boolean {
  return state === "waiting" && PUT_OFF.has(holdCode);
}
