import { z } from "zod";
import type { CarrierServiceState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs } from "../arguments.ts";
import { carrierServiceView } from "../carrier-service-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const createArgs = z.strictObject({
  input: z.strictObject({
    name: z.string(),
    callbackUrl: z.string(),
    active: z.boolean(),
    supportsServiceDiscovery: z.boolean(),
  }),
});
const updateArgs = z.strictObject({
  input: z.strictObject({
    id: idArg,
    name: z.string().optional(),
    callbackUrl: z.string().optional(),
    active: z.boolean().optional(),
  }),
});
const deleteArgs = z.strictObject({ id: idArg });

const CREATE_FAILED = "CARRIER_SERVICE_CREATE_FAILED";
const UPDATE_FAILED = "CARRIER_SERVICE_UPDATE_FAILED";

export function carrierServiceMutations(scene: Scene): View {
  const { shop } = scene;
  return {
    carrierServiceCreate: (args: Args) =>
      payload(["carrierService"], () => {
        const { input } = parseArgs(createArgs, args, "carrierServiceCreate");
        return { carrierService: carrierServiceView(createService(scene, input)) };
      }),
    carrierServiceUpdate: (args: Args) =>
      payload(["carrierService"], () => {
        const { input } = parseArgs(updateArgs, args, "carrierServiceUpdate");
        const service = shop.carrierServices.get(input.id);
        if (!service) throw refuseWith("The carrier or app could not be found.", ["id"], UPDATE_FAILED);
        if (input.callbackUrl !== undefined) checkCallback(scene, input.callbackUrl, UPDATE_FAILED);
        Object.assign(service, input);
        return { carrierService: carrierServiceView(service) };
      }),
    carrierServiceDelete: (args: Args) =>
      payload(["deletedId"], () => {
        const { id } = parseArgs(deleteArgs, args, "carrierServiceDelete");
        if (!shop.carrierServices.delete(id))
          throw refuseWith("The carrier or app could not be found.", ["id"]);
        return { deletedId: id };
      }),
  };
}

function createService(scene: Scene, input: z.infer<typeof createArgs>["input"]): CarrierServiceState {
  const { world, shop } = scene;
  const { name, shopifyPlus, partnerDevelopment } = shop.plan;
  const hasPlan = shopifyPlus || partnerDevelopment || name === "Advanced";
  if (!hasPlan && world.rules.isOn("carrier_rates_plan")) {
    const message = "Carrier Calculated Shipping must be enabled for your store";
    throw refuseWith(message, null, CREATE_FAILED);
  }
  if ([...shop.carrierServices.values()].some((service) => service.name === input.name))
    throw refuseWith(`${input.name} is already configured`, ["name"], CREATE_FAILED);
  checkCallback(scene, input.callbackUrl, CREATE_FAILED);
  const service = { id: world.ids.next("DeliveryCarrierService"), ...input };
  shop.carrierServices.set(service.id, service);
  return service;
}

function checkCallback({ world }: Scene, callbackUrl: string, code: string): void {
  const { appUrl } = world.options;
  if (new URL(callbackUrl).host !== new URL(appUrl).host && world.rules.isOn("callback_url_of_app"))
    throw refuseWith("Callback url is not allowed", ["callbackUrl"], code);
}
