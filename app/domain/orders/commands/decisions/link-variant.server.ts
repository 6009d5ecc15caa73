import type { Prisma } from "@prisma/client";
import Decimal from "decimal.js";
import { z } from "zod";
import {
  findSupplierVariants,
  type SupplierChoice,
} from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import { writeLinkedVariant } from "#app/domain/catalog/mapping/write-linked-variant.server.ts";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { CommandResult } from "#app/domain/orders/commands/command-result.ts";
import {
  holdsEndedByLink,
  wakeUnlinkedOrders,
} from "#app/domain/orders/reconcile/wake-waiting-orders.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import {
  type OrderGid,
  type OrderId,
  type ShopId,
  type SupplierProductId,
  type SupplierVariantId,
  toVariantGid,
  type VariantGid,
} from "#app/platform/ids.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { findOpenHold } from "./open-hold.server.ts";
import { recordDecision } from "./record-decision.server.ts";

type LinkVariantInput = {
  readonly orderId: OrderId;
  readonly by: string;
  readonly supplierProductId: SupplierProductId;
  readonly supplierVariantId: SupplierVariantId;
};

const holdParams = z.object({ variantGid: z.string().transform(toVariantGid) });

const NOT_LINKABLE: CommandResult = {
  ok: false,
  reason: "This item has no product in Shopify behind it, so it cannot be linked. Fulfil it yourself.",
};
const NOT_SOLD: CommandResult = { ok: false, reason: "The supplier no longer sells this. Choose another." };
const NOT_CONNECTED: CommandResult = {
  ok: false,
  reason: "The supplier is not connected. Connect it in Settings.",
};

/**
 * Links the variant an order waits with to one of the service's, for this and all later orders, in the mode of the
 * connection (R23). Refused where the service's minimum price could not be met even without a delivery charge.
 */
export async function linkVariant(ctx: ShopContext, input: LinkVariantInput): Promise<CommandResult> {
  const { orderId, by, supplierProductId, supplierVariantId } = input;
  if (!ctx.connection) return NOT_CONNECTED;
  const hold = await findOpenHold(ctx, { orderId, by, codes: holdsEndedByLink });
  if (hold.kind === "gone") return hold.refusal;
  const variantGid = holdParams.safeParse(hold.params).data?.variantGid;
  if (variantGid === undefined) return NOT_LINKABLE;
  const readAt = ctx.clock.now();
  const choices = await findSupplierVariants(ctx, supplierProductId);
  const choice = choices?.find((each) => each.supplierVariantId === supplierVariantId);
  if (!choice) return NOT_SOLD;
  const shopify = await getOrderForPlacement(ctx.admin, hold.order.orderGid);
  const tooCheap = shopify && refuseTooCheap(shopify, variantGid, choice);
  if (tooCheap) return tooCheap;
  const link = { ...input, variantGid, mode: ctx.connection.mode, readAt };
  await saveVariantLink(ctx, hold.order.orderGid, link, choice);
  // Other orders may wait for the very same link.
  await wakeUnlinkedOrders(ctx);
  return { ok: true };
}

function refuseTooCheap(
  { lines, currentShippingPrice }: ShopifyOrder,
  variantGid: VariantGid,
  { title, minResalePkr }: SupplierChoice,
): CommandResult | null {
  const sold = lines.filter((line) => line.variantId === variantGid && line.currentQuantity > 0);
  const units = sold.reduce((sum, line) => sum + line.currentQuantity, 0);
  const worth = sold.reduce((sum, line) => {
    const discounts = line.discountAllocations.reduce((total, each) => total.plus(each), new Decimal(0));
    const unit = new Decimal(line.unitPrice).times(line.quantity).minus(discounts).div(line.quantity);
    return sum.plus(unit.times(line.currentQuantity));
  }, new Decimal(currentShippingPrice));
  if (worth.gte(minResalePkr * units)) return null;
  const each = `${formatRupees(minResalePkr)} each`;
  const charged = formatRupees(worth.toDecimalPlaces(2).toNumber());
  return {
    ok: false,
    reason: `“${title}” may not be sold below ${each}; this order charges ${charged} with delivery. Choose another.`,
  };
}

type VariantLinkInput = LinkVariantInput & {
  readonly variantGid: VariantGid;
  readonly mode: Mode;
  /** Since when the choice's stock counts. */
  readonly readAt: Date;
};

async function saveVariantLink(
  ctx: ShopContext,
  orderGid: OrderGid,
  link: VariantLinkInput,
  choice: SupplierChoice,
): Promise<void> {
  const shopId = ctx.shop.id;
  const { orderId, by, mode, variantGid, readAt } = link;
  const { stock, productTitle: _productTitle, color: _color, size: _size, ...linked } = choice;
  const now = ctx.clock.now();
  await commitWithWork(ctx, [{ kind: "order.reconcile", subject: { orderGid } }], async (tx) => {
    const itemId = await writeLinkedVariant(tx, {
      ...{ shopId, mode, variantGid, by, now },
      item: await findStockedItem(tx, shopId, link),
      link: { title: choice.title },
      parts: [{ ...linked, quantity: 1, stock, stockAt: readAt }],
    });
    await requestStockReconcile(tx, shopId, [itemId]);
    await recordDecision(tx, { shopId, orderId, kind: "retry", by, at: now });
    const fact = { thing: "order", thingId: orderId, actor: "person", by, code: "variant_linked" } as const;
    await recordFact(tx, ctx, { ...fact, params: { title: choice.title }, at: now });
  });
}

/** What a listing kept stocked is kept by its link from now on; what stands there is read before it is written. */
async function findStockedItem(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  { mode, variantGid }: VariantLinkInput,
) {
  const listed = await tx.stockedItem.findFirst({
    where: { shopId, mode, variantGid, listingId: { not: null }, inventoryItemGid: { not: null } },
    select: { inventoryItemGid: true },
  });
  return listed === null ? {} : { inventoryItemGid: listed.inventoryItemGid, pushedQuantity: null };
}
