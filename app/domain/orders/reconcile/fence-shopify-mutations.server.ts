import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { assertLeaseHeld, type ClaimedWork } from "#app/platform/queue/work.server.ts";

/**
 * A context whose Shopify client changes nothing once the lease is lost: between an intent and its call a process may
 * have stood still while another one took over and did the same (D-33). Reading stays free.
 */
export function fenceShopifyMutations(ctx: ShopContext, claim: ClaimedWork): ShopContext {
  const { admin, db } = ctx;
  return {
    ...ctx,
    admin: {
      shopDomain: admin.shopDomain,
      run: async (operation, variables, options) => {
        if (operation.kind === "mutation") await assertLeaseHeld(db, claim);
        return admin.run(operation, variables, options);
      },
    },
  };
}
