import { text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { FactSentences } from "./fact-codes.ts";

/** What a workflow asks for, in the words of the order's page. */
const ASKED: Readonly<Record<string, string>> = {
  place: "place it",
  hold: "hold it",
  cancel: "cancel it",
  retry: "look at it again",
};

/** What is switched, as Settings calls it. */
const SWITCHED: Readonly<Record<string, string>> = {
  held: "Telling Flow of held orders",
  placed: "Telling Flow of placed orders",
  shipped: "Telling Flow of shipped parcels",
  delivered: "Telling Flow of delivered parcels",
  refused: "Telling Flow of refused parcels",
  awaiting_funds: "Telling Flow of orders that wait for funds",
  margin_released: "Telling Flow of released margins",
  cost_up: "Telling Flow of risen costs",
  product_removed: "Telling Flow of removed products",
  place: "Placing orders by Flow",
  hold: "Holding orders by Flow",
  cancel: "Cancelling orders by Flow",
  retry: "Retrying orders by Flow",
};

export const FLOW_FACTS = {
  flow_asked: (p) => `A Flow workflow asked to ${ASKED[text(p, "action", "")] ?? "do something"}`,
  flow_switched: (p) =>
    `${SWITCHED[text(p, "what", "")] ?? "Something of Flow"} was switched ${text(p, "state", "on or off")}`,
} as const satisfies FactSentences;
