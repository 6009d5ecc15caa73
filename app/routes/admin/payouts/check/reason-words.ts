const REASONS: Readonly<Record<string, string>> = {
  asked_supplier: "The supplier was asked",
  settled_otherwise: "It is settled otherwise",
  as_it_should_be: "It is as it should be",
};

export const reasonChoices = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

export function reasonWords(reason: string | null): string {
  return REASONS[reason ?? ""] ?? "Put aside";
}
