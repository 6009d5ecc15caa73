import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Lease } from "#app/platform/queue/lease.server.ts";

/**
 * A context whose Shopify client changes nothing once the lease is lost: between an intent and its call a process may
 * have stood still while another one took over and did the same (D-33). Reading stays free.
 */
export function fenceShopifyMutations(ctx: ShopContext, lease: Lease): ShopContext {
  const { admin } = ctx;
  return {
    ...ctx,
    admin: {
      shopDomain: admin.shopDomain,
      run: async (operation, variables, options) => {
        if (operation.kind === "mutation") await lease.assertHeld();
        return admin.run(operation, variables, options);
      },
    },
  };
}
