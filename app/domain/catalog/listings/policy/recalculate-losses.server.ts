import type { Prisma } from "@prisma/client";
import { type AttentionScope, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { losingVariants, lossOf } from "#app/domain/catalog/listings/leaving/losing-variants.ts";
import { shippingOf } from "#app/domain/catalog/listings/shipping-of.ts";
import { loadTerms, type TermsKey } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { openUnlessDismissed } from "./sync-listing-issues.server.ts";

type ListingPayload = Prisma.ListingGetPayload<{ include: { variants: true } }>;
type ListingWithTerms = ListingPayload & { readonly terms: SaleTerms };

/**
 * Keeps `listing.loses_money`, by which lists find what loses money at delivery, and its row of attention true to the
 * prices and costs of the listings' variants. To be called by whoever changes one of those, in the same transaction (R47).
 */
export async function recalculateLosses(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listingIds: readonly ListingId[],
): Promise<void> {
  const listings = await tx.listing.findMany({
    where: { shopId: writtenFor.shopId, id: { in: [...listingIds] } },
    include: { variants: { orderBy: { supplierVariantId: "asc" } } },
    orderBy: { id: "asc" },
  });
  for (const [mode, ofMode] of Map.groupBy(listings, (listing) => listing.mode)) {
    const terms = await loadTerms({ db: tx, connection: await termsPlaceOf(tx, writtenFor.shopId, mode) });
    for (const listing of ofMode) await recalculateLoss(tx, writtenFor, { ...listing, terms });
  }
}

function termsPlaceOf(tx: Prisma.TransactionClient, shopId: ShopId, mode: Mode): Promise<TermsKey | null> {
  return tx.supplierConnection.findFirst({
    where: { shopId, mode, disconnectedAt: null },
    select: { accountId: true, mode: true },
  });
}

async function recalculateLoss(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listing: ListingWithTerms,
): Promise<void> {
  const { shopId } = writtenFor;
  const isSold = listing.unlinkedAt === null && listing.removedAt === null;
  const losing = isSold ? losingVariants(listing, listing.variants) : [];
  const losesMoney = losing.length > 0;
  if (!losesMoney && !listing.losesMoney) return;
  if (losesMoney !== listing.losesMoney)
    await tx.listing.update({ where: { shopId_id: { shopId, id: listing.id } }, data: { losesMoney } });
  const subject = { thing: "listing", thingId: listing.id } as const;
  // Orders below the supplier's lowest price wait: the listing's own work asks about that.
  const reported = losing.filter(({ pricePkr, minResalePkr }) => pricePkr >= minResalePkr);
  const code = "loses_money";
  if (reported.length > 0)
    await openUnlessDismissed(tx, writtenFor, { ...subject, code, params: toParams(listing, reported) });
  // A new cost that makes it lose money opens that issue alone.
  await endListingIssues(tx, writtenFor, listing.id, [reported.length > 0 ? "cost_changed" : code]);
}

/** What the row of attention says: the numbers of the variant that loses most, and how many more do. */
function toParams(listing: ListingWithTerms, losing: readonly ListingWithTerms["variants"][number][]) {
  const [worst] = losing;
  if (worst === undefined) return {};
  return {
    title: [listing.title, worst.title].filter(Boolean).join(" – "),
    ...{ price: worst.pricePkr, cost: worst.wholesalePkr, shipping: shippingOf(listing, listing.terms) },
    ...{ loss: lossOf(listing, worst), others: losing.length - 1 },
  };
}

/** Ends some needs of a listing, and leaves its others. */
export async function endListingIssues(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listingId: ListingId,
  codes: readonly string[],
): Promise<void> {
  const subject = { thing: "listing", thingId: listingId } as const;
  const open = await tx.attention.findMany({
    where: { shopId: writtenFor.shopId, ...subject, resolvedAt: null },
    select: { code: true },
  });
  if (!open.some(({ code }) => codes.includes(code))) return;
  const keep = open.map(({ code }) => code).filter((code) => !codes.includes(code));
  await resolveAttention(tx, writtenFor, subject, { by: "karwan", keep });
}
