import type { DeliverySource } from "#app/domain/deliveries/delivery-source.ts";
import type { SealedPlace } from "#app/platform/crypto/crypto.ts";

/** The topic of a report a sweep took from the service's list: it did not arrive by itself. */
export const listedTopic = "order.listed";

/** Where a receipt's body is sealed to. */
export function deliveryPlace(delivery: {
  readonly source: DeliverySource;
  readonly key: string;
}): SealedPlace {
  return { table: "delivery", row: `${delivery.source}/${delivery.key}`, column: "body_enc" };
}
