import type { LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  DeliveryGroupLocationsQuery,
  DeliveryGroupLocationsQueryVariables,
  DeliveryGroupZonesQuery,
  DeliveryGroupZonesQueryVariables,
  DeliveryProfilesQuery,
  DeliveryProfilesQueryVariables,
} from "#app/shopify/operations.generated.ts";

const zoneFields = `#graphql
  fragment ZoneFields on DeliveryLocationGroupZone {
    zone { countries { code { countryCode restOfWorld } } }
    methodDefinitions(first: 5) { nodes { active } }
  }`;

/** Three profiles at a time: with all their zones and locations more would ask for hundreds of points (D-85). */
export const deliveryProfiles = query<DeliveryProfilesQuery, DeliveryProfilesQueryVariables>(`#graphql
  query DeliveryProfiles($after: String) {
    deliveryProfiles(first: 3, after: $after) {
      nodes {
        id name default
        profileLocationGroups {
          locationGroup {
            id
            locations(first: 50, includeLegacy: true) { nodes { id } pageInfo { hasNextPage endCursor } }
          }
          locationGroupZones(first: 10) { nodes { ...ZoneFields } pageInfo { hasNextPage endCursor } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${zoneFields}`);

export const deliveryGroupZones = query<DeliveryGroupZonesQuery, DeliveryGroupZonesQueryVariables>(`#graphql
  query DeliveryGroupZones($profileId: ID!, $groupId: ID!, $after: String) {
    deliveryProfile(id: $profileId) {
      profileLocationGroups(locationGroupId: $groupId) {
        locationGroupZones(first: 50, after: $after) { nodes { ...ZoneFields } pageInfo { hasNextPage endCursor } }
      }
    }
  }
  ${zoneFields}`);

export const deliveryGroupLocations = query<
  DeliveryGroupLocationsQuery,
  DeliveryGroupLocationsQueryVariables
>(`#graphql
  query DeliveryGroupLocations($profileId: ID!, $groupId: ID!, $after: String) {
    deliveryProfile(id: $profileId) {
      profileLocationGroups(locationGroupId: $groupId) {
        locationGroup {
          locations(first: 250, after: $after, includeLegacy: true) {
            nodes { id }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }`);

export type DeliveryZone = {
  readonly profileId: string;
  readonly profileName: string;
  readonly isDefaultProfile: boolean;
  /** Two-letter codes. */
  readonly countries: readonly string[];
  readonly restOfWorld: boolean;
  readonly hasRates: boolean;
};

/** The zones of all delivery profiles that ship from a location (R45). Needs `read_shipping`. */
export async function listDeliveryZones(
  admin: AdminClient,
  locationGid: LocationGid,
): Promise<readonly DeliveryZone[]> {
  const first = await admin.run(deliveryProfiles, {});
  const profiles = await readRest(first.data.deliveryProfiles, async (after) => {
    const page = await admin.run(deliveryProfiles, { after });
    return page.data.deliveryProfiles;
  });
  const zones = await Promise.all(
    profiles.map(async (profile) => {
      const groups = profile.profileLocationGroups;
      const ofGroups = await Promise.all(
        groups.map((group) => zonesFrom(admin, { profileId: profile.id, group, locationGid })),
      );
      return ofGroups.flat().map((zone) => toDeliveryZone(profile, zone));
    }),
  );
  return zones.flat();
}

type Profile = DeliveryProfilesQuery["deliveryProfiles"]["nodes"][number];
type Group = Profile["profileLocationGroups"][number];
type Zone = Group["locationGroupZones"]["nodes"][number];
type GroupOfProfile = {
  readonly profileId: string;
  readonly group: Group;
  readonly locationGid: LocationGid;
};

/** The zones of a location group that the location belongs to; none of another. */
async function zonesFrom(admin: AdminClient, of: GroupOfProfile): Promise<readonly Zone[]> {
  const { profileId, group, locationGid } = of;
  const groupId = group.locationGroup.id;
  const locations = await readRest(group.locationGroup.locations, async (after) => {
    const { data } = await admin.run(deliveryGroupLocations, { profileId, groupId, after });
    return data.deliveryProfile?.profileLocationGroups[0]?.locationGroup.locations ?? null;
  });
  if (!locations.some(({ id }) => id === locationGid)) return [];
  return readRest(group.locationGroupZones, async (after) => {
    const { data } = await admin.run(deliveryGroupZones, { profileId, groupId, after });
    return data.deliveryProfile?.profileLocationGroups[0]?.locationGroupZones ?? null;
  });
}

function toDeliveryZone(profile: Profile, { zone, methodDefinitions }: Zone): DeliveryZone {
  return {
    profileId: profile.id,
    profileName: profile.name,
    isDefaultProfile: profile.default,
    countries: zone.countries.flatMap(({ code }) => code.countryCode ?? []),
    restOfWorld: zone.countries.some(({ code }) => code.restOfWorld),
    hasRates: methodDefinitions.nodes.some(({ active }) => active),
  };
}
