import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { ShopFactsQuery, ShopFactsQueryVariables } from "#app/shopify/operations.generated.ts";

export const shopFacts = query<ShopFactsQuery, ShopFactsQueryVariables>(`#graphql
  query ShopFacts {
    shop {
      id name myshopifyDomain currencyCode ianaTimezone
      plan { publicDisplayName partnerDevelopment shopifyPlus }
    }
    currentAppInstallation { id accessScopes { handle } }
  }`);

export type ShopFacts = {
  readonly gid: string;
  readonly domain: string;
  readonly name: string;
  readonly currency: string;
  /** IANA name, "Asia/Karachi". */
  readonly timezone: string;
  readonly planName: string;
  readonly developmentStore: boolean;
  readonly plus: boolean;
  readonly installationGid: string;
  readonly grantedScopes: readonly string[];
};

/** The shop as it is now, and the scopes it granted. */
export async function getShop(admin: AdminClient): Promise<ShopFacts> {
  const { data } = await admin.run(shopFacts, {});
  const { shop, currentAppInstallation } = data;
  return {
    gid: shop.id,
    domain: shop.myshopifyDomain,
    name: shop.name,
    currency: shop.currencyCode,
    timezone: shop.ianaTimezone,
    planName: shop.plan.publicDisplayName,
    developmentStore: shop.plan.partnerDevelopment,
    plus: shop.plan.shopifyPlus,
    installationGid: currentAppInstallation.id,
    grantedScopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
  };
}
