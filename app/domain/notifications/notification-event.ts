import type { NotificationKind } from "./notification-kinds.ts";

/** What came up after `since` and not after `until`, and is still so. */
export type EventWindow = {
  readonly since: Date;
  readonly until: Date;
  /** A price that rises by more percent is mailed. */
  readonly percent: number;
};

/** What came up of one kind: counts and the names of orders, no word that anybody else wrote (R54). */
export type NotificationEvent = {
  readonly kind: NotificationKind;
  readonly count: number;
  /** Of orders, the oldest question first. */
  readonly names: readonly string[];
  /** Of parcels that wait for funds, the first. */
  readonly deadline: Date | null;
  /** Whether paying by itself stopped. */
  readonly hasStopped: boolean;
  /** So many variants whose supplier's price rose by more than the percent. */
  readonly risen: number;
  readonly percent: number;
  readonly emptyInDays: number | null;
};
