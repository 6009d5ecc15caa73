import type { ProductMapping } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { LocationGid } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";

/** What carrying out a mapping needs. */
export type MappingRun = Pick<ShopContext, "shop" | "db" | "clock" | "log" | "admin"> & {
  readonly supplier: SupplierClient;
  readonly locationGid: LocationGid;
  readonly mapping: ProductMapping;
  /** Of this run alone: what was moved back since an earlier one is written once more (idempotency keys). */
  readonly occasion: string;
};
