import { randomUUID } from "node:crypto";
import { type Listing, Prisma } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import {
  type InventoryItemGid,
  type StockedItemId,
  type SupplierVariantId,
  toStockedItemId,
  type VariantGid,
} from "#app/platform/ids.ts";
import { lockWholeItems } from "./lock-items.server.ts";
import { settleOffered } from "./settle-offered.server.ts";

type Tx = Prisma.TransactionClient;

type ListingKeys = Pick<Listing, "shopId" | "id" | "mode" | "supplierProductId">;

/** A variant of a listing as it is to be from now on; what is left out stays, or is as it begins. */
export type ListedVariantInput = {
  readonly supplierVariantId: SupplierVariantId;
  readonly sku?: string | null;
  readonly title: string;
  readonly weightKg?: number | null;
  readonly pricePkr: Rupees;
  readonly fixedPricePkr?: Rupees | null;
  readonly compareAtPkr?: Rupees | null;
  readonly suggestedPkr?: Rupees | null;
  readonly supplierCompareAtPkr?: Rupees | null;
  readonly offered?: boolean;
  readonly pushedPricePkr?: Rupees | null;
  readonly pushedCostPkr?: Rupees | null;
  readonly variantGid: VariantGid | null;
  readonly inventoryItemGid: InventoryItemGid | null;
  readonly pushedQuantity?: number | null;
  readonly stockDueAt?: Date | null;
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly stock: number;
  readonly stockAt?: Date | null;
  readonly reportedAt?: Date | null;
  readonly supplierTitle?: string;
};

/**
 * Writes all variants of a listing: those that are left out go. One that another listing had becomes this one's. Returns
 * whether the listing is offered otherwise than before.
 */
export async function writeListedVariants(
  tx: Tx,
  now: Date,
  listing: ListingKeys,
  rows: readonly ListedVariantInput[],
): Promise<boolean> {
  const { shopId, id: listingId, mode } = listing;
  const wanted = new Map(rows.map((row) => [row.supplierVariantId, row]));
  const found = await tx.listingVariant.findMany({
    where: { shopId, OR: [{ listingId }, { mode, supplierVariantId: { in: [...wanted.keys()] } }] },
    select: { id: true, supplierVariantId: true },
  });
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await lockWholeItems(tx, shopId, Prisma.sql`item_id = any(${ids}::uuid[])`);
  const gone = found.filter(({ supplierVariantId }) => !wanted.has(supplierVariantId));
  await tx.stockedItem.deleteMany({ where: { shopId, id: { in: gone.map(({ id }) => id) } } });
  for (const { id, supplierVariantId } of found) {
    const row = wanted.get(supplierVariantId);
    if (row === undefined) continue;
    await updateVariant(tx, listing, id, row);
    wanted.delete(supplierVariantId);
  }
  await createVariants(tx, listing, [...wanted.values()]);
  return settleOffered(tx, { shopId, now }, listingId);
}

/**
 * Adds variants to those a listing has; one that is known in its mode, here or elsewhere, stays as it is. Returns whether
 * the listing is offered otherwise than before.
 */
export async function addListedVariants(
  tx: Tx,
  now: Date,
  listing: ListingKeys,
  rows: readonly ListedVariantInput[],
): Promise<boolean> {
  const { shopId, mode } = listing;
  const wanted = new Map(rows.map((row) => [row.supplierVariantId, row]));
  const found = await tx.listingVariant.findMany({
    where: { shopId, mode, supplierVariantId: { in: [...wanted.keys()] } },
    select: { supplierVariantId: true },
  });
  for (const { supplierVariantId } of found) wanted.delete(supplierVariantId);
  await createVariants(tx, listing, [...wanted.values()]);
  return settleOffered(tx, { shopId, now }, listing.id);
}

async function updateVariant(
  tx: Tx,
  { shopId, id: listingId, supplierProductId }: ListingKeys,
  id: StockedItemId,
  row: ListedVariantInput,
): Promise<void> {
  const { sold, item, component } = toTables(row);
  const where = { shopId_id: { shopId, id } };
  await tx.stockedComponent.update({
    where: { shopId_itemId_position: { shopId, itemId: id, position: 0 } },
    data: { ...component, supplierProductId },
  });
  await tx.listingVariant.update({ where, data: { ...sold, listingId } });
  await tx.stockedItem.update({ where, data: { ...item, listingId } });
}

async function createVariants(
  tx: Tx,
  { shopId, id: listingId, mode, supplierProductId }: ListingKeys,
  rows: readonly ListedVariantInput[],
): Promise<void> {
  if (rows.length === 0) return;
  const created = rows.map((row) => {
    const id = toStockedItemId(randomUUID());
    const { supplierVariantId } = row;
    const { sold, item, component } = toTables(row);
    return {
      item: { ...item, id, shopId, mode, listingId },
      component: { ...component, shopId, itemId: id, mode, supplierProductId, supplierVariantId },
      sold: { ...sold, id, shopId, mode, listingId, supplierVariantId },
    };
  });
  await tx.stockedItem.createMany({ data: created.map(({ item }) => item) });
  await tx.stockedComponent.createMany({ data: created.map(({ component }) => component) });
  await tx.listingVariant.createMany({ data: created.map(({ sold }) => sold) });
}

/** What of a variant each of its tables keeps. */
function toTables(row: ListedVariantInput) {
  const { supplierVariantId: _, variantGid, inventoryItemGid, pushedQuantity, stockDueAt, ...others } = row;
  const { wholesalePkr, minResalePkr, stock, stockAt, reportedAt, supplierTitle: title, ...sold } = others;
  return {
    sold,
    item: { variantGid, inventoryItemGid, pushedQuantity, stockDueAt },
    component: { wholesalePkr, minResalePkr, stock, stockAt, reportedAt, title },
  };
}
