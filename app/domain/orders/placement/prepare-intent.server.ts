import { applyStockReports } from "#app/domain/inventory/apply-stock-reports.server.ts";
import { toSourceSnapshot } from "#app/domain/orders/amendments/source-snapshot.ts";
import { findDecision, requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { cutNotes } from "#app/domain/orders/customer/cut-notes.ts";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withoutOwnNotes } from "#app/domain/orders/returns/own-notes.ts";
import { invariant } from "#app/platform/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { Intent } from "./commit-intent.server.ts";
import { buildExternalOrderId } from "./external-order-id.ts";
import { nextHandoffName } from "./next-handoff-name.ts";
import { type HandoffPlan, type PlannedUnits, planHandoff } from "./plan-handoff.server.ts";
import { saveQuotedTerms } from "./quoted-terms.server.ts";
import { drawTurn } from "./waiting/find-duplicate-order.server.ts";

export type Preparation =
  | { readonly kind: "ready"; readonly intent: Intent }
  /** Every known obstacle, at least one. */
  | { readonly kind: "held"; readonly holds: readonly [Hold, ...Hold[]] };

/** Plans a handoff, keeps what the service said meanwhile, and says what exactly is to be sent. */
export async function prepareIntent(run: ReadRun, units: PlannedUnits): Promise<Preparation> {
  const supplier = openSupplier(run, { mode: units.mode, accountId: null });
  if (!supplier) return { kind: "held", holds: [{ code: "invalid_key" }] };
  const plan = await planHandoff(run, { ...units, supplier, turnOf: drawTurn(run), until: "first_hold" });
  await saveReported(run, units.mode, plan);
  const [first, ...others] = plan.holds;
  if (first) return { kind: "held", holds: [first, ...others] };
  return { kind: "ready", intent: toIntent(run, units, plan) };
}

/** What the service said that other orders, pages and Shopify go by: its terms, and stock that holds this order. */
async function saveReported(run: ReadRun, mode: Mode, { goods, quoted }: HandoffPlan): Promise<void> {
  if (goods.holds.length > 0 && goods.reports.length > 0)
    await applyStockReports(run.ctx, { mode, by: "check" }, goods.reports);
  if (quoted.quote) await saveQuotedTerms(run, { mode, quote: quoted.quote, lines: goods.lines });
}

function toIntent(run: ReadRun, { mode, paymentMode, refused }: PlannedUnits, plan: HandoffPlan): Intent {
  const { shop } = run.ctx;
  const { customer, goods, quoted } = plan;
  invariant(
    customer.kind === "ready" && goods.money && quoted.terms,
    "a plan without holds has a customer, money and terms",
  );
  const name = nextHandoffName({
    handoffs: run.record.handoffs.filter((handoff) => handoff.mode === mode),
    refused,
    isReplacement: requestedAt(run.record.decisions, "replace") !== null,
  });
  return {
    mode,
    ...name,
    externalOrderId: buildExternalOrderId({
      mode,
      shopId: shop.gid ?? "",
      orderId: run.shopify.id,
      ...name,
    }),
    externalOrderName: run.shopify.name,
    paymentMode,
    money: goods.money,
    lines: goods.lines,
    customer: customer.customer,
    notes: cutNotes([...customer.notes, withoutOwnNotes(run.shopify.note)]),
    senderName: shop.senderName ?? shop.name,
    terms: quoted.terms,
    sourceSnapshot: toSourceSnapshot(run.shopify, findDecision(run.record.decisions, "customer")),
  };
}
