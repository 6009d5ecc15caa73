import { Prisma } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ExpectedOutcome } from "#app/domain/orders/money/expect-outcome.ts";
import type { Hold, ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { OpenLine } from "./open-lines.ts";
import { planMarginHold, riseOf } from "./plan-margin-hold.ts";

type CheckMarginInput = {
  readonly mode: Mode;
  /** With the costs our rows held. */
  readonly before: readonly OpenLine[];
  /** With the costs of now. */
  readonly now: readonly OpenLine[];
  readonly expected: ExpectedOutcome;
};

/**
 * Holds an order whose goods cost more now than when it was made, if what it leaves is therefore less than the margin the
 * listing asks for, or a loss. What was thin from the start is the merchant's own doing, and goes.
 */
export async function checkMargin(order: ReadOrder, input: CheckMarginInput): Promise<Hold | null> {
  const costThen = await loadCostThen(order, input);
  if (riseOf({ ...input, costThen }) <= 0) return null;
  const floorOf = await loadFloors(order, input);
  return planMarginHold({ ...input, costThen, floorOf });
}

function variantIdsOf({ now }: CheckMarginInput): SupplierVariantId[] {
  return now.flatMap(({ parts }) => parts.map(({ variantId }) => variantId));
}

/** The first change since the order was made shows what a variant cost until then. */
async function loadCostThen(
  { ctx, shopify }: ReadOrder,
  input: CheckMarginInput,
): Promise<ReadonlyMap<SupplierVariantId, Rupees>> {
  const changes = await queryRows<{ readonly variantId: SupplierVariantId; readonly fromPkr: Rupees }>(
    ctx.db,
    Prisma.sql`
    select distinct on (supplier_variant_id) supplier_variant_id as "variantId", from_pkr as "fromPkr" from cost_change
    where shop_id = ${ctx.shop.id}::uuid and mode = ${input.mode}
      and supplier_variant_id = any(${variantIdsOf(input)}::text[]) and at > ${new Date(shopify.createdAt)}::timestamptz
    order by supplier_variant_id, at`,
  );
  return new Map(changes.map(({ variantId, fromPkr }) => [variantId, fromPkr]));
}

/** By the rule of each variant's listing, else the shop's. */
async function loadFloors({ ctx }: ReadOrder, input: CheckMarginInput) {
  const [settings, rows] = await Promise.all([
    loadListingSettings(ctx),
    ctx.db.listingVariant.findMany({
      where: { shopId: ctx.shop.id, mode: input.mode, supplierVariantId: { in: variantIdsOf(input) } },
      select: { supplierVariantId: true, listing: { select: { policy: true } } },
    }),
  ]);
  const policies = new Map(
    rows.map(({ supplierVariantId, listing }) => [supplierVariantId, policyOf(settings, listing.policy)]),
  );
  return (variantId: SupplierVariantId) => (policies.get(variantId) ?? settings).priceRule.floor;
}
