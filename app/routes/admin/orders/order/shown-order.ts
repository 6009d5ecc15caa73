import type { SerializeFrom } from "@remix-run/node";
import type { OrderPage } from "#app/domain/orders/page/get-order-page.server.ts";

/** The page's data as it reaches the browser: dates are text. */
export type ShownOrder = SerializeFrom<OrderPage>;
export type ShownParcel = ShownOrder["parcels"][number];
export type ShownHold = ShownOrder["holds"][number];
export type HoldResolution = ShownHold["resolutions"][number];
