import type { SerializeFrom } from "@remix-run/node";
import type { Settings } from "#app/domain/shops/get-settings.server.ts";

/** The settings as they reach the browser: dates are text. */
export type ShownSettings = SerializeFrom<Settings>;
export type ShownConnection = ShownSettings["connections"][number];
