import type { DecidedScope } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { ConfirmationState } from "./confirmation-state.ts";

/** Nobody has answered yet. */
export const unanswered: ConfirmationState[] = ["awaiting", "not_confirmed"];

/** The order is cancelled: nobody is to be called about it any more. */
export async function closeConfirmation(db: Db, { shopId, orderId }: DecidedScope): Promise<void> {
  const where = { shopId, orderId, state: { in: unanswered } };
  await db.orderConfirmation.updateMany({ where, data: { state: "cancelled" } });
}
