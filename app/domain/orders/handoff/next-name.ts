type Named = { readonly sequence: number; readonly revision: number };

type Question = {
  /** All of one mode, in their order. */
  readonly handoffs: readonly Named[];
  /** Refused by the service: its correction keeps its name. */
  readonly refused: Named | null;
  readonly isReplacement: boolean;
};

/** Which handoff of its order the next one is: a replacement is the last one's next revision (R5). */
export function nextName({ handoffs, refused, isReplacement }: Question): Named {
  const last = handoffs.at(-1);
  if (refused) return { sequence: refused.sequence, revision: refused.revision };
  if (!last) return { sequence: 1, revision: 1 };
  return isReplacement
    ? { sequence: last.sequence, revision: last.revision + 1 }
    : { sequence: last.sequence + 1, revision: 1 };
}
