import type { AdminClient } from "../admin-client.server.ts";
import { query } from "../operation.ts";
import type { DeliveryProfilesQuery, DeliveryProfilesQueryVariables } from "../operations.generated.ts";
import { readRest } from "./read-rest.ts";

export const deliveryProfiles = query<DeliveryProfilesQuery, DeliveryProfilesQueryVariables>(`#graphql
  query DeliveryProfiles($after: String) {
    deliveryProfiles(first: 10, after: $after) {
      nodes {
        id name default
        profileLocationGroups {
          locationGroup { locations(first: 50, includeLegacy: true) { nodes { id } } }
          locationGroupZones(first: 50) {
            nodes {
              zone { countries { code { countryCode restOfWorld } } }
              methodDefinitions(first: 5) { nodes { id active } }
            }
          }
        }
      }
      pageInfo { hasNextPage endCursor }
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
  locationGid: string,
): Promise<readonly DeliveryZone[]> {
  const first = await admin.run(deliveryProfiles, {});
  const profiles = await readRest(first.data.deliveryProfiles, async (after) => {
    const page = await admin.run(deliveryProfiles, { after });
    return page.data.deliveryProfiles;
  });
  return profiles.flatMap((profile) =>
    profile.profileLocationGroups
      .filter((group) => group.locationGroup.locations.nodes.some(({ id }) => id === locationGid))
      .flatMap((group) => group.locationGroupZones.nodes)
      .map(({ zone, methodDefinitions }) => ({
        profileId: profile.id,
        profileName: profile.name,
        isDefaultProfile: profile.default,
        countries: zone.countries.flatMap(({ code }) => code.countryCode ?? []),
        restOfWorld: zone.countries.some(({ code }) => code.restOfWorld),
        hasRates: methodDefinitions.nodes.some(({ active }) => active),
      })),
  );
}
