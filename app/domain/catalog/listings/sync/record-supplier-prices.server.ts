import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { requestMappingReconcile } from "#app/domain/catalog/mapping/request-mapping-reconcile.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { recordPrices } from "#app/domain/timeline/record-prices.server.ts";
import type { ListingId, ShopId, SupplierVariantId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** What the service says one variant costs now; null where it did not say. Whole rupees. */
export type PriceFact = {
  readonly supplierVariantId: SupplierVariantId;
  readonly wholesalePkr: Rupees | null;
  readonly minResalePkr: Rupees | null;
  readonly suggestedPkr?: Rupees | null;
  /** Null: the service names none; absent: it did not say. */
  readonly supplierCompareAtPkr?: Rupees | null;
};

type ShopMode = { readonly shopId: ShopId; readonly mode: Mode };

/**
 * Keeps what the service says variants cost, wherever that was read. Where it differs from our rows, the variant's price is due
 * for its listing's policy. Returns the listings concerned, whose work is requested; notify after commit. To be called
 * after `recordReportedAt`, which holds the rows.
 */
export async function recordSupplierPrices(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  mode: Mode,
  facts: readonly PriceFact[],
): Promise<readonly ListingId[]> {
  if (facts.length === 0) return [];
  const place = { shopId: writtenFor.shopId, mode };
  const priced = await listPriced(tx, place, facts);
  await saveCosts(tx, place, priced);
  const changed = await recordPricesOfListings(tx, writtenFor, mode, priced);
  await recordPricesOfMappings(tx, writtenFor, mode, priced);
  return requestListingReconcile(tx, place.shopId, changed);
}

const forPrices = {
  ...{ itemId: true, supplierVariantId: true, wholesalePkr: true, minResalePkr: true },
  item: {
    select: {
      listingVariant: {
        select: {
          ...{ listingId: true, title: true, costDueAt: true },
          ...{ suggestedPkr: true, supplierCompareAtPkr: true },
          listing: { select: { title: true } },
        },
      },
      link: { select: { productGid: true } },
    },
  },
} as const satisfies Prisma.StockedComponentSelect;

type ComponentRow = Prisma.StockedComponentGetPayload<{ select: typeof forPrices }>;

/** A component, what was said of it, and what of its costs differs. */
type PricedComponent = {
  readonly row: ComponentRow;
  readonly fact: PriceFact;
  readonly costs: Partial<Costs>;
};

async function listPriced(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  facts: readonly PriceFact[],
): Promise<readonly PricedComponent[]> {
  const byId = new Map(facts.map((fact) => [fact.supplierVariantId, fact]));
  const rows = await tx.stockedComponent.findMany({
    where: { shopId, mode, supplierVariantId: { in: [...byId.keys()] } },
    select: forPrices,
    orderBy: [{ itemId: "asc" }, { supplierVariantId: "asc" }],
  });
  return rows.flatMap((row) => {
    const fact = byId.get(row.supplierVariantId);
    return fact ? [{ row, fact, costs: findCosts(row, fact) }] : [];
  });
}

async function saveCosts(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  priced: readonly PricedComponent[],
): Promise<void> {
  const facts = [...new Set(priced.flatMap(({ fact, costs }) => (isEmpty(costs) ? [] : [fact])))];
  if (facts.length === 0) return;
  await tx.$executeRaw`
    update stocked_component as row set
      wholesale_pkr = coalesce(said.wholesale_pkr, row.wholesale_pkr),
      min_resale_pkr = coalesce(said.min_resale_pkr, row.min_resale_pkr)
    from unnest(${facts.map(({ supplierVariantId }) => supplierVariantId)}::text[],
      ${facts.map(({ wholesalePkr }) => wholesalePkr)}::int[],
      ${facts.map(({ minResalePkr }) => minResalePkr)}::int[]) as said (variant_id, wholesale_pkr, min_resale_pkr)
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.supplier_variant_id = said.variant_id`;
}

type CostMove = {
  readonly variant: NonNullable<ComponentRow["item"]["listingVariant"]>;
  readonly supplierVariantId: SupplierVariantId;
  readonly fromPkr: Rupees;
  readonly toPkr: Rupees;
};

/** Returns the listings whose prices are due. */
async function recordPricesOfListings(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  mode: Mode,
  priced: readonly PricedComponent[],
): Promise<readonly ListingId[]> {
  const changed: ListingId[] = [];
  const moved: CostMove[] = [];
  for (const { row, fact, costs } of priced) {
    const { listingVariant: variant } = row.item;
    if (variant === null) continue;
    const advice = findAdvice(variant, fact);
    if (isEmpty(costs) && isEmpty(advice)) continue;
    // Learning what was there all the time is no reason to price anything anew.
    const isDue = !isEmpty(costs) || !isOnlyLearnt(variant, advice);
    await tx.listingVariant.update({
      where: { shopId_id: { shopId, id: row.itemId } },
      data: isDue ? { ...advice, costDueAt: variant.costDueAt ?? now } : advice,
    });
    if (costs.wholesalePkr !== undefined) {
      const { supplierVariantId, wholesalePkr: fromPkr } = row;
      moved.push({ variant, supplierVariantId, fromPkr, toPkr: costs.wholesalePkr });
    }
    changed.push(variant.listingId);
  }
  await recordCosts(tx, { shopId, now }, mode, moved);
  return changed;
}

async function recordCosts(
  tx: Prisma.TransactionClient,
  { shopId, now: at }: AttentionScope,
  mode: Mode,
  moved: readonly CostMove[],
): Promise<void> {
  await tx.costChange.createMany({
    data: moved.map(({ variant: _, ...change }) => ({ ...change, shopId, mode, at })),
  });
  for (const [listingId, ofListing] of Map.groupBy(moved, ({ variant }) => variant.listingId)) {
    const title = ofListing[0]?.variant.listing.title ?? "";
    const moves = ofListing.map(({ variant, fromPkr, toPkr }) => ({ title: variant.title, fromPkr, toPkr }));
    const fact = { actor: "supplier", code: "supplier_price", moves, at } as const;
    await recordPrices(tx, shopId, { listingId, title, ...fact });
  }
}

type Costs = { readonly wholesalePkr: Rupees; readonly minResalePkr: Rupees };

/** What of the costs differs from the row. */
function findCosts(row: Costs, { wholesalePkr, minResalePkr }: PriceFact): Partial<Costs> {
  return {
    ...(wholesalePkr !== null && wholesalePkr !== row.wholesalePkr ? { wholesalePkr } : {}),
    ...(minResalePkr !== null && minResalePkr !== row.minResalePkr ? { minResalePkr } : {}),
  };
}

/** What the supplier would sell it for. */
type Advice = { readonly suggestedPkr: Rupees | null; readonly supplierCompareAtPkr: Rupees | null };

function findAdvice(
  row: Advice,
  { suggestedPkr, supplierCompareAtPkr: crossedOut }: PriceFact,
): Partial<Advice> {
  return {
    ...(typeof suggestedPkr === "number" && suggestedPkr !== row.suggestedPkr ? { suggestedPkr } : {}),
    ...(crossedOut !== undefined && crossedOut !== row.supplierCompareAtPkr
      ? { supplierCompareAtPkr: crossedOut }
      : {}),
  };
}

function isOnlyLearnt(row: Advice, advice: Partial<Advice>): boolean {
  return row.supplierCompareAtPkr === null && advice.suggestedPkr === undefined;
}

function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0;
}

