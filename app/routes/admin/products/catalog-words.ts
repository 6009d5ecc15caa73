import type { NoCatalog } from "#app/domain/catalog/browse/browse-catalog.server.ts";
import type { CatalogCard } from "#app/domain/catalog/browse/to-card.ts";
import type { ImportOutcome } from "#app/domain/catalog/import/import-product.server.ts";
import { describeRefusal } from "#app/domain/messages/failures/connection-refusal.ts";
import { describeImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import type { RunNowOutcome } from "#app/domain/sweeps/bring-forward.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

/** Why the catalog cannot be shown, and the first step. */
export function toCatalogTrouble(outcome: NoCatalog) {
  if (outcome.kind === "not_connected") {
    return {
      title: "Connect the supplier first",
      text: "The supplier's products appear here once your key is connected.",
      step: { label: "Connect", url: "/settings/connection" },
    };
  }
  const { title, whatToDo } = describeRefusal(outcome.refusal.code);
  return { title, text: whatToDo, step: { label: "See the connection", url: "/settings/connection" } };
}

/** An import that has begun names the listing to watch. */
export type ImportAnswer = ActionAnswer & { readonly listingId?: string };

export function toImportAnswer(outcome: ImportOutcome): ImportAnswer {
  switch (outcome.kind) {
    case "started":
      return { ok: true, done: "Adding it to your store", listingId: outcome.listingId };
    case "already_in_store":
      return { ok: true, done: "It is in your store already", listingId: outcome.listingId };
    case "not_connected":
      return { ok: false, reason: "The supplier is not connected." };
    case "currency_not_pkr": {
      const { title, whatToDo } = describeImportFailure(outcome.kind);
      return { ok: false, reason: title, detail: whatToDo };
    }
    case "not_set_up":
      return {
        ok: false,
        reason: "The set-up is not finished.",
        detail: "Open Home and finish it, then import.",
      };
  }
}

export function toRefreshAnswer(outcome: RunNowOutcome | null): ActionAnswer {
  if (outcome?.kind === "asked") return { ok: true, done: "Reading the catalog" };
  return { ok: false, reason: "The supplier is not connected." };
}

export function stockWords({ inStock, stock }: Pick<CatalogCard, "inStock" | "stock">): string {
  if (!inStock) return "Out of stock";
  return stock > 0 ? `${stock.toLocaleString("en-US")} in stock` : "In stock";
}

/** "0.8 kg · ships from Supplier store 1": what decides shipping, and what travels together. */
export function parcelWords({ weightKg, storeName }: Pick<CatalogCard, "weightKg" | "storeName">): string {
  const weight = weightKg === null ? "weight unknown" : `${weightKg} kg`;
  return storeName === null ? weight : `${weight} · ships from ${storeName}`;
}
