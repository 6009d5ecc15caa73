import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Position, type SweepRun, type SweepStep, textOf } from "#app/domain/sweeps/sweep-run.ts";
import {
  checkListedVariants,
  checkMappedVariants,
  findOrphansAtLocation,
  type OrphanPage,
  recheckOpenOrphans,
} from "./find-orphans.server.ts";

type OrphanCheck = (ctx: ShopContext, after: string | null) => Promise<OrphanPage>;

/** One after the other; the last forgets what was said before and is no longer so. */
const ORPHAN_CHECKS: readonly { readonly name: string; readonly look: OrphanCheck }[] = [
  { name: "stocked", look: findOrphansAtLocation },
  { name: "links", look: checkMappedVariants },
  { name: "listed", look: checkListedVariants },
  { name: "again", look: (ctx) => recheckOpenOrphans(ctx) },
];

/** Variants at our location that are mapped to nothing, and mappings whose variant is gone. Asks Shopify only. */
export async function sweepOrphans({ ctx }: SweepRun, position: Position | null): Promise<SweepStep> {
  const at = Math.max(
    0,
    ORPHAN_CHECKS.findIndex(({ name }) => name === textOf(position, "look")),
  );
  const found = await ORPHAN_CHECKS[at]?.look(ctx, textOf(position, "after"));
  const following = ORPHAN_CHECKS[at + 1];
  if (found === undefined) return { next: null, tally: {} };
  return {
    next: nextOf(ORPHAN_CHECKS[at]?.name, found.next, following?.name),
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
