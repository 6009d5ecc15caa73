import { z } from "zod";
import { activateLevel, setAvailable } from "../../commerce/inventory.ts";
import type { FulfillmentServiceState, LocationState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import { serviceView } from "../shop-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const createArgs = z.strictObject({
  name: z.string(),
  callbackUrl: text,
  inventoryManagement: z.boolean().nullish(),
  trackingSupport: z.boolean().nullish(),
  requiresShippingMethod: z.boolean().nullish(),
  // Deprecated, but the schema gives it a default, so it is always there.
  fulfillmentOrdersOptIn: z.boolean().nullish(),
});
const updateArgs = createArgs.partial({ name: true }).extend({ id: idArg });
const deleteArgs = z.strictObject({ id: idArg, inventoryAction: text, destinationLocationId: text });

export function fulfillmentServiceMutations(scene: Scene): View {
  return {
    fulfillmentServiceCreate: (args: Args) =>
      payload(["fulfillmentService"], () => {
        const input = parseArgs(createArgs, args, "fulfillmentServiceCreate");
        return { fulfillmentService: serviceView(scene, createService(scene, input)) };
      }),
    fulfillmentServiceUpdate: (args: Args) =>
      payload(["fulfillmentService"], () => {
        const input = parseArgs(updateArgs, args, "fulfillmentServiceUpdate");
        return { fulfillmentService: serviceView(scene, updateService(scene, input)) };
      }),
    fulfillmentServiceDelete: (args: Args) =>
      payload(["deletedId"], () => {
        const input = parseArgs(deleteArgs, args, "fulfillmentServiceDelete");
        deleteService(scene, input);
        return { deletedId: input.id };
      }),
  };
}

function createService(scene: Scene, input: z.infer<typeof createArgs>): FulfillmentServiceState {
  const { world, shop } = scene;
  const name = input.name.trim();
  if (name === "") throw refuseWith("Name can't be blank", ["name"]);
  if ([...shop.services.values()].some((service) => service.name === name)) {
    throw refuseWith("Name has already been taken", ["name"]);
  }
  checkCallback(scene, input.callbackUrl);
  const location: LocationState = {
    id: world.ids.next("Location"),
    name,
    isActive: true,
    isPrimary: false,
    serviceId: `${world.ids.next("FulfillmentService")}?id=true`,
    createdAt: world.clock.now(),
  };
  const service: FulfillmentServiceState = {
    id: location.serviceId ?? "",
    handle: name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    name,
    callbackUrl: input.callbackUrl ?? null,
    inventoryManagement: input.inventoryManagement ?? false,
    trackingSupport: input.trackingSupport ?? false,
    requiresShippingMethod: input.requiresShippingMethod ?? true,
    locationId: location.id,
    isOurs: true,
  };
  shop.locations.set(location.id, location);
  shop.services.set(service.id, service);
  for (const { takesNewLocations, groups } of shop.profiles) {
    if (takesNewLocations) groups[0]?.locationIds.push(location.id);
  }
  return service;
}

function updateService(scene: Scene, input: z.infer<typeof updateArgs>): FulfillmentServiceState {
  const service = scene.shop.services.get(input.id);
  if (!service) throw refuseWith("Fulfillment service could not be found.", ["id"]);
  checkCallback(scene, input.callbackUrl);
  service.name = input.name ?? service.name;
  service.callbackUrl = input.callbackUrl ?? service.callbackUrl;
  service.trackingSupport = input.trackingSupport ?? service.trackingSupport;
  service.inventoryManagement = input.inventoryManagement ?? service.inventoryManagement;
  const location = scene.shop.locations.get(service.locationId);
  if (location) location.name = service.name;
  return service;
}

export function deleteService(scene: Scene, input: z.infer<typeof deleteArgs>): void {
  const { shop, world } = scene;
  const service = shop.services.get(input.id);
  if (!service) throw refuseWith("Fulfillment service could not be found.", ["id"]);
  const action = input.inventoryAction ?? "TRANSFER";
  if (action === "TRANSFER" && !shop.locations.has(input.destinationLocationId ?? "")) {
    throw refuseWith("Invalid destination location.", ["destinationLocationId"]);
  }
  for (const item of shop.items.values()) {
    const level = item.levels.get(service.locationId);
    if (level && action === "TRANSFER" && input.destinationLocationId) {
      const destination = activateLevel(scene, item, input.destinationLocationId);
      setAvailable(scene, item, input.destinationLocationId, destination.available + level.available);
    }
    if (action !== "KEEP") item.levels.delete(service.locationId);
  }
  shop.services.delete(service.id);
  const location = shop.locations.get(service.locationId);
  if (location && action === "KEEP") location.serviceId = null;
  else shop.locations.delete(service.locationId);
  for (const { groups } of shop.profiles) {
    for (const group of groups) group.locationIds = group.locationIds.filter((id) => shop.locations.has(id));
  }
  if (action !== "KEEP") {
    world.webhooks.emit(shop, "locations/delete", { id: Number(service.locationId.split("/").at(-1)) });
  }
}

function checkCallback(scene: Scene, callbackUrl: string | null | undefined): void {
  if (!callbackUrl || !scene.world.rules.isOn("callback_url_of_app")) return;
  if (new URL(callbackUrl).host !== new URL(scene.world.options.appUrl).host) {
    throw refuseWith("Callback url is not allowed", ["callbackUrl"]);
  }
}
