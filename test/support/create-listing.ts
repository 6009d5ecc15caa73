import type { Listing, Prisma } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import type { ProductGid, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

type CreateListingInput = {
  readonly shopId: ShopId;
  /** Of the product; another one for each. */
  readonly number: number;
  readonly over?: Partial<Prisma.ListingUncheckedCreateInput>;
};

/** A product that stands in the store. */
export function createListing(db: Db, { shopId, number, over }: CreateListingInput): Promise<Listing> {
  const productGid = asId<ProductGid>(`gid://shopify/Product/${number}`);
  const row = {
    shopId,
    mode: "live",
    supplierProductId: asId<SupplierProductId>(`p${number}`),
    state: "ready",
  } as const;
  return db.listing.create({ data: { ...row, productGid, ...over } });
}
