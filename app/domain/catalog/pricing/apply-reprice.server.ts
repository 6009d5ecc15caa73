import { Prisma } from "@prisma/client";
import { z } from "zod";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { findRunning } from "#app/domain/bulk-actions/find-running.server.ts";
import type { BulkRunState } from "#app/domain/bulk-actions/run-state.ts";
import { bulkRunWork } from "#app/domain/bulk-actions/start-bulk-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { type PriceRule, parsePriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { BulkRunId, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { priceRunKinds, UNDO_DAYS } from "./price-run-kinds.ts";
import { savePriceRule } from "./save-price-rule.server.ts";

const DAY_MS = 24 * 60 * 60_000;

export type ApplyRepriceResult =
  | { readonly ok: true; readonly runId: BulkRunId }
  | { readonly ok: false; readonly reason: string };

/** Why a press came to nothing, thrown so that nothing of its transaction stays. */
export class Refused extends Error {}

const GONE = "This preview is not here any more. Change the rule again to see what it does now.";
const ruleOfRun = z.object({ rule: z.unknown().optional() });

type ApplyRepriceInput = {
  readonly runId: BulkRunId;
  /** `keep` saves the rule for what comes, and leaves the prices that stand. */
  readonly prices: "change" | "keep";
  readonly by: string;
};

/**
 * A preview was seen and is applied: its rule is saved, and its prices are changed as work that may be left
 * (`bulkRun.continue`). Also answers a run that the change guard had stopped. One run of prices at a time: a second is refused with a sentence.
 */
export async function applyReprice(
  ctx: ShopContext,
  { runId, prices, by }: ApplyRepriceInput,
): Promise<ApplyRepriceResult> {
  try {
    await ctx.db.$transaction(async (tx) => {
      const rule = await claimRun(ctx, tx, { runId, prices, by });
      if (rule) await savePriceRule(tx, ctx.shop.id, { rule, by });
      await resolveAttention(tx, writtenFor(ctx), { thing: "shop", thingId: runId }, { by });
      const code = prices === "change" ? "prices_applied" : "prices_kept";
      await recordFact(tx, ctx.shop.id, { thing: "shop", thingId: runId, actor: "person", code, by });
    });
  } catch (error) {
    const reason = await reasonOf(ctx, error);
    if (reason === null) throw error;
    return { ok: false, reason };
  }
  if (prices === "change") await ctx.wake([bulkRunWork(runId)]);
  return { ok: true, runId };
}

/** Takes the run out of waiting, once; the new rule of the shop, if it came with one. */
async function claimRun(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  asked: ApplyRepriceInput,
): Promise<PriceRule | null> {
  const { runId, prices, by } = asked;
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const undoUntil = new Date(now.getTime() + UNDO_DAYS * DAY_MS);
  const isApplied = prices === "change";
  const { count } = await tx.bulkRun.updateMany({
    where: { shopId, id: runId, state: { in: ["planned", "asking"] }, mode: ctx.connection?.mode ?? null },
    data: isApplied ? { state: "running", by, undoUntil } : { state: "stopped", by, finishedAt: now },
  });
  if (count === 0) throw new Refused(GONE);
  if (isApplied) await createItems(tx, { shopId, runId });
  const run = await tx.bulkRun.findUniqueOrThrow({ where: { shopId_id: { shopId, id: runId } } });
  const { rule } = ruleOfRun.parse(run.params);
  return rule === undefined ? null : parsePriceRule(rule);
}

/** One item per listing whose prices change, in the order of the preview, and the work to do them. */
export async function createItems(
  tx: Prisma.TransactionClient,
  { shopId, runId }: { readonly shopId: ShopId; readonly runId: BulkRunId },
): Promise<void> {
  await tx.$executeRaw`
    insert into bulk_item (shop_id, run_id, listing_id, position)
    select c.shop_id, c.run_id, v.listing_id, min(c.position)
    from price_change c join listing_variant v on v.shop_id = c.shop_id and v.id = c.listing_variant_id
    where c.shop_id = ${shopId}::uuid and c.run_id = ${runId}::uuid
    group by c.shop_id, c.run_id, v.listing_id
    on conflict do nothing`;
  await requestReconcile(tx, [{ shopId, ...bulkRunWork(runId) }]);
}

type UndoRepriceInput = { readonly runId: BulkRunId; readonly by: string };

/**
 * Puts back what a run of prices changed, within seven days, and the shop's rule with it unless a newer one was saved. It
 * is a run of its own: a price that changed since stays, and is named.
 */
export async function undoReprice(
  ctx: ShopContext,
  { runId, by }: UndoRepriceInput,
): Promise<ApplyRepriceResult> {
  try {
    const terms = await loadTerms(ctx);
    const undoId = await ctx.db.$transaction((tx) => createUndo(ctx, tx, { runId, by, terms }));
    await ctx.wake([bulkRunWork(undoId)]);
    return { ok: true, runId: undoId };
  } catch (error) {
    const reason = await reasonOf(ctx, error);
    if (reason === null) throw error;
    return { ok: false, reason };
  }
}

