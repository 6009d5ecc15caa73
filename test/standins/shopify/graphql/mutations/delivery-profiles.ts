import { z } from "zod";
import { toPaisa } from "../../money.ts";
import type { DeliveryProfileState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs } from "../arguments.ts";
import { deliveryProfileView } from "../shop-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const newRate = z.strictObject({
  name: z.string().min(1),
  active: z.literal(true),
  rateDefinition: z.strictObject({ price: z.strictObject({ amount: decimal, currencyCode: z.string() }) }),
  weightConditionsToCreate: z.array(
    z.strictObject({
      criteria: z.strictObject({ unit: z.literal("GRAMS"), value: z.number().min(0) }),
      operator: z.enum(["GREATER_THAN_OR_EQUAL_TO", "LESS_THAN_OR_EQUAL_TO"]),
    }),
  ),
});

const updateArgs = z.strictObject({
  id: idArg,
  profile: z.strictObject({
    methodDefinitionsToDelete: z.array(idArg).default([]),
    locationGroupsToUpdate: z
      .array(
        z.strictObject({
          id: idArg,
          zonesToUpdate: z.array(z.strictObject({ id: idArg, methodDefinitionsToCreate: z.array(newRate) })),
        }),
      )
      .default([]),
  }),
});

type Update = z.output<typeof updateArgs>["profile"];

/** All of a change is done, or nothing of it. */
export function deliveryProfileMutations(scene: Scene): View {
  return {
    deliveryProfileUpdate: (args: Args) =>
      payload(["profile"], () => {
        const { id, profile: update } = parseArgs(updateArgs, args, "deliveryProfileUpdate");
        const profile = scene.shop.profiles.find((each) => each.id === id);
        if (!profile) throw refuseWith("The delivery profile does not exist.", ["id"]);
        checkRates(profile, update.methodDefinitionsToDelete);
        const created = update.locationGroupsToUpdate.flatMap((group) =>
          group.zonesToUpdate.map((zone) => ({
            zone: findZone(profile, group.id, zone.id),
            rates: zone.methodDefinitionsToCreate.map((rate) => toRate(scene, rate)),
          })),
        );
        for (const zone of zonesOf(profile))
          zone.rates = zone.rates.filter((rate) => !update.methodDefinitionsToDelete.includes(rate.id));
        for (const { zone, rates } of created) zone.rates.push(...rates);
        return { profile: deliveryProfileView(scene, profile) };
      }),
  };
}

type Zone = DeliveryProfileState["groups"][number]["zones"][number];

function zonesOf(profile: DeliveryProfileState): readonly Zone[] {
  return profile.groups.flatMap(({ zones }) => zones);
}

function findZone(profile: DeliveryProfileState, groupId: string, zoneId: string): Zone {
  const group = profile.groups.find(({ id }) => id === groupId);
  const zone = group?.zones.find(({ id }) => id === zoneId);
  if (!zone) throw refuseWith("The zone does not exist in this location group.", ["profile"]);
  return zone;
}

function checkRates(profile: DeliveryProfileState, ids: Update["methodDefinitionsToDelete"]): void {
  const known = zonesOf(profile).flatMap(({ rates }) => rates.map(({ id }) => id));
  if (ids.some((id) => !known.includes(id)))
    throw refuseWith("A method definition does not exist in this profile.", ["profile"]);
}

function toRate({ world, shop }: Scene, rate: z.output<typeof newRate>): Zone["rates"][number] {
  const { amount, currencyCode } = rate.rateDefinition.price;
  if (currencyCode !== shop.currency) throw refuseWith("The currency is not the shop's.", ["profile"]);
  const boundOf = (wanted: string) =>
    rate.weightConditionsToCreate.find(({ operator }) => operator === wanted)?.criteria.value ?? null;
  return {
    id: world.ids.next("DeliveryMethodDefinition"),
    ...{ name: rate.name, price: toPaisa(amount) },
    fromGrams: boundOf("GREATER_THAN_OR_EQUAL_TO"),
    upToGrams: boundOf("LESS_THAN_OR_EQUAL_TO"),
  };
}
