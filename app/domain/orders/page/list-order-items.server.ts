import { pickByVariant } from "#app/domain/catalog/mapping/pick-by-variant.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import { storedContents } from "#app/domain/orders/parcels/plan-contents.ts";
import { type OrderLine, openOrderLines } from "#app/domain/orders/reconcile/order-lines.ts";
import type { ItemRecord, OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import {
  type HandoffItemId,
  type LineItemGid,
  type SupplierVariantId,
  toSupplierVariantId,
  type VariantGid,
} from "#app/platform/ids.ts";

/** Where an ordered item is: in parcels, held, still to be sent, or none of ours. */
type ItemPlace = "parcels" | "held" | "to_send" | "not_sent" | "own";

/** One line of an order as its page shows it; whole rupees. */
export type OrderItem = {
  readonly lineGid: LineItemGid;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly imageUrl: string | null;
  readonly quantity: number;
  readonly pricePkr: Rupees;
  /** What one unit costs at the supplier: as placed, else as last reported; null where nothing of it is linked. */
  readonly costPkr: Rupees | null;
  /** Price less cost for all its units, before delivery and fees. */
  readonly marginPkr: Rupees | null;
  readonly place: ItemPlace;
  /** The parcels it is in, by their place among all: 1 is the first. */
  readonly parcels: readonly number[];
};

type Problem = { readonly code: string; readonly params: Readonly<Record<string, unknown>> };

type KnownVariant = {
  readonly imageUrl: string | null;
  readonly costPkr: Rupees;
  readonly variantIds: readonly SupplierVariantId[];
};

/** What was ordered, what is held first; null while the order has not been read. */
export async function listOrderItems(
  ctx: ShopContext,
  order: OrderRecord,
  problems: readonly Problem[],
): Promise<readonly OrderItem[] | null> {
  const lines = openOrderLines(order.lines);
  if (lines === null) return null;
  const known = await findKnown(ctx, order, lines);
  const items = lines.map((line) =>
    toItem(line, {
      order,
      problems,
      known: line.variantGid === null ? undefined : known.get(line.variantGid),
    }),
  );
  const rank = ({ place }: OrderItem) => (place === "held" ? 0 : 1);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

type ItemContextInput = {
  readonly order: OrderRecord;
  readonly problems: readonly Problem[];
  readonly known: KnownVariant | undefined;
};

function toItem(line: OrderLine, { order, problems, known }: ItemContextInput): OrderItem {
  const placed = order.handoffs.flatMap(({ state, items }) => (state === "refused" ? [] : items));
  const own = placed.filter(({ lineGid }) => lineGid === line.lineGid);
  const costPkr = own.length > 0 ? costAsPlaced(own) : (known?.costPkr ?? null);
  const parcels = parcelsOf(order, new Set(own.map(({ id }) => id)));
  return {
    ...{ lineGid: line.lineGid, title: line.title, variantTitle: line.variantTitle, sku: line.sku },
    ...{
      imageUrl: known?.imageUrl ?? null,
      quantity: line.quantity,
      pricePkr: line.pricePkr,
      costPkr,
      parcels,
    },
    marginPkr: costPkr === null ? null : rupees((line.pricePkr - costPkr) * line.quantity),
    place: placeOf(line, { order, problems, known, isPlaced: own.length > 0 }),
  };
}

type PlacedItemInput = ItemContextInput & { readonly isPlaced: boolean };

function placeOf(line: OrderLine, { order, problems, known, isPlaced }: PlacedItemInput): ItemPlace {
  const isLeft = order.openUnits.some(
    (units) => units.variantGid === line.variantGid && units.unallocatedUnits > 0,
  );
  if (isPlaced && !isLeft) return "parcels";
  if (line.ours === 0) return "own";
  if (order.state === "cancelled") return "not_sent";
  return problems.some((problem) => isAbout(problem, line, known)) ? "held" : "to_send";
}

/** A problem that names a product is that product's alone; any other holds all that is not sent. */
function isAbout({ params }: Problem, line: OrderLine, known: KnownVariant | undefined): boolean {
  const { variantGid, variantId } = params;
  if (typeof variantGid === "string") return variantGid === line.variantGid;
  if (typeof variantId === "string")
    return known?.variantIds.includes(toSupplierVariantId(variantId)) ?? false;
  return true;
}

/** What one unit of a line cost when it was placed last: a bundle's parts together. */
function costAsPlaced(items: readonly ItemRecord[]): Rupees {
  const parts = new Map(
    items.map((item) => [item.supplierVariantId, rupees(item.wholesalePkr * item.quantityPerUnit)]),
  );
  return sumRupees([...parts.values()]);
}

function parcelsOf({ handoffs }: OrderRecord, itemIds: ReadonlySet<HandoffItemId>): readonly number[] {
  const parcels = handoffs.flatMap((handoff) => handoff.parcels);
  return parcels.flatMap(({ contents }, index) => {
    const held = storedContents.safeParse(contents);
    const isIn = held.success && held.data.some(({ handoffItemId }) => itemIds.has(handoffItemId));
    return isIn ? [index + 1] : [];
  });
}

/** What a person linked counts before what was imported, as in placing. */
async function findKnown(
  { db, shop, connection }: ShopContext,
  { handoffs }: OrderRecord,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<VariantGid, KnownVariant>> {
  const mode = handoffs.at(-1)?.mode ?? connection?.mode;
  const gids = lines.flatMap(({ variantGid }) => (variantGid === null ? [] : [variantGid]));
  const of = { shopId: shop.id, ...(mode === undefined ? {} : { mode }) };
  const items = await db.stockedItem.findMany({
    where: { ...of, variantGid: { in: gids } },
    include: { components: true, link: true, listing: { select: { imageUrl: true } } },
  });
  const products = items.flatMap(({ link }) => link?.productGid ?? []);
  const mapped = await db.productMapping.findMany({ where: { ...of, productGid: { in: products } } });
  const pictures = new Map(mapped.map(({ productGid, imageUrl }) => [productGid, imageUrl]));
  return new Map(
    [...pickByVariant(items)].map(([variantGid, { listing, link, components }]) => {
      const known: KnownVariant = {
        imageUrl: listing
          ? listing.imageUrl
          : link?.productGid
            ? (pictures.get(link.productGid) ?? null)
            : null,
        costPkr: sumRupees(components.map((each) => rupees(each.wholesalePkr * each.quantity))),
        variantIds: components.map(({ supplierVariantId }) => supplierVariantId),
      };
      return [variantGid, known] as const;
    }),
  );
}
