import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import { type ResolveHoldInput, resolveHold } from "#app/domain/orders/holds/resolve-hold.server.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import { recordDismissal } from "./record-decision.server.ts";
import { isDismissed } from "./standing-decision.ts";

/** What only has to be known: a person who has read it ends it. */
const DISMISSIBLE = [
  "order_nearly_too_old",
  "too_late_to_cancel",
  "units_not_open",
  "margin_reversed",
  "parcel_stands_still",
] as const;

/** *Leave it*: the order is not asked about for this reason any more. */
export function dismissHold(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, DISMISSIBLE, async ({ tx, order, code, params }) => {
    const left = DISMISSIBLE.find((each) => each === code);
    if (!left) return null;
    const scope = { shopId: ctx.shop.id, orderId: order.id };
    const isFirst = await recordDismissal(ctx, tx, {
      ...{ ...scope, code: left, by: input.by, shown: shownBy(params) },
    });
    return isFirst ? { code: "left_it" } : null;
  });
}

/** The customer was told what to pay, or the courier what to ask for: the same word of theirs is not asked about again. */
export function answerCustomer(ctx: ShopContext, input: ResolveHoldInput): Promise<CommandResult> {
  return resolveHold(ctx, input, ["rider_asked_other_sum"], async ({ tx, order, params }) => {
    const scope = { shopId: ctx.shop.id, orderId: order.id, code: "rider_asked_other_sum" } as const;
    const isFirst = await recordDismissal(ctx, tx, { ...scope, by: input.by, shown: shownBy(params) });
    return isFirst ? { code: "customer_answered" } : null;
  });
}

const DISMISSED_BY_DECISION: ReadonlySet<HoldCode> = new Set<HoldCode>([
  ...DISMISSIBLE,
  ...(["confirmation_failed", "order_too_old", "rider_asked_other_sum"] as const),
]);

/** The holds of a run that nobody has dismissed. */
export function withoutDismissed(record: OrderRecord, holds: readonly Hold[]): readonly Hold[] {
  return holds.filter(
    ({ code, params }) =>
      !DISMISSED_BY_DECISION.has(code) || !isDismissed(record, code, shownBy(params ?? {})),
  );
}

/** A hold that says which time it is found is asked about anew the next time. */
function shownBy({ shown }: HoldParams): string | undefined {
  return typeof shown === "string" ? shown : undefined;
}
