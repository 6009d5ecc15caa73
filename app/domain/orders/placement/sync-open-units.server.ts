import { Prisma } from "@prisma/client";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { requestStockReconcileSql } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { OrderId, ShopId, VariantGid } from "#app/platform/ids.ts";
import { countUnits } from "./count-units.ts";

type OpenUnits = {
  readonly variantGid: VariantGid;
  readonly knownCommittedUnits: number;
  readonly unallocatedUnits: number;
};

/**
 * Keeps how many units of each variant the order holds at our location, and how many of them no handoff has: stock is
 * offered without them (R43). A change has the quantities of these variants in Shopify looked at.
 */
export async function syncOpenUnits(run: ReadRun): Promise<StepResult> {
  const shopId = run.ctx.shop.id;
  const now = sumByVariant(run);
  const known = run.record.openUnits;
  const changed = findChanged(known, now);
  if (changed.length === 0) return continued;
  const moved = changed.filter(
    (gid) => knownCommittedUnitsOf(known, gid) !== knownCommittedUnitsOf(now, gid),
  );
  const kept = now.filter(({ knownCommittedUnits }) => knownCommittedUnits > 0);
  const place = { shopId, orderId: run.record.id };
  const { rows } = await writeInLeaseStatement(run, {
    changes: {
      ...saveUnits(place, { changed, kept }),
      ...requestStockReconcileSql(shopId, { variantGids: changed, moved }),
    },
    record: { ...run.record, openUnits: kept.map((units) => ({ ...place, ...units })) },
  });
  return rows;
}

function sumByVariant(run: ReadRun): readonly OpenUnits[] {
  const units = countUnits(run, run.record.handoffs);
  const byVariant = new Map<VariantGid, OpenUnits>();
  for (const line of units) {
    const variantGid = run.shopify.lines.find(({ id }) => id === line.lineId)?.variantId;
    if (!variantGid) continue;
    const before = byVariant.get(variantGid) ?? { knownCommittedUnits: 0, unallocatedUnits: 0 };
    const unallocated = line.unallocated.reduce((sum, { quantity }) => sum + quantity, 0);
    byVariant.set(variantGid, {
      variantGid,
      knownCommittedUnits: before.knownCommittedUnits + line.remaining,
      unallocatedUnits: before.unallocatedUnits + unallocated,
    });
  }
  return [...byVariant.values()];
}

function findChanged(known: readonly OpenUnits[], now: readonly OpenUnits[]): readonly VariantGid[] {
  const gids = new Set([...known, ...now].map(({ variantGid }) => variantGid));
  return [...gids].filter((gid) => {
    return (
      knownCommittedUnitsOf(known, gid) !== knownCommittedUnitsOf(now, gid) ||
      unallocatedUnitsOf(known, gid) !== unallocatedUnitsOf(now, gid)
    );
  });
}

function knownCommittedUnitsOf(units: readonly OpenUnits[], gid: VariantGid): number {
  return units.find(({ variantGid }) => variantGid === gid)?.knownCommittedUnits ?? 0;
}

function unallocatedUnitsOf(units: readonly OpenUnits[], gid: VariantGid): number {
  return units.find(({ variantGid }) => variantGid === gid)?.unallocatedUnits ?? 0;
}

type OrderKey = { readonly shopId: ShopId; readonly orderId: OrderId };

/** Deletes the rows of variants without open units. */
function saveUnits(
  { shopId, orderId }: OrderKey,
  { changed, kept }: { readonly changed: readonly VariantGid[]; readonly kept: readonly OpenUnits[] },
): Readonly<Record<string, Prisma.Sql>> {
  const saved = kept.filter(({ variantGid }) => changed.includes(variantGid));
  const gone = changed.filter((gid) => !saved.some(({ variantGid }) => variantGid === gid));
  return {
    gone: Prisma.sql`
      delete from open_unit
      where shop_id = ${shopId}::uuid and order_id = ${orderId}::uuid and variant_gid = any(${gone}::text[])
        and exists (select from held)`,
    saved: Prisma.sql`
      insert into open_unit (shop_id, order_id, variant_gid, standing, free)
      select ${shopId}::uuid, ${orderId}::uuid, variant_gid, standing, free
      from unnest(${saved.map(({ variantGid }) => variantGid)}::text[], ${saved.map((units) => units.knownCommittedUnits)}::int[],
        ${saved.map((units) => units.unallocatedUnits)}::int[]) as units (variant_gid, standing, free), held
      on conflict (shop_id, order_id, variant_gid) do update set standing = excluded.standing, free = excluded.free`,
  };
}

type HandedOffLine = { readonly variantGid: VariantGid; readonly quantity: number };

/**
 * SQL for: these units are in a handoff from now on, which counts them itself. For the statement that makes it; more
 * conditions may follow.
 */
export function allocateOpenUnitsSql(
  { shopId, orderId }: OrderKey,
  lines: readonly HandedOffLine[],
): Prisma.Sql {
  return Prisma.sql`
    update open_unit set free = greatest(0, free - taken.units)
    from (select variant_gid, sum(quantity)::int as units
      from unnest(${lines.map(({ variantGid }) => variantGid)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[]) as line (variant_gid, quantity)
      group by variant_gid) as taken
    where shop_id = ${shopId}::uuid and order_id = ${orderId}::uuid and open_unit.variant_gid = taken.variant_gid`;
}

/** The service has none of the units: those open in Shopify count as unallocated again before anything is offered. */
export async function releaseAllocations(
  tx: Prisma.TransactionClient,
  { shopId, orderId }: OrderKey,
): Promise<void> {
  await tx.$executeRaw`
    update open_unit set free = standing where shop_id = ${shopId}::uuid and order_id = ${orderId}::uuid`;
}
