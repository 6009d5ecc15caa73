import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { LocationGid, SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { Goods } from "./find-goods-to-import.server.ts";

/** What each step of an import needs. */
export type ImportRun = Pick<ShopContext, "shop" | "env" | "db" | "clock" | "log" | "admin"> & {
  readonly supplier: SupplierClient;
  readonly locationGid: LocationGid;
  readonly settings: ListingSettings;
  readonly terms: SaleTerms;
  /** Whether a product is looked for before it is made: it may stand in the shop unknown to us. */
  readonly looksFirst: boolean;
  /** @throws SupplierError */
  readonly goodsOf: (supplierProductId: SupplierProductId) => Promise<Goods>;
  /** Before what cannot be taken back. @throws AppError `lease_lost` */
  readonly beforeEffect: () => Promise<void>;
};
