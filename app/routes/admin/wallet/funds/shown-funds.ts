import type { SerializeFrom } from "@remix-run/node";
import type { loadFunds } from "./load-funds.server.ts";

/** What waits for funds as it reaches the browser: dates are text. */
export type ShownFunds = SerializeFrom<typeof loadFunds>;
export type ShownWaiting = ShownFunds["parcels"][number];
