import type { Prisma } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { MappingId, OrderId, ProductGid, ShopId, VariantGid } from "#app/platform/ids.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import { listOrdersWithVariants } from "#app/shopify/operations/products/list-orders-with-variants.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { loadMappedRows, lockMappedRows } from "./mapped-rows.server.ts";
import { type LeavingVariant, parseLeaving } from "./mapping-columns.ts";
import { writeMapping } from "./write-mapping.server.ts";

export type UnmapResult =
  | { readonly kind: "unmapped"; readonly variants: number }
  /** Somebody was faster, or it was never mapped. */
  | { readonly kind: "nothing_mapped" };

type UnmapDeps = Pick<ShopContext, "shop" | "db" | "clock" | "admin" | "connection" | "wake">;
type UnmapInput = { readonly variantGids: readonly VariantGid[]; readonly by: string };

/**
 * The variants are the merchant's own again: orders no longer go to the supplier for them, and in the background their
 * stock at our location becomes 0. Orders that are placed already go on.
 */
export async function unmapVariants(ctx: UnmapDeps, { variantGids, by }: UnmapInput): Promise<UnmapResult> {
  if (ctx.connection === null) return { kind: "nothing_mapped" };
  const { mode } = ctx.connection;
  await removeOrphanedMappings(ctx, mode, variantGids);
  const productGids = await listProductsOf(ctx, mode, variantGids);
  const ids: MappingId[] = [];
  let variants = 0;
  for (const productGid of productGids) {
    const done = await unmapInProduct(ctx, { mode, productGid, by, variantGids: new Set(variantGids) });
    if (done === null) continue;
    ids.push(done.mappingId);
    variants += done.variants;
  }
  await ctx.wake(ids.map((mappingId) => ({ kind: "mapping.reconcile", subject: { mappingId } })));
  return variants === 0 ? { kind: "nothing_mapped" } : { kind: "unmapped", variants };
}

/**
 * Links made for an order know no product: it is read now. What is not in the shop any more has no product, and is
 * simply forgotten.
 */
async function removeOrphanedMappings(
  ctx: UnmapDeps,
  mode: Mode,
  variantGids: readonly VariantGid[],
): Promise<void> {
  const shopId = ctx.shop.id;
  const strays = await ctx.db.stockedItem.findMany({
    where: { shopId, mode, variantGid: { in: [...variantGids] }, link: { productGid: null } },
    select: { id: true, variantGid: true },
  });
  const found = await findVariants(
    ctx.admin,
    strays.flatMap(({ variantGid }) => variantGid ?? []),
  );
  for (const { id, variantGid } of strays) {
    const where = { shopId_id: { shopId, id } };
    const variant = found.find((each) => each.id === variantGid);
    if (variant === undefined) await ctx.db.stockedItem.delete({ where });
    else {
      const link = { update: { productGid: variant.productId } };
      await ctx.db.stockedItem.update({ where, data: { inventoryItemGid: variant.inventoryItemId, link } });
    }
  }
}

async function listProductsOf({ db, shop }: UnmapDeps, mode: Mode, variantGids: readonly VariantGid[]) {
  const items = await db.stockedItem.findMany({
    where: { shopId: shop.id, mode, variantGid: { in: [...variantGids] } },
    select: { link: true, listing: { select: { origin: true, productGid: true } } },
  });
  const mapped = items.filter(({ link, listing }) => link !== null || listing?.origin === "mapped");
  return new Set(mapped.flatMap(({ link, listing }) => (link ?? listing)?.productGid ?? []));
}

type UnmapInProductInput = {
  readonly mode: Mode;
  readonly productGid: ProductGid;
  readonly variantGids: ReadonlySet<VariantGid>;
  readonly by: string;
};

