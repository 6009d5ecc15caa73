import type { TakenOutWay } from "#app/domain/catalog/listings/listing-state.ts";
import type { ListingId, ProductGid } from "#app/platform/ids.ts";
/** A listing as far as it matters to whether it is on sale. */
export type StockedListing = {
  readonly id: ListingId;
  readonly productGid: ProductGid;
  /** Nothing is left of any of its variants. */
  readonly isOut: boolean;
  /** What the merchant wants then. */
  readonly whenOut: "quantity" | "draft" | "hide" | "nothing";
  /** What we did to it so far; null: nothing. With `quantity` the change guard stopped there and asks. */
  readonly takenOut: TakenOutWay | null;
  /** When that was done; null while it is only intended. */
  readonly takenOutAt: Date | null;
};

/** take_out: make it a draft · put_back: undo what we did ourselves · leave: nothing to do */
export type TakeOutPlan = "take_out" | "put_back" | "leave";

/**
 * Whether a listing without stock is taken off the store, or one with stock comes back. Hiding single variants needs a
 * permission over sales channels that Karwan does not ask for: it counts as quantity 0.
 */
export function planTakeOut({ isOut, whenOut, takenOut, takenOutAt }: StockedListing): TakeOutPlan {
  const wants = isOut && whenOut === "draft";
  if (wants && takenOut === null) return "take_out";
  if (wants && takenOut === "draft" && takenOutAt === null) return "take_out";
  if (!isOut && takenOut === "quantity") return "put_back";
  return !wants && takenOut === "draft" ? "put_back" : "leave";
}
