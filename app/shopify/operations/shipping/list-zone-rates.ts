import type { LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { ZoneRatesQuery, ZoneRatesQueryVariables } from "#app/shopify/operations.generated.ts";

export const zoneRates = query<ZoneRatesQuery, ZoneRatesQueryVariables>(`#graphql
  query ZoneRates($profileId: ID!) {
    deliveryProfile(id: $profileId) {
      id name
      profileLocationGroups {
        locationGroup { id locations(first: 20, includeLegacy: true) { nodes { id } } }
        locationGroupZones(first: 5) {
          nodes {
            zone { id name countries { code { countryCode restOfWorld } } }
            methodDefinitions(first: 15) {
              nodes {
                id name active
                rateProvider { ... on DeliveryRateDefinition { price { amount } } }
              }
            }
          }
        }
      }
    }
  }`);

/** A rate customers may choose; `price` is null where a carrier or an app says it. */
export type ZoneRate = { readonly id: string; readonly name: string; readonly price: string | null };

export type RatedZone = {
  readonly profileId: string;
  readonly profileName: string;
  readonly groupId: string;
  readonly zoneId: string;
  readonly zoneName: string;
  /** Locations that ship by these rates too. */
  readonly otherLocations: number;
  readonly rates: readonly ZoneRate[];
};

/**
 * The zones of a profile that name a country and ship from a location, with their active rates: of the first twenty
 * locations of a group, five zones and fifteen rates. Needs `read_shipping`.
 */
export async function listZoneRates(
  admin: AdminClient,
  {
    profileId,
    locationGid,
    country,
  }: {
    readonly profileId: string;
    readonly locationGid: LocationGid;
    readonly country: string;
  },
): Promise<readonly RatedZone[]> {
  const { data } = await admin.run(zoneRates, { profileId });
  const profile = data.deliveryProfile;
  if (!profile) return [];
  const groups = profile.profileLocationGroups.filter(({ locationGroup }) =>
    locationGroup.locations.nodes.some(({ id }) => id === locationGid),
  );
  return groups.flatMap(({ locationGroup, locationGroupZones }) =>
    locationGroupZones.nodes
      .filter(({ zone }) => zone.countries.some(({ code }) => code.countryCode === country))
      .map(({ zone, methodDefinitions }) => ({
        ...{ profileId: profile.id, profileName: profile.name, groupId: locationGroup.id },
        ...{ zoneId: zone.id, zoneName: zone.name },
        otherLocations: locationGroup.locations.nodes.length - 1,
        rates: methodDefinitions.nodes
          .filter(({ active }) => active)
          .map(({ id, name, rateProvider }) => ({
            ...{ id, name, price: "price" in rateProvider ? rateProvider.price.amount : null },
          })),
      })),
  );
}

/**
 * Which of these rates still stand in a profile, in whichever zone and whether or not they are active; none where the
 * profile is gone. Of each group the first five zones are looked at, of each zone fifteen rates. Needs `read_shipping`.
 */
export async function listExistingRates(
  admin: AdminClient,
  { profileId, rateIds }: { readonly profileId: string; readonly rateIds: readonly string[] },
): Promise<readonly string[]> {
  const { data } = await admin.run(zoneRates, { profileId });
  const zones = data.deliveryProfile?.profileLocationGroups.flatMap(
    ({ locationGroupZones }) => locationGroupZones.nodes,
  );
  const existing = new Set(
    zones?.flatMap(({ methodDefinitions }) => methodDefinitions.nodes.map(({ id }) => id)),
  );
  return rateIds.filter((id) => existing.has(id));
}
