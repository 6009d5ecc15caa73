import type { Prisma } from "@prisma/client";
import { markStockDue, markStockMoved } from "../../stock/mark-stock-due.server.ts";
import { goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { countUnits } from "./count-units.ts";

type Units = { readonly variantGid: string; readonly standing: number; readonly free: number };

/**
 * Keeps how many units of each variant the order holds at our location, and how many of them no handoff has: stock is
 * offered without them (R43). A change has the quantities of these variants in Shopify looked at.
 */
export async function noteOpenUnits(run: ReadRun): Promise<StageResult> {
  const shopId = run.ctx.shop.id;
  const now = sumByVariant(run);
  const known = await run.ctx.db.openUnit.findMany({ where: { shopId, orderId: run.record.id } });
  const changed = findChanged(known, now);
  if (changed.length === 0) return goOn;
  await writeUnderLease(run, async ({ tx }) => {
    const scope = { shopId, orderId: run.record.id };
    await tx.openUnit.deleteMany({ where: { ...scope, variantGid: { in: [...changed] } } });
    await tx.openUnit.createMany({
      data: now
        .filter(({ variantGid, standing }) => changed.includes(variantGid) && standing > 0)
        .map((units) => ({ ...scope, ...units })),
    });
    const moved = changed.filter((gid) => standingOf(known, gid) !== standingOf(now, gid));
    await markShelves(tx, shopId, { changed, moved });
  });
  return goOn;
}

function sumByVariant(run: ReadRun): readonly Units[] {
  const units = countUnits(run, run.record.handoffs);
  const byVariant = new Map<string, Units>();
  for (const line of units) {
    const variantGid = run.shopify.lines.find(({ id }) => id === line.lineId)?.variantId;
    if (!variantGid) continue;
    const before = byVariant.get(variantGid) ?? { variantGid, standing: 0, free: 0 };
    const free = line.free.reduce((sum, { quantity }) => sum + quantity, 0);
    byVariant.set(variantGid, {
      ...{ variantGid, standing: before.standing + line.remaining, free: before.free + free },
    });
  }
  return [...byVariant.values()];
}

function findChanged(known: readonly Units[], now: readonly Units[]): readonly string[] {
  const gids = new Set([...known, ...now].map(({ variantGid }) => variantGid));
  return [...gids].filter((gid) => {
    return standingOf(known, gid) !== standingOf(now, gid) || freeOf(known, gid) !== freeOf(now, gid);
  });
}

function standingOf(units: readonly Units[], gid: string): number {
  return units.find(({ variantGid }) => variantGid === gid)?.standing ?? 0;
}

function freeOf(units: readonly Units[], gid: string): number {
  return units.find(({ variantGid }) => variantGid === gid)?.free ?? 0;
}

type Marked = { readonly changed: readonly string[]; readonly moved: readonly string[] };

/** What an order moved in Shopify is read there before it is written again. */
async function markShelves(
  tx: Prisma.TransactionClient,
  shopId: string,
  { changed, moved }: Marked,
): Promise<void> {
  const select = { id: true, variantGid: true };
  const where = { shopId, variantGid: { in: [...changed] } };
  const variants = await tx.listingVariant.findMany({ where, select });
  const links = await tx.variantLink.findMany({ where, select });
  const isMoved = ({ variantGid }: { variantGid: string | null }) => moved.includes(variantGid ?? "");
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  await markStockMoved(tx, shopId, idsOf(variants.filter(isMoved)), idsOf(links.filter(isMoved)));
  await markStockDue(tx, shopId, idsOf(variants), idsOf(links));
}

type HandedOff = { readonly variantGid: string; readonly quantity: number };

/** These units are in a handoff from now on, which counts them itself. Call in the transaction that makes it. */
export async function takeOpenUnits(
  tx: Prisma.TransactionClient,
  { shopId, orderId }: { readonly shopId: string; readonly orderId: string },
  lines: readonly HandedOff[],
): Promise<void> {
  for (const { variantGid, quantity } of lines) {
    await tx.$executeRaw`
      update open_unit set free = greatest(0, free - ${quantity}::int)
      where shop_id = ${shopId}::uuid and order_id = ${orderId}::uuid and variant_gid = ${variantGid}`;
  }
}

/** The service has none of it: what stands in Shopify is to be found again as free before anything is offered. */
export async function giveBackOpenUnits(
  tx: Prisma.TransactionClient,
  { shopId, orderId }: { readonly shopId: string; readonly orderId: string },
): Promise<void> {
  await tx.$executeRaw`
    update open_unit set free = standing where shop_id = ${shopId}::uuid and order_id = ${orderId}::uuid`;
}
