import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { cancelUnconfirmed } from "#app/domain/orders/commands/decisions/record-command.server.ts";
import type { Intent } from "#app/domain/orders/placement/commit-intent.server.ts";
import { heldFor, type PlacingResult, rests } from "#app/domain/orders/placement/placing-result.ts";
import {
  writeInLeaseStatement,
  writeInLeaseTransaction,
} from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { Hold, ReadOrder, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { matchOrder, type RuledUnits } from "#app/domain/orders/rules/find-placing-stop.server.ts";
import { goesByItself } from "#app/domain/orders/rules/goes-by-itself.ts";
import { loadOrderRules } from "#app/domain/orders/rules/load-order-rules.server.ts";
import type { OrderRule } from "#app/domain/orders/rules/order-rule.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { type ConfirmationDates, findDates } from "./confirmation-dates.ts";
import { hashShown } from "./confirmed-as-shown.server.ts";
import { type ConfirmationPlan, planConfirmation } from "./plan-confirmation.ts";

/** What the customer is asked about. */
type AskedContents = Pick<Intent, "lines" | "customer" | "money" | "sourceSnapshot">;

const PURPOSE = "order_confirmation.contents";

/** An order goes, by what its customer confirmed where a rule asks for that; else what keeps it. */
type RequiredConfirmation =
  | { readonly kind: "goes"; readonly confirmedHash: string | null }
  | { readonly kind: "kept"; readonly result: PlacingResult };

/**
 * Keeps an order that a rule wants confirmed until its customer has confirmed it. At the limit it waits for a person, or is
 * cancelled: whoever confirms it before that is written down is first.
 */
export async function requireConfirmation(
  run: ReadRun,
  order: ConfirmableOrder,
  contents: AskedContents,
): Promise<RequiredConfirmation> {
  const { ctx, record } = run;
  // As they are now: the service was asked meanwhile, and may have taken long.
  const rules = await listAskingRules(run, order, () => loadOrderRules(ctx));
  if (rules.length === 0) return { kind: "goes", confirmedHash: null };
  const asked = await ctx.db.orderConfirmation.findUnique({
    where: { shopId_orderId: { shopId: ctx.shop.id, orderId: record.id } },
  });
  const contentsHash = ctx.crypto.hash(contentsOf(contents), PURPOSE);
  const collectsPkr = contents.money.collects;
  const shownHash = hashShown(ctx, { ...contents.sourceSnapshot, collectsPkr });
  const plan = planConfirmation({
    ...{ asked, contentsHash, shownHash },
    holdCode: record.holdCode,
    hasHandoff: record.handoffs.length > 0,
    whenNotConfirmed: ctx.shop.whenNotConfirmed,
    now: ctx.clock.now(),
  });
  const result = await carryOut(run, plan, {
    ...{ asked, rules },
    ...{ contentsHash, shownHash, collectsPkr },
  });
  return result ? { kind: "kept", result } : { kind: "goes", confirmedHash: contentsHash };
}

type PlannedInput = AskInput & {
  readonly shownHash: string;
  readonly asked: Pick<ConfirmationDates, "dueAt"> | null;
};

/** Null where exactly this is confirmed. */
async function carryOut(
  run: ReadRun,
  plan: ConfirmationPlan,
  { asked, shownHash, ...input }: PlannedInput,
): Promise<PlacingResult | null> {
  switch (plan) {
    case "go":
      return null;
    case "go_as_shown":
      return goAsShown(run, { ...input, shownHash });
    case "ask":
      return ask(run, input);
    case "wait":
      return asked && waits(run, { ...input, dueAt: asked.dueAt });
    case "hold":
      return endUnconfirmed(run);
    case "cancel":
      return cancelAtLimit(run);
  }
}

export type ConfirmableOrder = RuledUnits & { readonly paymentMode: PaymentMode };

/** What is paid needs no word of the customer's, what a person decided no other, and nobody is asked twice (R16). */
async function listAskingRules(
  order: ReadOrder,
  { paymentMode, ...units }: ConfirmableOrder,
  loadRules: () => Promise<readonly OrderRule[]>,
): Promise<readonly OrderRule[]> {
  if (paymentMode !== "COD" || order.ctx.shop.confirmationAsker !== "shop") return [];
  if (!goesByItself(order.record, units.fulfillmentOrders)) return [];
  const matched = await matchOrder(order, { ...units.answers, rules: await loadRules() });
  return matched.filter(({ effect }) => effect === "confirm");
}

/** The hold that placing would open until the customer confirms, for who only looks; null where none would. */
export async function findConfirmationHold(order: ReadOrder, units: ConfirmableOrder): Promise<Hold | null> {
  const { ctx, record } = order;
  const rules = await listAskingRules(order, units, async () => units.answers.rules);
  if (rules.length === 0) return null;
  const where = { shopId_orderId: { shopId: ctx.shop.id, orderId: record.id } };
  const asked = await ctx.db.orderConfirmation.findUnique({ where, select: { state: true, dueAt: true } });
  if (asked?.state === "confirmed") return null;
  return toHold(ctx, { dueAt: asked?.dueAt ?? findDates(ctx).dueAt, rules });
}

/** Which units, what the courier collects, and to whom and where it goes. */
function contentsOf({ lines, customer, money }: AskedContents): string {
  const units = lines.map(({ lineGid, quantity }) => `${lineGid}×${quantity}`).toSorted();
  return JSON.stringify({ units, collects: money.collects, customer });
}

type Asking = { readonly rules: readonly OrderRule[] };

type AskInput = Asking & { readonly contentsHash: string; readonly collectsPkr: Rupees };

/** Null where somebody has confirmed exactly this since it was read. */
async function ask(
  run: ReadRun,
  { contentsHash, collectsPkr, rules }: AskInput,
): Promise<PlacingResult | null> {
  const { ctx, record } = run;
  const place = Prisma.sql`shop_id = ${ctx.shop.id}::uuid and order_id = ${record.id}::uuid`;
  const { askedAt, remindAt, dueAt } = findDates(ctx);
  const asked = Prisma.sql`
    insert into order_confirmation (shop_id, order_id, state, contents_hash, collects_pkr, asked_at, remind_at, due_at)
    select ${ctx.shop.id}::uuid, ${record.id}::uuid, 'awaiting', ${contentsHash}, ${collectsPkr}::int,
      ${askedAt}::timestamptz, ${remindAt}::timestamptz, ${dueAt}::timestamptz from held
    on conflict (shop_id, order_id) do update set state = excluded.state, contents_hash = excluded.contents_hash,
      collects_pkr = excluded.collects_pkr, asked_at = excluded.asked_at, remind_at = excluded.remind_at,
      due_at = excluded.due_at, tries = 0, tried_at = null
    where order_confirmation.state <> 'confirmed'
      or order_confirmation.contents_hash is distinct from excluded.contents_hash
    returning 1`;
  const forgotten = Prisma.sql`
    update order_decision set handled_at = ${askedAt}::timestamptz from asked
    where ${place} and kind = 'confirmed' and handled_at is null`;
  const { isDecided } = await writeInLeaseStatement(run, {
    changes: { asked, forgotten },
    decisive: "asked",
  });
  return isDecided ? waits(run, { dueAt, rules }) : null;
}

type ShownInput = Pick<AskInput, "contentsHash" | "collectsPkr"> & { readonly shownHash: string };

/** What the customer confirmed on their own page counts as confirmed for what is sent. Null where it still stands. */
async function goAsShown(
  run: ReadRun,
  { contentsHash, shownHash, collectsPkr }: ShownInput,
): Promise<PlacingResult | null> {
  const { ctx, record } = run;
  const shown = Prisma.sql`
    update order_confirmation set contents_hash = ${contentsHash}, collects_pkr = ${collectsPkr}::int from held
    where shop_id = ${ctx.shop.id}::uuid and order_id = ${record.id}::uuid and state = 'confirmed'
      and contents_hash = ${shownHash} returning 1`;
  const { isDecided } = await writeInLeaseStatement(run, { changes: { shown }, decisive: "shown" });
  return isDecided ? null : answeredMeanwhile(run);
}

type WaitInput = Asking & Pick<ConfirmationDates, "dueAt">;

/** Longer than a run takes that reads the rules before they are changed: such a change has woken the order too early. */
const SECOND_LOOK_MS = 60_000;

function waits({ ctx, record }: ReadRun, { dueAt, rules }: WaitInput): PlacingResult {
  const hold = toHold(ctx, { dueAt, rules });
  const untilDueMs = Math.max(1000, dueAt.getTime() - ctx.clock.now().getTime());
  const isNew = record.holdCode !== hold.code;
  return heldFor(hold, isNew ? Math.min(SECOND_LOOK_MS, untilDueMs) : untilDueMs);
}

function toHold({ shop }: Pick<ShopContext, "shop">, { dueAt, rules }: WaitInput): Hold {
  const params = {
    dueAt: dueAt.toISOString(),
    otherwise: shop.whenNotConfirmed,
    rules: rules.map(({ id, condition }) => ({ id, ...condition })),
  };
  return { code: "awaiting_confirmation", params };
}

/** The limit passed: a person decides. */
async function endUnconfirmed(run: ReadRun): Promise<PlacingResult> {
  const ended = Prisma.sql`
    update order_confirmation set state = 'not_confirmed' from held where ${unconfirmedOf(run)} returning 1`;
  const { isDecided } = await writeInLeaseStatement(run, { changes: { ended }, decisive: "ended" });
  if (!isDecided) return answeredMeanwhile(run);
  const { whenNotConfirmed } = run.ctx.shop;
  // Shown where a cancel was requested and something was sent before: it is not the app's to give up.
  const params = whenNotConfirmed === "cancel" ? { because: "sent_before" } : {};
  return heldFor({ code: "not_confirmed", params }, null);
}

/** The limit passed, and the shop wants such orders cancelled. Of this order nothing was ever sent to the service. */
async function cancelAtLimit(run: ReadRun): Promise<PlacingResult> {
  const { ctx, record } = run;
  const isCancelled = await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const count = await tx.$executeRaw`
      update order_confirmation set state = 'cancelled' where ${unconfirmedOf(run)}`;
    if (count === 0) return false;
    const isFirst = await cancelUnconfirmed(ctx, tx, record.id);
    if (isFirst) await addFact({ actor: "karwan", code: "cancelled_unconfirmed" });
    return true;
  });
  // The rest of a cancel is done by the steps at the beginning of a run.
  return isCancelled ? rests({ kind: "nothing_open" }, 0) : answeredMeanwhile(run);
}

/** Not answered, and the limit passed or was noted to have passed. */
function unconfirmedOf({ ctx, record }: ReadRun): Prisma.Sql {
  return Prisma.sql`shop_id = ${ctx.shop.id}::uuid and order_id = ${record.id}::uuid
    and (state = 'not_confirmed' or (state = 'awaiting' and due_at <= ${ctx.clock.now()}::timestamptz))`;
}

/** Somebody pressed at this very moment: the next run, which is due at once, goes by what they said. */
function answeredMeanwhile({ record }: ReadRun): PlacingResult {
  return rests({ kind: "waiting", code: record.holdCode }, 0);
}
