/** What a run would change, of how many listings, and from which percent on it has to ask. */
export type ChangeGuardFacts = {
  readonly changing: number;
  readonly of: number;
  /** A setting of the shop, `changeGuardPercent`. */
  readonly percent: number;
};

/** Below this many listings the percent says little: a shop of three would be asked about each. */
const TOO_FEW = 5;

/**
 * Whether a run that nobody pressed stops and asks first: it would change more than the shop's percent of all listings.
 * A change of fewer than five listings goes on. What a person pressed with its preview seen has been asked already.
 */
export function exceedsChangeGuard({ changing, of, percent }: ChangeGuardFacts): boolean {
  return changing >= TOO_FEW && changing * 100 > of * percent;
}
