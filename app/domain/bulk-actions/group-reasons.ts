/** Why an action does not fit some of the chosen things. */
export type UnableThings = {
  readonly reason: string;
  readonly count: number;
  /** The first of their names. */
  readonly names: readonly string[];
};

const NAMES = 3;

/** Things by the reason they are left out for, the commonest reason first. */
export function groupReasons(
  unable: readonly { readonly name: string; readonly reason: string }[],
): readonly UnableThings[] {
  return [...Map.groupBy(unable, ({ reason }) => reason)]
    .map(([reason, same]) => ({
      ...{ reason, count: same.length },
      names: same.slice(0, NAMES).map(({ name }) => name),
    }))
    .sort((a, b) => b.count - a.count);
}
