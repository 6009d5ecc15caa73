import type { DeliveryZone } from "#app/shopify/operations/shop/list-delivery-zones.ts";

/**
 * Whether some profile ships to a country. Within a profile a zone that names the country decides; the rest of the
 * world counts only where none does.
 */
export function shipsTo(zones: readonly DeliveryZone[], country: string): boolean {
  const byProfile = Map.groupBy(zones, ({ profileId }) => profileId);
  return [...byProfile.values()].some((ofProfile) => {
    const named = ofProfile.filter(({ countries }) => countries.includes(country));
    const deciding = named.length > 0 ? named : ofProfile.filter(({ restOfWorld }) => restOfWorld);
    return deciding.some(({ hasRates }) => hasRates);
  });
}
