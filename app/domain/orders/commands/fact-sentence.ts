import { countOfParam } from "#app/domain/messages/count-of.ts";
import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";
import { text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { Sentence } from "#app/domain/messages/timeline/fact-codes.ts";
import { listTimelineCodes, timelineSentence } from "#app/domain/messages/timeline/timeline-sentence.ts";
import { commandsByName } from "./registry.ts";

const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...Object.assign({}, ...Object.values(commandsByName()).map(({ timeline }) => timeline)),
  bulk_started: (params) => bulkSentence(params),
};

function bulkSentence(params: HoldParams): string {
  const many = countOfParam(params, "orders", { one: "order", many: "orders", unknown: "many" });
  return `${commandsByName()[text(params, "action", "")]?.bulk?.pressed ?? "A button"} was pressed for ${many}`;
}

/** One line of a timeline, what commands left on it among them. An unknown code reads as itself. */
export function factSentence(code: string, params: HoldParams): string {
  return SENTENCES[code]?.(params) ?? timelineSentence(code, params);
}

export function listFactCodes(): readonly string[] {
  return [...Object.keys(SENTENCES), ...listTimelineCodes()];
}
