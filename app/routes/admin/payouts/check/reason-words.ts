import type { PutAsideReason } from "#app/domain/settlement/difference-kinds.ts";

const REASONS: Readonly<Record<PutAsideReason, string>> = {
  asked_supplier: "The supplier was asked",
  settled_otherwise: "It is settled otherwise",
  as_it_should_be: "It is as it should be",
};

export const reasonChoices = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

export function reasonWords(reason: PutAsideReason | null): string {
  return reason === null ? "Put aside" : REASONS[reason];
}
