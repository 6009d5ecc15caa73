import type { Listing, Prisma } from "@prisma/client";
import {
  openAttention,
  resolveAttention,
  type WrittenFor,
} from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ImportFailure } from "./import-failure.ts";

type SettleContext = Pick<ShopContext, "shop" | "db" | "clock">;

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

export async function finishListing(
  ctx: SettleContext,
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
    await resolveAttention(tx, { shopId, now: ctx.clock.now() }, subject, { by: "karwan" });
    await recordFact(tx, shopId, { ...subject, actor: "karwan", code: "imported" });
  });
  return { kind: "ready" };
}
