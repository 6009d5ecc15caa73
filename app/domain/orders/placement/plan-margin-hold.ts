import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { ExpectedOutcome } from "#app/domain/orders/money/expect-outcome.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { OpenLine } from "./open-lines.ts";

/** The least that is to stay of one unit; null: nothing was asked for. */
type MarginFloor = { readonly marginPkr: Rupees | null; readonly marginPercent: number | null };

type MarginHoldInput = {
  readonly before: readonly OpenLine[];
  readonly now: readonly OpenLine[];
  readonly expected: Pick<ExpectedOutcome, "margin" | "deliveredNet">;
  /** By variant of the service: what it cost when the order was made, where that has changed since. */
  readonly costThen: ReadonlyMap<SupplierVariantId, Rupees>;
  readonly floorOf: (variantId: SupplierVariantId) => MarginFloor;
};

/** Whether a rise of cost since the order was made eats up the margin asked for; null where it may go. Whole rupees. */
export function planMarginHold(input: MarginHoldInput): Hold | null {
  const { now, expected, floorOf } = input;
  const rises = listRises(input);
  const rise = riseOf(input);
  const floor = sumRupees(now.map((line) => floorOfLine(line, floorOf)));
  const first = rises.find(({ by }) => by > 0);
  if (rise <= 0 || first === undefined || leavesEnough(expected, floor)) return null;
  const params = {
    ...{ title: first.title, variantId: first.variantId },
    ...(expected.deliveredNet === null
      ? { beforeFee: expected.margin, floor, rise }
      : { margin: expected.deliveredNet, floor, rise }),
  };
  return { code: "margin_below_floor", params };
}

/** While the fee is unknown, what is left before it shows no more than that it is no loss. */
function leavesEnough({ margin, deliveredNet }: MarginHoldInput["expected"], floor: Rupees): boolean {
  return deliveredNet === null ? floor <= 0 && margin >= 0 : deliveredNet >= floor;
}

type CostRiseInput = Pick<MarginHoldInput, "before" | "now" | "costThen">;

/** By how much the goods of an order cost more than when it was made; negative when they cost less. */
export function riseOf(input: CostRiseInput): Rupees {
  return sumRupees(listRises(input).map(({ by }) => by));
}

function listRises({ before, now, costThen }: CostRiseInput) {
  const known = new Map(
    before.flatMap(({ parts }) => parts.map((part) => [part.variantId, part.wholesalePrice])),
  );
  return now.flatMap(({ title, quantity, parts }) =>
    parts.map(({ variantId, wholesalePrice, quantityPerUnit }) => {
      const then = costThen.get(variantId) ?? known.get(variantId) ?? wholesalePrice;
      return { title, variantId, by: rupees((wholesalePrice - then) * quantityPerUnit * quantity) };
    }),
  );
}

function floorOfLine(line: OpenLine, floorOf: MarginHoldInput["floorOf"]): Rupees {
  const [first] = line.parts;
  if (first === undefined) return rupees(0);
  const { marginPkr, marginPercent } = floorOf(first.variantId);
  const wholesale = line.parts.reduce((sum, part) => sum + part.wholesalePrice * part.quantityPerUnit, 0);
  const least = Math.max(marginPkr ?? 0, Math.ceil((wholesale * (marginPercent ?? 0)) / 100));
  return rupees(line.quantity * least);
}
