import { IMPORT_LIMIT, type StartImportResult } from "#app/domain/catalog/import/start-import.server.ts";
import { describeImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";

/** By product, then by variant: what is wrong with its price. */
export type PriceSentences = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type ReviewAnswer = ActionAnswer & { readonly problems?: PriceSentences };

type NotStarted = Exclude<StartImportResult, { kind: "started" }>;

export function toReviewAnswer(outcome: NotStarted): ReviewAnswer {
  switch (outcome.kind) {
    case "prices_too_low":
      return {
        ok: false,
        reason: "Some prices are below the lowest the supplier allows.",
        detail: "They are marked below. Nothing was imported yet.",
        problems: toSentences(outcome.problems),
      };
    case "all_in_store":
      return { ok: false, reason: "All of these products are in your store already." };
    case "not_now":
      return { ok: false, reason: outcome.reason };
    case "nothing_chosen":
      return { ok: false, reason: "No product is chosen.", detail: "Choose some in the catalog." };
    case "too_many":
      return {
        ok: false,
        reason: `More than ${IMPORT_LIMIT.toLocaleString("en-US")} products cannot be imported at once.`,
        detail: "Narrow the catalog down and import in parts.",
      };
    case "not_connected":
      return { ok: false, reason: "The supplier is not connected." };
    case "currency_not_pkr": {
      const { title, whatToDo } = describeImportFailure(outcome.kind);
      return { ok: false, reason: title, detail: whatToDo };
    }
    case "not_set_up":
      return { ok: false, reason: "The set-up is not finished.", detail: "Open Home and finish it first." };
  }
}

function toSentences(problems: Extract<NotStarted, { kind: "prices_too_low" }>["problems"]): PriceSentences {
  const byProduct = Map.groupBy(problems, ({ supplierProductId }) => supplierProductId);
  return Object.fromEntries(
    [...byProduct].map(([id, own]) => [
      id,
      Object.fromEntries(own.map(({ variantId, sentence }) => [variantId, sentence])),
    ]),
  );
}
