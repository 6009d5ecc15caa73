import { Prisma, type StockedItem, type VariantLink } from "@prisma/client";
import { lockWholeItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import type { ShopId, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { MappingPart } from "./mapping-part.ts";

export type LinkedVariantInput = {
  readonly shopId: ShopId;
  readonly mode: Mode;
  readonly variantGid: VariantGid;
  readonly by: string;
  readonly now: Date;
  /** What is left out stays as it is. */
  readonly item: Partial<Pick<StockedItem, "inventoryItemGid" | "pushedQuantity" | "stockDueAt">>;
  readonly link: Partial<
    Pick<VariantLink, "productGid" | "title" | "variantTitle" | "variantSku" | "pricePkr">
  >;
  /** What one unit is made of, all of it. */
  readonly parts: readonly MappingPart[];
};

/** Links a variant of the shop, or writes its link anew. Returns the id of its stocked item. */
export async function writeLinkedVariant(
  tx: Prisma.TransactionClient,
  { shopId, mode, variantGid, by, now, item, link, parts }: LinkedVariantInput,
): Promise<StockedItemId> {
  const ofLink = Prisma.sql`item_id in (
    select id from stocked_item
    where shop_id = ${shopId}::uuid and mode = ${mode} and variant_gid = ${variantGid} and listing_id is null)`;
  await lockWholeItems(tx, shopId, ofLink);
  const id = await upsertItem(tx, { shopId, mode, variantGid });
  const where = { shopId_id: { shopId, id } };
  await tx.stockedItem.update({ where, data: item });
  const written = { ...link, by, at: now };
  await tx.variantLink.upsert({ where, create: { shopId, id, ...written }, update: written });
  await tx.stockedComponent.deleteMany({ where: { shopId, itemId: id } });
  await tx.stockedComponent.createMany({
    data: parts.map((part, position) => ({ stockAt: now, ...part, shopId, itemId: id, mode, position })),
  });
  return id;
}

type LinkedVariantKey = Pick<LinkedVariantInput, "shopId" | "mode" | "variantGid">;

/** A variant has one link in a mode, however many link it at once. */
async function upsertItem(
  tx: Prisma.TransactionClient,
  { shopId, mode, variantGid }: LinkedVariantKey,
): Promise<StockedItemId> {
  const [row] = await tx.$queryRaw<{ readonly id: StockedItemId }[]>`
    insert into stocked_item as row (shop_id, mode, variant_gid) values (${shopId}::uuid, ${mode}, ${variantGid})
    on conflict (shop_id, mode, variant_gid) where listing_id is null do update set variant_gid = row.variant_gid
    returning row.id`;
  if (row === undefined) throw new Error("A written row is returned");
  return row.id;
}
