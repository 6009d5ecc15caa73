import type { CarrierServiceState } from "../state.ts";
import type { View } from "./view.ts";

export function carrierServiceView(service: CarrierServiceState): View {
  return { __typename: "DeliveryCarrierService", ...service, formattedName: service.name };
}