/**
 * Products of the merchant's own that are linked keep their price; what they cost is known all the same, and written as
 * the cost per item where the merchant asked for that.
 */
async function recordPricesOfMappings(
  tx: Prisma.TransactionClient,
  { shopId, now: at }: AttentionScope,
  mode: Mode,
  priced: readonly PricedComponent[],
): Promise<void> {
  const linked = priced.filter(({ row }) => row.item.listingVariant === null);
  const differing = linked.filter(({ costs }) => !isEmpty(costs));
  const changed = Map.groupBy(differing, ({ row }) => row.supplierVariantId);
  if (changed.size === 0) return;
  await tx.costChange.createMany({
    data: [...changed].flatMap(([supplierVariantId, [first]]) => {
      const toPkr = first?.costs.wholesalePkr;
      if (first === undefined || toPkr === undefined) return [];
      return [{ shopId, mode, supplierVariantId, fromPkr: first.row.wholesalePkr, toPkr, at }];
    }),
  });
  const productGids = linked.flatMap(({ row }) =>
    changed.has(row.supplierVariantId) ? (row.item.link?.productGid ?? []) : [],
  );
  const productGid = { in: [...new Set(productGids)] };
  await requestMappingReconcile(tx, { shopId, mode, productGid, writeCost: true });
}
