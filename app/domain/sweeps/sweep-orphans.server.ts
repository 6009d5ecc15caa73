import {
  lookAgainAtOrphans,
  lookAtLinks,
  lookAtListed,
  lookAtStocked,
  type OrphanLook,
} from "../catalog/mapping/find-orphans.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { type Position, type SweepRun, type SweepStep, textOf } from "./sweep-run.ts";

type Look = (ctx: ShopContext, after: string | null) => Promise<OrphanLook>;

/** One after the other; the last forgets what was said before and is no longer so. */
const LOOKS: readonly { readonly name: string; readonly look: Look }[] = [
  { name: "stocked", look: lookAtStocked },
  { name: "links", look: lookAtLinks },
  { name: "listed", look: lookAtListed },
  { name: "again", look: (ctx) => lookAgainAtOrphans(ctx) },
];

/** Variants at our location that are mapped to nothing, and mappings whose variant is gone. Asks Shopify only. */
export async function sweepOrphans({ ctx }: SweepRun, position: Position | null): Promise<SweepStep> {
  const at = Math.max(
    0,
    LOOKS.findIndex(({ name }) => name === textOf(position, "look")),
  );
  const found = await LOOKS[at]?.look(ctx, textOf(position, "after"));
  const following = LOOKS[at + 1];
  if (found === undefined) return { next: null, tally: {} };
  return {
    next: nextOf(LOOKS[at]?.name, found.next, following?.name),
    tally: { seen: found.seen, orphans: found.found },
    write: async (tx) => {
      await found.write(tx);
      return undefined;
    },
  };
}

function nextOf(name = "", after: string | null, following: string | undefined): Position | null {
  if (after !== null) return { look: name, after };
  return following === undefined ? null : { look: following };
}
