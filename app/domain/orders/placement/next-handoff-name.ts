type HandoffName = { readonly sequence: number; readonly revision: number };

type NextHandoffNameInput = {
  /** All of one mode, in their order. */
  readonly handoffs: readonly HandoffName[];
  /** Refused by the service: its correction keeps its name. */
  readonly refused: HandoffName | null;
  readonly isReplacement: boolean;
};

/** Which handoff of its order the next one is: a replacement is the last one's next revision (R5). */
export function nextHandoffName({ handoffs, refused, isReplacement }: NextHandoffNameInput): HandoffName {
  const last = handoffs.at(-1);
  if (refused) return { sequence: refused.sequence, revision: refused.revision };
  if (!last) return { sequence: 1, revision: 1 };
  return isReplacement
    ? { sequence: last.sequence, revision: last.revision + 1 }
    : { sequence: last.sequence + 1, revision: 1 };
}
