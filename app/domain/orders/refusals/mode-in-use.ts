import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** Whose parcels count: those of the key that is in use, since the two modes know nothing of each other. */
export function modeInUse({ connection }: Pick<ShopContext, "connection">): Mode {
  return connection?.mode ?? "live";
}
