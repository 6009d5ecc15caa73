import type { SerializeFrom } from "@remix-run/node";
import type { PayoutsPage } from "#app/domain/payouts/get-payouts-page.server.ts";

/** The payouts as they reach the browser: dates are text. */
export type ShownPayouts = SerializeFrom<PayoutsPage>;
export type ShownDay = ShownPayouts["days"][number];
