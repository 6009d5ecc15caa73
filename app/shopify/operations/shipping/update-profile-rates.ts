import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  DeliveryProfileUpdateMutation,
  DeliveryProfileUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const deliveryProfileUpdate = mutation<
  DeliveryProfileUpdateMutation,
  DeliveryProfileUpdateMutationVariables
>(
  `#graphql
  mutation DeliveryProfileUpdate($id: ID!, $profile: DeliveryProfileInput!) {
    deliveryProfileUpdate(id: $id, profile: $profile) {
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

type NewRate = {
  readonly name: string;
  readonly fromGrams: number;
  readonly upToGrams: number | null;
  readonly pkr: number;
};

export type ProfileRatesChange = {
  readonly profileId: string;
  /** In whichever zones of the profile they stand. */
  readonly remove: readonly string[];
  /** Null where nothing is put in. */
  readonly create: {
    readonly groupId: string;
    readonly zoneId: string;
    readonly rates: readonly NewRate[];
  } | null;
};

/**
 * Takes rates out of a delivery profile and puts others into one of its zones, in one change. Sent twice the new ones stand
 * there twice. Needs `write_shipping`.
 */
export async function updateProfileRates(admin: AdminClient, change: ProfileRatesChange): Promise<void> {
  const { profileId, remove, create } = change;
  await admin.run(deliveryProfileUpdate, {
    id: profileId,
    profile: {
      methodDefinitionsToDelete: [...remove],
      ...(create === null ? {} : { locationGroupsToUpdate: [toGroupChange(create)] }),
    },
  });
}

function toGroupChange({ groupId, zoneId, rates }: NonNullable<ProfileRatesChange["create"]>) {
  const zone = { id: zoneId, methodDefinitionsToCreate: rates.map(toMethodDefinition) };
  return { id: groupId, zonesToUpdate: [zone] };
}

function toMethodDefinition({ name, fromGrams, upToGrams, pkr }: NewRate) {
  const weight = (value: number) => ({ unit: "GRAMS" as const, value });
  const from = { criteria: weight(fromGrams), operator: "GREATER_THAN_OR_EQUAL_TO" as const };
  const upTo =
    upToGrams === null ? [] : [{ criteria: weight(upToGrams), operator: "LESS_THAN_OR_EQUAL_TO" as const }];
  return {
    ...{ name, active: true },
    rateDefinition: { price: { amount: String(pkr), currencyCode: "PKR" as const } },
    weightConditionsToCreate: [from, ...upTo],
  };
}
