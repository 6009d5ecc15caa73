import type { ShopState } from "#app/domain/context/shop-state.ts";
import type { SweepName } from "#app/platform/queue/work-subjects.ts";

/** Something that is looked at again and again: for each shop, or for each of its connections. */
export type ScheduleSpec = {
  readonly kind: SweepName;
  readonly per: "shop" | "connection";
  /** How often at first; a run may set its own row to another pace. */
  readonly everyMs: number;
  /** States of a shop in which it runs; in others its time passes by. */
  readonly shopStates: readonly ShopState[];
  /** Of every shop, also one whose set-up never ended or that was erased. */
  readonly beforeSetUp?: boolean;
};
