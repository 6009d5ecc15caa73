import type { Prisma } from "@prisma/client";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { answerNeed, keepDecision, type NeedPress } from "../answer-need.server.ts";
import { isSettled } from "../effects.server.ts";
import type { HoldCode } from "../hold-codes.ts";
import type { OrderRecord } from "../order-record.server.ts";
import type { Need } from "../order-run.ts";
import type { Pressed } from "../press.server.ts";

/** What only has to be known: a person who has read it ends it. */
const LEAVABLE = ["order_nearly_too_old", "too_late_to_cancel", "units_not_open", "margin_reversed"] as const;

type Left = (typeof LEAVABLE)[number] | "confirmation_failed" | "order_too_old";

function leftKey(code: Left): string {
  return `leave:${code}`;
}

/** *Leave it*: the order is not asked about for this reason any more. */
export function pressLeaveIt(ctx: ShopContext, press: NeedPress): Promise<Pressed> {
  return answerNeed(ctx, press, LEAVABLE, async ({ tx, order, code }) => {
    const left = LEAVABLE.find((each) => each === code);
    if (!left) return null;
    const isFirst = await keepDecision(ctx, tx, order.id, leftKey(left));
    return isFirst ? { code: "left_it" } : null;
  });
}

/** A person has asked the customer: what the supplier could not confirm is confirmed. */
export async function keepConfirmed(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  orderId: string,
): Promise<void> {
  await keepDecision(ctx, tx, orderId, leftKey("confirmation_failed"));
}

/** Another wish to cancel may come too late again, which is told again. */
export async function forgetLeft(
  tx: Prisma.TransactionClient,
  shopId: string,
  orderId: string,
): Promise<void> {
  await tx.effect.deleteMany({ where: { shopId, orderId, key: leftKey("too_late_to_cancel") } });
}

const LEFT: ReadonlySet<HoldCode> = new Set<HoldCode>([
  ...LEAVABLE,
  ...(["confirmation_failed", "order_too_old"] as const),
]);

/** A person has said how an order ended that Shopify shows no more. */
export function isSaidFinished(record: OrderRecord): boolean {
  return isSettled(record, leftKey("order_too_old"));
}

export async function keepFinished(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  orderId: string,
): Promise<void> {
  await keepDecision(ctx, tx, orderId, leftKey("order_too_old"));
}

/** What of a pass's needs nobody has left as it is. */
export function withoutLeft(record: OrderRecord, needs: readonly Need[]): readonly Need[] {
  return needs.filter(({ code }) => !LEFT.has(code) || !isSettled(record, `leave:${code}`));
}
