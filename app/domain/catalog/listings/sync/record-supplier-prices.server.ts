import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { requestMappingReconcile } from "#app/domain/catalog/mapping/request-mapping-reconcile.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { recordPrices } from "#app/domain/timeline/record-prices.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** What the service says one variant costs now; null where it did not say. Whole rupees. */
export type PriceFact = {
  readonly supplierVariantId: string;
  readonly wholesalePkr: Rupees | null;
  readonly minResalePkr: Rupees | null;
  readonly suggestedPkr?: Rupees | null;
  /** Null: the service names none; absent: it did not say. */
  readonly supplierCompareAtPkr?: Rupees | null;
};

/**
 * Keeps what the service says variants cost, whoever heard it. Where it differs from our rows, the variant's price is due
 * for its listing's policy. Returns the listings concerned, whose work is requested; notify after commit.
 */
export async function recordSupplierPrices(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  mode: Mode,
  facts: readonly PriceFact[],
): Promise<readonly ListingId[]> {
  if (facts.length === 0) return [];
  const { shopId, now } = writtenFor;
  const byId = new Map(facts.map((fact) => [fact.supplierVariantId, fact]));
  const where = { shopId, mode, supplierVariantId: { in: [...byId.keys()] } };
  const rows = await tx.listingVariant.findMany({ where, include: { listing: { select: { title: true } } } });
  const changed: ListingId[] = [];
  const moved: CostMove[] = [];
  for (const row of rows) {
    const fact = byId.get(row.supplierVariantId);
    const data = fact ? findChanges(row, fact) : null;
    if (data === null) continue;
    await tx.listingVariant.update({
      where: { shopId_id: { shopId, id: row.id } },
      // Learning what was there all the time is no reason to price anything anew.
      data: isOnlyLearnt(row, data) ? data : { ...data, costDueAt: row.costDueAt ?? now },
    });
    if (data.wholesalePkr !== undefined) {
      const { supplierVariantId, wholesalePkr: fromPkr } = row;
      await tx.costChange.create({
        data: { shopId, mode, supplierVariantId, fromPkr, toPkr: data.wholesalePkr, at: now },
      });
      moved.push({ row, fromPkr, toPkr: data.wholesalePkr });
    }
    changed.push(row.listingId);
  }
  await recordCosts(tx, writtenFor, moved);
  await recordPricesOfMappings(tx, writtenFor, mode, facts);
  return requestListingReconcile(tx, shopId, changed);
}

type CostMove = {
  readonly row: {
    readonly listingId: ListingId;
    readonly title: string;
    readonly listing: { readonly title: string };
  };
  readonly fromPkr: Rupees;
  readonly toPkr: Rupees;
};

async function recordCosts(
  tx: Prisma.TransactionClient,
  { shopId, now: at }: AttentionScope,
  moved: readonly CostMove[],
): Promise<void> {
  for (const [listingId, ofListing] of Map.groupBy(moved, ({ row }) => row.listingId)) {
    const title = ofListing[0]?.row.listing.title ?? "";
    const moves = ofListing.map(({ row, fromPkr, toPkr }) => ({ title: row.title, fromPkr, toPkr }));
    const fact = { actor: "supplier", code: "supplier_price", moves, at } as const;
    await recordPrices(tx, shopId, { listingId, title, ...fact });
  }
}

type Prices = {
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly suggestedPkr: Rupees | null;
  readonly supplierCompareAtPkr: Rupees | null;
};

function isOnlyLearnt(row: Prices, data: Partial<Prices>): boolean {
  return row.supplierCompareAtPkr === null && Object.keys(data).join() === "supplierCompareAtPkr";
}

/** What differs from the row; null when nothing does. */
function findChanges(row: Prices, fact: PriceFact): Partial<Prices> | null {
  const { wholesalePkr, minResalePkr, suggestedPkr, supplierCompareAtPkr: crossedOut } = fact;
  const data = {
    ...(wholesalePkr !== null && wholesalePkr !== row.wholesalePkr ? { wholesalePkr } : {}),
    ...(minResalePkr !== null && minResalePkr !== row.minResalePkr ? { minResalePkr } : {}),
    ...(typeof suggestedPkr === "number" && suggestedPkr !== row.suggestedPkr ? { suggestedPkr } : {}),
    ...(crossedOut !== undefined && crossedOut !== row.supplierCompareAtPkr
      ? { supplierCompareAtPkr: crossedOut }
      : {}),
  };
  return Object.keys(data).length > 0 ? data : null;
}

/**
 * Products of the merchant's own that are linked keep their price; what they cost is known all the same, and written as
 * the cost per item where the merchant asked for that.
 */
async function recordPricesOfMappings(
  tx: Prisma.TransactionClient,
  { shopId, now: at }: AttentionScope,
  mode: Mode,
  facts: readonly PriceFact[],
): Promise<void> {
  const ids = facts.map(({ supplierVariantId }) => supplierVariantId);
  const parts = await tx.variantLinkPart.findMany({
    where: { shopId, mode, supplierVariantId: { in: ids } },
    select: { supplierVariantId: true, wholesalePkr: true, minResalePkr: true },
    distinct: ["supplierVariantId", "wholesalePkr", "minResalePkr"],
  });
  const none = { suggestedPkr: null, supplierCompareAtPkr: null };
  const changed: string[] = [];
  for (const part of parts) {
    const fact = facts.find(({ supplierVariantId }) => supplierVariantId === part.supplierVariantId);
    const data = fact ? findChanges({ ...part, ...none }, { ...fact, ...none }) : null;
    if (data === null) continue;
    const where = { shopId, mode, supplierVariantId: part.supplierVariantId };
    await tx.variantLinkPart.updateMany({ where, data });
    await tx.variantLink.updateMany({ where, data });
    if (data.wholesalePkr !== undefined && !changed.includes(part.supplierVariantId)) {
      const { supplierVariantId, wholesalePkr: fromPkr } = part;
      const change = { supplierVariantId, fromPkr, toPkr: data.wholesalePkr };
      await tx.costChange.create({ data: { shopId, mode, ...change, at } });
    }
    changed.push(part.supplierVariantId);
  }
  if (changed.length === 0) return;
  const links = await tx.variantLink.findMany({
    where: { shopId, mode, parts: { some: { supplierVariantId: { in: changed } } } },
    select: { productGid: true },
    distinct: ["productGid"],
  });
  const productGids = links.flatMap(({ productGid }) => (productGid === null ? [] : [productGid]));
  await requestMappingReconcile(tx, { shopId, mode, productGid: { in: productGids }, writeCost: true });
}