async function unmapInProduct(ctx: UnmapDeps, { mode, productGid, variantGids, by }: UnmapInProductInput) {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`mapping/${shopId}/${productGid}`}, 0))`;
    await lockMappedRows(tx, { shopId, mode }, productGid);
    const rows = (await loadMappedRows(tx, { shopId, mode }, [productGid])).get(productGid) ?? [];
    const leaving = rows.filter((row) => variantGids.has(row.variantGid));
    if (leaving.length === 0) return null;
    const known = await tx.productMapping.findUnique({
      where: { shopId_mode_productGid: { shopId, mode, productGid } },
    });
    const title = known?.title ?? leaving[0]?.title ?? "";
    const product = { id: productGid, title, imageUrl: known?.imageUrl ?? null };
    const rest = rows.filter((row) => !variantGids.has(row.variantGid));
    const mapping = await writeMapping(tx, { shopId, mode, by, now, product, writeCost: null }, rest);
    const left = leaving.map(({ variantGid, inventoryItemGid }) => ({ variantGid, inventoryItemGid }));
    await recordLeavingVariants(tx, mapping, left);
    for (const { variantGid } of left) {
      await resolveAttention(tx, { shopId, now }, { thing: "variant", thingId: variantGid }, { by });
    }
    const fact = { thing: "mapping", thingId: mapping.id, actor: "person", by, at: now } as const;
    const words = countOf(left.length, "variant", "variants");
    await recordFact(tx, shopId, { ...fact, code: "product_unmapped", params: { title, variants: words } });
    return { mappingId: mapping.id, variants: left.length };
  });
}

async function recordLeavingVariants(
  tx: Prisma.TransactionClient,
  mapping: { readonly id: MappingId; readonly shopId: ShopId; readonly leaving: unknown },
  left: readonly LeavingVariant[],
): Promise<void> {
  const gids = new Set(left.map(({ variantGid }) => variantGid));
  const before = parseLeaving(mapping.leaving).filter(({ variantGid }) => !gids.has(variantGid));
  const where = { shopId_id: { shopId: mapping.shopId, id: mapping.id } };
  await tx.productMapping.update({ where, data: { leaving: [...before, ...left] } });
}

/** States in which an order is not placed yet, so that what its goods are mapped to still matters. */
const NOT_PLACED = ["new", "waiting", "to_place", "held"] as const;
const MOST_ORDERS = 60;
const ORDERS_PER_READ = 20;

export type OpenOrder = { readonly id: OrderId; readonly name: string };

/** Orders that still wait to be placed with these variants, the oldest first; they would be held once unmapped. */
export async function listOpenOrdersOf(
  ctx: Pick<ShopContext, "shop" | "db" | "admin">,
  variantGids: readonly VariantGid[],
): Promise<{ readonly orders: readonly OpenOrder[]; readonly isAll: boolean }> {
  const waiting = await listNotPlaced(ctx);
  const looked = waiting.slice(0, MOST_ORDERS);
  const wanted = new Set(variantGids);
  const orders: OpenOrder[] = [];
  for (let at = 0; at < looked.length; at += ORDERS_PER_READ) {
    const part = looked.slice(at, at + ORDERS_PER_READ);
    const read = await listOrdersWithVariants(
      ctx.admin,
      part.map(({ orderGid }) => orderGid),
    );
    for (const { id, name, orderGid } of part) {
      const found = read.find((each) => each.id === orderGid);
      if (found?.variantIds.some((variantId) => wanted.has(variantId)))
        orders.push({ id, name: name || found.name });
    }
  }
  return { orders, isAll: waiting.length <= MOST_ORDERS };
}

/** State by state, as an index has them: the oldest orders of a shop ended long ago. */
async function listNotPlaced({ db, shop }: Pick<ShopContext, "shop" | "db">) {
  const ofStates = await Promise.all(
    NOT_PLACED.map((state) =>
      db.order.findMany({
        where: { shopId: shop.id, state },
        orderBy: [{ listedAt: "asc" }, { id: "asc" }],
        take: MOST_ORDERS + 1,
        select: { id: true, name: true, orderGid: true, listedAt: true },
      }),
    ),
  );
  const oldestFirst = ofStates.flat().sort((one, other) => one.listedAt.getTime() - other.listedAt.getTime());
  return oldestFirst.slice(0, MOST_ORDERS + 1);
}
