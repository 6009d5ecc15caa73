import { Prisma } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { isNotLinkedBesideSql } from "./load-stocked-items.server.ts";
import type { UnitsNotInSupplierStock } from "./stocked-item.ts";

type ShopModeKey = { readonly shopId: ShopId; readonly mode: Mode };

/**
 * What of these variants is sold in Shopify and not in the service's figure: units no handoff holds, units of handoffs
 * whose outcome is open, and units the service took after `since`, the oldest of the figures in question.
 *
 * It is derived from our own rows. An order that Shopify has and our rows have not has moved what is available there, so
 * that the write that would offer its units again is refused as stale, and Shopify is asked (R43).
 */
export async function loadUnitsNotInSupplierStock(
  db: Db,
  { shopId, mode }: ShopModeKey,
  variantIds: readonly SupplierVariantId[],
  since: Date,
): Promise<readonly UnitsNotInSupplierStock[]> {
  const ids = [...variantIds];
  return queryRows<UnitsNotInSupplierStock>(
    db,
    Prisma.sql`
    select component.supplier_variant_id as "supplierVariantId",
      sum(open_unit.free * component.quantity)::int as units, null::timestamptz as "takenAt"
    from open_unit
    join stocked_item as row on row.shop_id = open_unit.shop_id and row.variant_gid = open_unit.variant_gid
    join stocked_component as component on component.shop_id = row.shop_id and component.item_id = row.id
    where open_unit.shop_id = ${shopId}::uuid and open_unit.free > 0 and row.mode = ${mode}
      and component.supplier_variant_id = any(${ids}::text[]) and ${isNotLinkedBesideSql}
    group by 1
    union all
    select item.supplier_variant_id, sum(item.quantity)::int,
      case handoff.state when 'placed' then coalesce(handoff.taken_at, handoff.placed_at) end
    from handoff_item as item
    join handoff on handoff.shop_id = item.shop_id and handoff.id = item.handoff_id
    where item.shop_id = ${shopId}::uuid and item.supplier_variant_id = any(${ids}::text[])
      and handoff.mode = ${mode}
      and (handoff.state = 'sending' or (handoff.state = 'placed'
        and coalesce(handoff.taken_at, handoff.placed_at) > ${since}))
    group by 1, 3`,
  );
}

/** Units of each variant of Shopify that our rows know to stand committed at our location. */
export async function loadKnownCommittedUnits(
  db: Db,
  shopId: ShopId,
  variantGids: readonly VariantGid[],
): Promise<ReadonlyMap<VariantGid, number>> {
  if (variantGids.length === 0) return new Map();
  const rows = await queryRows<{ readonly variantGid: VariantGid; readonly units: number }>(
    db,
    Prisma.sql`
    select variant_gid as "variantGid", sum(standing)::int as units from open_unit
    where shop_id = ${shopId}::uuid and variant_gid = any(${[...variantGids]}::text[])
    group by variant_gid`,
  );
  return new Map(rows.map(({ variantGid, units }) => [variantGid, units]));
}
