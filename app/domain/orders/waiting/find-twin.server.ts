import { invariant } from "#app/platform/errors.ts";
import type { Need, ReadRun } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";

/** The same customer who orders the same again within a day has more often pressed twice than changed their mind. */
const WINDOW_MS = 24 * 60 * 60_000;
const PURPOSE = "order.phone";

type Bought = { readonly lineGid: string; readonly quantity: number };

/**
 * Another order of the shop with the same phone and the same items, of the same day: whichever is looked at later waits
 * for a person (rule R40). What an order is gets written down one order at a time, so that two at once cannot miss each
 * other, and which came first stays so whenever they are looked at again.
 */
export async function findTwin(run: ReadRun, phone: string, lines: readonly Bought[]): Promise<Need | null> {
  const { ctx, record, shopify } = run;
  if (!ctx.shop.holdLooksTwice) return null;
  const itemsKey = toItemsKey(run, lines);
  const turn = await noteWhatItIs(run, ctx.crypto.hash(phone, PURPOSE), itemsKey);
  const createdAt = new Date(shopify.createdAt);
  const twins = await ctx.db.order.findMany({
    where: {
      ...{ shopId: ctx.shop.id, id: { not: record.id }, itemsKey, test: shopify.test, cancelledAt: null },
      phoneHash: { in: [...ctx.crypto.hashes(phone, PURPOSE)] },
      shopifyCreatedAt: {
        gte: new Date(createdAt.getTime() - WINDOW_MS),
        lte: new Date(createdAt.getTime() + WINDOW_MS),
      },
      state: { not: "cancelled" },
    },
    orderBy: { shopifyCreatedAt: "asc" },
    select: { name: true, phoneTurn: true, handoffs: { select: { state: true } } },
  });
  const first = twins.find(
    (twin) =>
      twin.handoffs.some(({ state }) => state !== "refused") ||
      (twin.phoneTurn !== null && twin.phoneTurn < turn),
  );
  return first ? { code: "looks_twice", params: { otherOrder: first.name } } : null;
}

/** Which variants, and how many of each, in an order that does not matter. */
function toItemsKey({ shopify }: ReadRun, lines: readonly Bought[]): string {
  const units = new Map<string, number>();
  for (const { lineGid, quantity } of lines) {
    const variant = shopify.lines.find(({ id }) => id === lineGid)?.variantId ?? lineGid;
    units.set(variant, (units.get(variant) ?? 0) + quantity);
  }
  return [...units]
    .map(([variant, quantity]) => `${variant}×${quantity}`)
    .toSorted()
    .join(" ");
}

/** Its turn among the orders of this phone; no two have the same. */
async function noteWhatItIs(run: ReadRun, phoneHash: string, itemsKey: string): Promise<number> {
  const { record, shopify } = run;
  const isNoted = record.phoneHash === phoneHash && record.itemsKey === itemsKey;
  if (isNoted && record.phoneTurn !== null) return record.phoneTurn;
  const shopId = run.ctx.shop.id;
  return writeUnderLease(run, async ({ tx }) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`twin/${shopId}/${phoneHash}`}, 0))`;
    const [noted] = await tx.$queryRaw<{ turn: number }[]>`
      update "order" set name = ${shopify.name}, test = ${shopify.test},
        shopify_created_at = ${new Date(shopify.createdAt)}, phone_hash = ${phoneHash}, items_key = ${itemsKey},
        phone_turn = coalesce((select max(phone_turn) from "order" as earlier
          where earlier.shop_id = ${shopId}::uuid and earlier.phone_hash = ${phoneHash}), 0) + 1,
        updated_at = now()
      where shop_id = ${shopId}::uuid and id = ${record.id}::uuid
      returning phone_turn as turn`;
    invariant(noted, `order ${record.id} is there to be noted`);
    return noted.turn;
  });
}
