import type { Listing } from "@prisma/client";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import { type PlannedListing, planListing } from "./plan-listing.ts";
import type { ImportRun } from "./run-import.server.ts";

/** What a product of the supplier's becomes in this shop; null where none of its variants has a price. */
export function planGoods(
  run: Pick<ImportRun, "shop" | "env">,
  listing: Pick<Listing, "mode">,
  product: SupplierProduct,
): PlannedListing | null {
  const planned = planListing({
    mode: listing.mode,
    product,
    vendor: run.shop.name || run.shop.domain,
    status: run.shop.deliveryReady === true ? "ACTIVE" : "DRAFT",
    hiddenNames: [new URL(run.env.SERVICE_BASE_URL).hostname],
  });
  return planned.variants.length > 0 ? planned : null;
}
