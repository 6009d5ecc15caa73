import type { SerializeFrom } from "@remix-run/node";
import type { ShadowPage, ShadowQuery } from "#app/domain/orders/shadow/list-shadow-decisions.server.ts";

/** The page's data as it reaches the browser: dates are text. */
export type ShownShadow = SerializeFrom<ShadowPage> & Pick<ShadowQuery, "verdict" | "outcome">;
