import type { Need, ReadRun } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";

/** The same customer who orders the same again within a day has more often pressed twice than changed their mind. */
const WINDOW_MS = 24 * 60 * 60_000;
const PURPOSE = "order.phone";

type Bought = { readonly lineGid: string; readonly quantity: number };

/**
 * Another order of the shop with the same phone and the same items, of the same day: the later of the two waits for a
 * person (rule R40). Both write down what they are before either looks, so that two at once cannot miss each other.
 */
export async function findTwin(run: ReadRun, phone: string, lines: readonly Bought[]): Promise<Need | null> {
  const { ctx, record, shopify } = run;
  if (!ctx.shop.holdLooksTwice) return null;
  const itemsKey = toItemsKey(run, lines);
  await noteWhatItIs(run, ctx.crypto.hash(phone, PURPOSE), itemsKey);
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
    select: { id: true, name: true, shopifyCreatedAt: true, handoffs: { select: { state: true } } },
  });
  const first = twins.find(
    (twin) =>
      twin.handoffs.some(({ state }) => state !== "refused") || isBefore(twin, { id: record.id, createdAt }),
  );
  return first ? { code: "looks_twice", params: { otherOrder: first.name } } : null;
}

function isBefore(
  twin: { readonly id: string; readonly shopifyCreatedAt: Date | null },
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): boolean {
  const at = twin.shopifyCreatedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return at === createdAt.getTime() ? twin.id < id : at < createdAt.getTime();
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

async function noteWhatItIs(run: ReadRun, phoneHash: string, itemsKey: string): Promise<void> {
  const { record, shopify } = run;
  if (record.phoneHash === phoneHash && record.itemsKey === itemsKey && record.shopifyCreatedAt) return;
  const where = { shopId_id: { shopId: run.ctx.shop.id, id: record.id } };
  const facts = { name: shopify.name, test: shopify.test, shopifyCreatedAt: new Date(shopify.createdAt) };
  await writeUnderLease(run, ({ tx }) => tx.order.update({ where, data: { ...facts, phoneHash, itemsKey } }));
}
