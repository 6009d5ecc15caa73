import type { CommandResolution } from "#app/domain/orders/commands/registry.ts";
import type { HoldParams } from "./hold-sentences.ts";

/** Buttons that lead to another page, of the app or outside of it. */
type LeadsElsewhere =
  | "grant_scopes"
  | "open_connection"
  | "open_in_shopify"
  | "open_service_dashboard"
  | "see_parcel"
  | "top_up_wallet";

/** The button beside the sentence: a command, or a page. */
export type HoldAction = CommandResolution | LeadsElsewhere;

/** Who ends the hold: time or the service, the merchant, or nobody (the order is not ours to place). */
export type HoldEnds = "by_itself" | "by_merchant" | "never";

export type HoldRule = {
  readonly sentence: (params: HoldParams) => string;
  readonly action: HoldAction;
  readonly ends: HoldEnds;
};
