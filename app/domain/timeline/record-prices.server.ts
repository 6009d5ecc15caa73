import type { Prisma } from "@prisma/client";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import type { TimelineActor } from "./fact-vocabulary.ts";
import { recordFact } from "./record.server.ts";

/** A price, or a cost, that became another one. Rupees. */
export type PriceMove = { readonly title: string; readonly fromPkr: Rupees; readonly toPkr: Rupees };

type PriceFact = {
  readonly listingId: ListingId;
  /** The product's. */
  readonly title: string;
  readonly actor: TimelineActor;
  readonly by?: string;
  readonly code: "supplier_price" | "price_followed" | "price_edited" | "price_set" | "price_put_back";
  readonly moves: readonly PriceMove[];
  readonly at: Date;
};

/** Tells a listing's timeline of prices or costs that changed together, as one line; of none, nothing. */
export async function recordPrices(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  { listingId, title, moves, ...fact }: PriceFact,
): Promise<void> {
  const params = movedParams(title, moves);
  if (params === null) return;
  await recordFact(tx, shopId, { thing: "listing", thingId: listingId, ...fact, params });
}

/** What a sentence says of them: the first, and how many more; null where nothing changed. */
export function movedParams(title: string, moves: readonly PriceMove[]): Prisma.InputJsonObject | null {
  const moved = moves.filter(({ fromPkr, toPkr }) => fromPkr !== toPkr);
  const [first] = moved;
  if (first === undefined) return null;
  const { fromPkr, toPkr } = first;
  const named = [title, first.title].filter(Boolean).join(" – ");
  return { title: named, fromPkr, toPkr, others: moved.length - 1 };
}
