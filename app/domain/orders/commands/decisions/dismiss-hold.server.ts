import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import {
  type ResolveHoldInput,
  recordDecisionOnce,
  resolveHold,
} from "#app/domain/orders/holds/resolve-hold.server.ts";
import { isEffectSettled } from "#app/domain/orders/reconcile/effects.server.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import type { OrderId } from "#app/platform/ids.ts";

/** What only has to be known: a person who has read it ends it. */
const DISMISSIBLE = [
  "order_nearly_too_old",
  "too_late_to_cancel",
  "units_not_open",
  "margin_reversed",
] as const;

type DismissibleCode = (typeof DISMISSIBLE)[number] | "confirmation_failed" | "order_too_old";

function dismissalKey(code: DismissibleCode): string {
  return `leave:${code}`;
}

/** *Leave it*: the order is not asked about for this reason any more. */
export function dismissHold(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, DISMISSIBLE, async ({ tx, order, code }) => {
    const left = DISMISSIBLE.find((each) => each === code);
    if (!left) return null;
    const isFirst = await recordDecisionOnce(ctx, tx, order.id, dismissalKey(left));
    return isFirst ? { code: "left_it" } : null;
  });
}

/** A person has asked the customer: what the supplier could not confirm is confirmed. */
export async function recordConfirmed(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  orderId: OrderId,
): Promise<void> {
  await recordDecisionOnce(ctx, tx, orderId, dismissalKey("confirmation_failed"));
}

/** Another wish to cancel may come too late again, which is told again. */
export async function clearDismissal(
  tx: Prisma.TransactionClient,
  shopId: string,
  orderId: OrderId,
): Promise<void> {
  await tx.effect.deleteMany({ where: { shopId, orderId, key: dismissalKey("too_late_to_cancel") } });
}

const DISMISSED_BY_DECISION: ReadonlySet<HoldCode> = new Set<HoldCode>([
  ...DISMISSIBLE,
  ...(["confirmation_failed", "order_too_old"] as const),
]);

/** A person has said how an order ended that Shopify shows no more. */
export function isMarkedFinished(record: OrderRecord): boolean {
  return isEffectSettled(record, dismissalKey("order_too_old"));
}

export async function recordFinished(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  orderId: OrderId,
): Promise<void> {
  await recordDecisionOnce(ctx, tx, orderId, dismissalKey("order_too_old"));
}

/** The holds of a run that nobody has dismissed. */
export function withoutDismissed(record: OrderRecord, holds: readonly Hold[]): readonly Hold[] {
  return holds.filter(
    ({ code }) => !DISMISSED_BY_DECISION.has(code) || !isEffectSettled(record, `leave:${code}`),
  );
}
