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
          countriesInAnyZone { country { code { countryCode restOfWorld } } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`);

export type DeliveryProfile = {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** Countries some rate of this profile ships to from the asked location. "*" stands for the rest of the world. */
  readonly countries: readonly string[];
};

/** The delivery profiles that ship from a location, and where to (R45). Needs `read_shipping`. */
export async function listDeliveryProfiles(
  admin: AdminClient,
  locationGid: string,
): Promise<readonly DeliveryProfile[]> {
  const first = await admin.run(deliveryProfiles, {});
  const profiles = await readRest(first.data.deliveryProfiles, async (after) => {
    const page = await admin.run(deliveryProfiles, { after });
    return page.data.deliveryProfiles;
  });
  return profiles.flatMap((profile) => {
    const groups = profile.profileLocationGroups.filter((group) =>
      group.locationGroup.locations.nodes.some((location) => location.id === locationGid),
    );
    if (groups.length === 0) return [];
    const countries = groups.flatMap((group) =>
      group.countriesInAnyZone.map(({ country }) =>
        country.code.restOfWorld ? "*" : (country.code.countryCode ?? ""),
      ),
    );
    return [{ id: profile.id, name: profile.name, isDefault: profile.default, countries }];
  });
}
