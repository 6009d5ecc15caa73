import type { Prisma } from "@prisma/client";
import {
  type GuardedChange,
  guardedThingId,
} from "#app/domain/catalog/listings/sync/guard-automatic-change.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { toListingId } from "#app/platform/ids.ts";
import type { EventWindow } from "./notification-event.ts";

type ProductsInput = {
  /** What issues were opened about. */
  readonly things: readonly { readonly thing: string; readonly thingId: string }[];
  /** Of a stop of the change guard all count that it counted, each once. */
  readonly change: GuardedChange;
  readonly also?: Prisma.ListingWhereInput;
};

/** Names the products of the mode in use that issues are about: by Shopify's id, else by the listing's. */
export async function listProducts(
  { db, shop, connection }: ShopContext,
  { things, change, also }: ProductsInput,
): Promise<readonly string[]> {
  const shopId = shop.id;
  const mode = connection?.mode ?? "live";
  const ids = things.filter(({ thing }) => thing === "listing").map(({ thingId }) => toListingId(thingId));
  const isStopped = things.some(({ thingId }) => thingId === guardedThingId(change, mode));
  const stopped = { bulkItems: { some: { run: { kind: change, mode, state: "asking" as const } } } };
  const listings = await db.listing.findMany({
    where: {
      ...{ shopId, mode },
      OR: [{ id: { in: ids } }, ...(isStopped ? [stopped] : []), ...(also ? [also] : [])],
    },
    select: { id: true, productGid: true },
  });
  return listings.map(({ id, productGid }) => productGid ?? id);
}

type RisenVariant = { readonly variant: string; readonly product: string };

/** The supplier's variants whose price rose by more than the percent, with each product in the store that holds one. */
export function listRisen(
  { db, shop, connection }: ShopContext,
  { since, until, percent }: EventWindow,
): Promise<readonly RisenVariant[]> {
  return db.$queryRaw<RisenVariant[]>`
    select distinct changed.supplier_variant_id as variant,
      coalesce(listing.product_gid, listing.id::text, link.product_gid, item.id::text) as product
    from cost_change as changed
    join stocked_component as component on component.shop_id = changed.shop_id and component.mode = changed.mode
      and component.supplier_variant_id = changed.supplier_variant_id
    join stocked_item as item on item.shop_id = component.shop_id and item.id = component.item_id
    left join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
    left join variant_link as link on link.shop_id = item.shop_id and link.id = item.id
    where changed.shop_id = ${shop.id}::uuid and changed.mode = ${connection?.mode ?? "live"}
      and changed.at > ${since}::timestamptz and changed.at <= ${until}::timestamptz and changed.from_pkr > 0
      and (changed.to_pkr - changed.from_pkr)::float8 * 100 > changed.from_pkr::float8 * ${percent}`;
}