type CreateUndoInput = UndoRepriceInput & { readonly terms: SaleTerms };

async function createUndo(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  { runId, by, terms }: CreateUndoInput,
) {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const where = { shopId_id: { shopId, id: runId } };
  const { count } = await tx.bulkRun.updateMany({
    where: {
      ...{ shopId, id: runId, state: { in: ["done", "stopped"] }, kind: { not: "undo" } },
      ...{ undoneAt: null, undoUntil: { gt: now }, mode: ctx.connection?.mode ?? null },
    },
    data: { undoneAt: now },
  });
  const run = await tx.bulkRun.findUnique({ where });
  if (count === 0) throw new Refused(whyNotUndone(run?.undoneAt ?? null, run?.state ?? null));
  const { mode } = await tx.bulkRun.findUniqueOrThrow({ where });
  const params = { ofRun: runId };
  const { id } = await tx.bulkRun.create({
    data: { shopId, mode, kind: "undo", state: "running", by, params },
  });
  await createChangesBack(tx, { shopId, runId, undoId: id, terms });
  await createItems(tx, { shopId, runId: id });
  await putRuleBack(tx, { shopId, by, params: run?.params });
  await recordFact(tx, shopId, { thing: "shop", thingId: id, actor: "person", code: "prices_undone", by });
  return id;
}

type UndoKeys = { readonly shopId: ShopId; readonly runId: BulkRunId; readonly undoId: BulkRunId };

/** With the costs of today: it is today that they are put back. No rule gives them, so the supplier's minimum is the floor. */
async function createChangesBack(
  tx: Prisma.TransactionClient,
  { shopId, runId, undoId, terms }: UndoKeys & { readonly terms: SaleTerms },
): Promise<void> {
  const { feePercent, feeBasis, returnShippingPkr, defaultShippingPkr } = terms;
  const frozen = JSON.stringify({ feePercent, feeBasis, returnShippingPkr, defaultShippingPkr });
  await tx.$executeRaw`
    insert into price_change (shop_id, run_id, listing_variant_id, position,
      from_pkr, to_pkr, from_compare_at_pkr, to_compare_at_pkr, moves_fixed, costs)
    select c.shop_id, ${undoId}::uuid, c.listing_variant_id, c.position,
      c.to_pkr, c.from_pkr, c.to_compare_at_pkr, c.from_compare_at_pkr, c.moves_fixed,
      jsonb_build_object('wholesalePkr', v.wholesale_pkr, 'floorPkr', v.min_resale_pkr,
        'shippingPkr', coalesce(l.shipping_pkr, ${defaultShippingPkr}::int), 'terms', ${frozen}::jsonb)
    from price_change c join listed_variant v on v.shop_id = c.shop_id and v.id = c.listing_variant_id
      join listing l on l.shop_id = v.shop_id and l.id = v.listing_id
    where c.shop_id = ${shopId}::uuid and c.run_id = ${runId}::uuid and c.state = 'done'`;
}

function whyNotUndone(undoneAt: Date | null, state: BulkRunState | null): string {
  if (undoneAt !== null) return "These prices were put back before.";
  if (state === "running")
    return "These prices are still being changed. Stop it first, or wait until it is done.";
  return `Prices can be put back for ${UNDO_DAYS} days after they were changed.`;
}

const rulesOfRun = z.object({ rule: z.unknown().optional(), previousRule: z.unknown().optional() });

async function putRuleBack(
  tx: Prisma.TransactionClient,
  { shopId, by, params }: { readonly shopId: ShopId; readonly by: string; readonly params: unknown },
): Promise<void> {
  const { rule, previousRule } = rulesOfRun.parse(params);
  if (rule === undefined || previousRule === undefined) return;
  const saved = await tx.listingSettings.findUnique({ where: { shopId } });
  const isStill = JSON.stringify(parsePriceRule(saved?.priceRule)) === JSON.stringify(parsePriceRule(rule));
  if (isStill) await savePriceRule(tx, shopId, { rule: parsePriceRule(previousRule), by });
}

/** What a person reads when a press comes to nothing; null for a failure that is none of theirs. */
export async function reasonOf(
  ctx: Pick<ShopContext, "shop" | "db">,
  error: unknown,
): Promise<string | null> {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2002") return null;
  const running = await findRunning(ctx, priceRunKinds);
  const far = running ? ` (${running.settled} of ${countOf(running.total, "product", "products")} done)` : "";
  return `Other prices are being changed just now${far}. Wait until that is done, then try again.`;
}

function writtenFor({ shop, clock }: ShopContext) {
  return { shopId: shop.id, now: clock.now() };
}
