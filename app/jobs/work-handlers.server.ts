import { runImport } from "#app/domain/catalog/run-import.server.ts";
import { resolveFulfillmentOrder } from "#app/domain/orders/resolve-fulfillment-order.server.ts";
import { workOrder } from "#app/domain/orders/work-order.server.ts";
import { type ContextSource, createShopContext } from "#app/domain/shops/shop-context.server.ts";
import { settleShopState } from "#app/domain/shops/shop-life.server.ts";
import type { WorkHandlers } from "./handlers.ts";

/** What each kind of work does. */
export const workHandlers: WorkHandlers<ContextSource> = {
  order: async (app, claim) => workOrder(await createShopContext(app, claim.shopId), claim),
  fulfillment_order: async (app, claim) => {
    await resolveFulfillmentOrder(await createShopContext(app, claim.shopId), claim.subject);
    return { kind: "done" };
  },
  import: async (app, claim) => {
    await runImport(await createShopContext(app, claim.shopId), claim.subject);
    return { kind: "done" };
  },
  shop: async (app, claim) => {
    await settleShopState(await createShopContext(app, claim.shopId));
    return { kind: "done" };
  },
  privacy: async () => ({ kind: "done" }),
};
