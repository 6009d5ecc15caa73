import type { SerializeFrom } from "@remix-run/node";
import type { DeliveryPage } from "#app/domain/delivery-charge/delivery-settings.server.ts";

/** The page as it reaches the browser: dates are text. */
export type ShownDelivery = SerializeFrom<DeliveryPage>;
