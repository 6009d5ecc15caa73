import { randomUUID } from "node:crypto";
import type { ProductMapping } from "@prisma/client";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import { findGoods } from "#app/domain/catalog/browse/find-goods.server.ts";
import { type SupplierChoice, toChoices } from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import { zeroInventory } from "#app/domain/catalog/listings/stock/zero-inventory.server.ts";
import { foldText } from "#app/domain/catalog/text/fold-text.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { MAPPING_NOT_CARRIED } from "./find-orphans.server.ts";
import { loadMappedRows, type MappedRow } from "./mapped-rows.server.ts";
import type { MappingPart } from "./mapping-part.ts";
import { requestMappingReconcile } from "./request-mapping-reconcile.server.ts";
import { type ChosenPart, saveMapping } from "./save-mapping.server.ts";

type RelinkMappingsDeps = Pick<
  ShopContext,
  "shop" | "db" | "clock" | "admin" | "supplier" | "connection" | "wake"
>;

/**
 * After a key of the other mode was put to use: what is mapped under it already is carried out anew, and what was mapped
 * under the other is mapped to the same goods. Ids are per mode, so an id alone proves nothing: SKU or title has to agree
 * as well (R23). What is not offered under this key is emptied, and an issue is opened.
 */
export async function relinkMappingsToMode(ctx: RelinkMappingsDeps): Promise<void> {
  const { connection, supplier, shop, db } = ctx;
  if (connection === null || supplier === null) return;
  const { mode } = connection;
  await db.$transaction((tx) => requestMappingReconcile(tx, { shopId: shop.id, mode }));
  const all = await db.productMapping.findMany({ where: { shopId: shop.id }, orderBy: { createdAt: "asc" } });
  const known = new Set(all.filter((each) => each.mode === mode).map(({ productGid }) => productGid));
  for (const mapping of all.filter((each) => each.mode !== mode && !known.has(each.productGid))) {
    await relinkMapping(ctx, supplier, mapping);
  }
}

async function relinkMapping(
  ctx: RelinkMappingsDeps,
  supplier: SupplierClient,
  mapping: ProductMapping,
): Promise<void> {
  const { productGid, writeCost, by } = mapping;
  const inMode = { shopId: ctx.shop.id, mode: mapping.mode };
  const rows = (await loadMappedRows(ctx.db, inMode, [productGid])).get(productGid) ?? [];
  const found = await findParts(supplier, rows);
  const variants = rows.flatMap(({ variantGid, parts }) => {
    const same = parts.map((part) => toEquivalentPart(part, found));
    return same.includes(null) ? [] : [{ variantGid, parts: same.filter((part) => part !== null) }];
  });
  const saved = variants.length > 0 ? await saveMapping(ctx, { productGid, variants, writeCost, by }) : null;
  const carried = new Set(saved?.kind === "saved" ? variants.map(({ variantGid }) => variantGid) : []);
  await zeroUnlinked(
    ctx,
    productGid,
    rows.filter(({ variantGid }) => !carried.has(variantGid)),
  );
}

type EquivalentPart = ReadonlyMap<string, SupplierChoice>;

/** By the old id: the same goods under the key in use. */
async function findParts(supplier: SupplierClient, rows: readonly MappedRow[]): Promise<EquivalentPart> {
  const parts = rows.flatMap((row) => row.parts);
  const same = new Map<string, SupplierChoice>();
  for (const [supplierProductId, own] of Map.groupBy(parts, (part) => part.supplierProductId)) {
    const title = own[0]?.title.split(" – ")[0] ?? "";
    const skus = own.flatMap(({ sku }) => sku ?? []);
    const goods = await findGoods(supplier, { supplierProductId, title, skus });
    const choices = goods === null ? [] : toChoices(goods);
    for (const part of own) {
      const fitting = choices.filter((choice) => isSame(part, choice));
      if (fitting.length === 1 && fitting[0]) same.set(part.supplierVariantId, fitting[0]);
    }
  }
  return same;
}

function isSame(part: MappingPart, choice: SupplierChoice): boolean {
  if (part.sku !== null && choice.sku !== null) return foldText(part.sku) === foldText(choice.sku);
  return foldText(part.title) === foldText(choice.title);
}

function toEquivalentPart(
  { supplierVariantId, quantity }: MappingPart,
  found: EquivalentPart,
): ChosenPart | null {
  const choice = found.get(supplierVariantId);
  if (choice === undefined) return null;
  const { supplierProductId } = choice;
  return { supplierProductId, supplierVariantId: choice.supplierVariantId, quantity };
}

/** Nobody may buy under this key what only the other one knows. */
async function zeroUnlinked(
  ctx: RelinkMappingsDeps,
  productGid: ProductGid,
  rows: readonly MappedRow[],
): Promise<void> {
  const { locationGid } = ctx.shop;
  if (rows.length === 0 || locationGid === null) return;
  const inventoryItemGids = rows.flatMap(({ inventoryItemGid }) => inventoryItemGid ?? []);
  await zeroInventory(ctx.admin, { locationGid, inventoryItemGids, key: `carry-over/${randomUUID()}` });
  await ctx.db.$transaction(async (tx) => {
    for (const { variantGid, title } of rows) {
      await openAttention(
        tx,
        { shopId: ctx.shop.id, now: ctx.clock.now() },
        {
          ...{ code: MAPPING_NOT_CARRIED, thing: "variant", thingId: variantGid },
          params: { title: title.slice(0, 300), productGid },
        },
      );
    }
  });
}
