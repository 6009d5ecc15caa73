import { forgetCatalog } from "#app/domain/catalog/browse/save-catalog.server.ts";
import {
  type ConnectInput,
  type ConnectResult,
  connectSupplier as connectWith,
} from "#app/domain/connection/connect-supplier.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";

/** Connects a key as the settings page does. */
export function connectSupplier(ctx: ShopContext, input: ConnectInput): Promise<ConnectResult> {
  return connectWith({ ...ctx, forgetCatalog }, input);
}
