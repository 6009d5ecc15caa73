import { countOfParam } from "#app/domain/messages/count-of.ts";
import { text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { FactSentences } from "./fact-codes.ts";

const HOW_OUT: Readonly<Record<string, string>> = {
  draft: "hidden as a draft",
  archive: "archived",
  quantity: "its stock set to 0",
};

const FIELDS: Readonly<Record<string, string>> = {
  title: "The title was",
  description: "The description was",
  images: "The images were",
  price: "A price was",
};

/** What became of a listing after it was imported. */
export const LISTING_FACTS = {
  taken_out: (p) =>
    `The supplier no longer offers a product: ${HOW_OUT[text(p, "how", "")] ?? "taken out of sale"}`,
  brought_back: () => "The supplier offers a product again: it is back as it was",
  field_unlocked: (p) => `${FIELDS[text(p, "field", "")] ?? "A field was"} given back to Karwan`,
  taken_over: () => "A change of the supplier's was taken over",
  kept_as_it_is: () => "A change of the supplier's was left as it is",
  unlink_pressed: () => "Unlink was pressed",
  delete_pressed: () => "Delete was pressed",
  listing_unlinked: () => "A product was unlinked from the supplier",
  listing_deleted: () => "A product was deleted from the store, and the supplier syncs it no longer",
  sync_stopped: (p) =>
    `${p.change === "news_out" ? "Taking products out of sale" : "Changing prices"} stopped to ask: ${text(p, "changing", "many")} of ${countOfParam(p, "of", { one: "listing", many: "listings", unknown: "all" })} within an hour`,
  sync_answered: (p) =>
    `${p.change === "news_out" ? "Taking products out of sale" : "Changing prices"}: ${p.answer === "go" ? "Go on was pressed" : "Leave as it is was pressed"}`,
  listing_policy_saved: () => "What happens when the supplier changes something was changed",
  imports_dropped: (p) =>
    `The supplier stopped syncing ${countOfParam(p, "count", { one: "product that is no listing", many: "products that are no listings", unknown: "some" })}`,
} as const satisfies FactSentences;
