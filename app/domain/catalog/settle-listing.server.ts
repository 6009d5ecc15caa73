import type { Listing, Prisma } from "@prisma/client";
import {
  openAttention,
  resolveAttention,
  type WrittenFor,
} from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { markDirty } from "#app/platform/work.server.ts";
import type { ImportFailure } from "./import-failure.ts";
import { VARIANTS_MISSING } from "./plan-adoption.ts";

type SettleContext = Pick<ShopContext, "shop" | "db" | "clock">;
type FinishContext = SettleContext & Pick<ShopContext, "connection">;

/** The import cannot go on by itself: the listing says why, and attention shows it. Its step stays for the next try. */
export async function failListing(
  ctx: SettleContext,
  listing: Listing,
  failure: ImportFailure,
): Promise<{ readonly kind: "failed"; readonly failure: ImportFailure }> {
  const writtenFor = { shopId: ctx.shop.id, now: ctx.clock.now() };
  await ctx.db.$transaction((tx) => writeFailure(tx, writtenFor, listing, failure));
  return { kind: "failed", failure };
}

/** The same inside a transaction that is there already. */
export async function writeFailure(
  tx: Prisma.TransactionClient,
  writtenFor: WrittenFor,
  listing: Listing,
  failure: ImportFailure,
): Promise<void> {
  const { shopId } = writtenFor;
  await tx.listing.update({
    where: { shopId_id: { shopId, id: listing.id } },
    data: { state: "failed", failure: failure.code },
  });
  const params = { reason: failure.code, title: listing.title, detail: failure.detail ?? "" };
  const subject = { thing: "listing", thingId: listing.id } as const;
  await openAttention(tx, writtenFor, { ...subject, code: "import_failed", params });
  await recordFact(tx, shopId, { ...subject, actor: "karwan", code: "import_failed", params });
}

/** The product stands in the shop and is linked: attention closes, and what waited for it goes on. */
export async function finishListing(
  ctx: FinishContext,
  listing: Listing,
): Promise<{ readonly kind: "ready" }> {
  const shopId = ctx.shop.id;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.listing.updateMany({
      where: { shopId, id: listing.id, state: "importing" },
      data: { state: "ready", failure: null },
    });
    if (count === 0) return;
    const subject = { thing: "listing", thingId: listing.id } as const;
    const keep = [VARIANTS_MISSING];
    await resolveAttention(tx, { shopId, now: ctx.clock.now() }, subject, { by: "karwan", keep });
    const code = (await hasTwin(tx, listing)) ? "linked" : "imported";
    await recordFact(tx, shopId, { ...subject, actor: "karwan", code, params: { mode: listing.mode } });
    // Orders may have waited for just this link; what came with the key not in use is linked to the one that is.
    const next = ctx.connection?.mode === listing.mode ? "unlinked_orders" : "adopt_missing";
    await markDirty(tx, [{ shopId, kind: "shop", subject: next, lane: "bulk" }]);
  });
  return { kind: "ready" };
}

/** Whether the product in the shop also belongs to a listing of the other mode. */
async function hasTwin(tx: Prisma.TransactionClient, { shopId, id, mode }: Listing): Promise<boolean> {
  const { productGid } = await tx.listing.findUniqueOrThrow({ where: { shopId_id: { shopId, id } } });
  return (await tx.listing.count({ where: { shopId, mode: { not: mode }, productGid } })) > 0;
}
