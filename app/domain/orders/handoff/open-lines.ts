import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { LineUnits } from "../gate/plan-gate.ts";
import type { LinePart } from "../money/order-money.ts";

/** A part with the words a merchant knows it by; null where the line itself says it. */
export type NamedPart = LinePart & { readonly title: string | null };

/** What we know of a Shopify variant that is mapped to the service. */
export type MappedVariant = {
  readonly variantGid: string;
  readonly supplierStoreId: string | null;
  readonly title: string;
  /** What one unit of it holds: several for a bundle. */
  readonly parts: readonly NamedPart[];
};

/** Units of one order line in the fulfillment orders that are to be handed off together (R6). */
export type OpenLine = {
  readonly lineGid: string;
  readonly variantGid: string;
  readonly quantity: number;
  readonly title: string;
  readonly supplierStoreId: string | null;
  readonly parts: readonly NamedPart[];
  /** Where the units stand in Shopify. */
  readonly places: readonly {
    readonly fulfillmentOrderGid: string;
    readonly lineId: string;
    readonly quantity: number;
  }[];
};

type StandingUnits = Pick<ShopifyFulfillmentOrder, "id" | "lines">;

type LineOfOrder = { readonly id: string; readonly title: string; readonly variantId: string | null };

export type OpenLines =
  | { readonly kind: "mapped"; readonly lines: readonly OpenLine[] }
  | { readonly kind: "not_linked"; readonly unlinked: readonly UnlinkedLine[] };

/** A line sold without a product of the service behind it; a custom item has no variant at all. */
type UnlinkedLine = Pick<LineOfOrder, "title" | "variantId">;

/** Collects what is to be handed off, line by line; a line whose variant is not linked stops it all. */
export function collectOpenLines(
  fulfillmentOrders: readonly StandingUnits[],
  orderLines: readonly LineOfOrder[],
  variants: ReadonlyMap<string, MappedVariant>,
  units: readonly LineUnits[],
): OpenLines {
  const lines: OpenLine[] = [];
  const unknown: UnlinkedLine[] = [];
  for (const line of orderLines) {
    const places = findPlaces(
      fulfillmentOrders,
      units.find((each) => each.lineId === line.id),
    );
    if (places.length === 0) continue;
    const variant = line.variantId ? variants.get(line.variantId) : undefined;
    if (!variant) {
      unknown.push(line);
      continue;
    }
    const quantity = places.reduce((total, place) => total + place.quantity, 0);
    const { title, supplierStoreId, parts } = variant;
    lines.push({
      lineGid: line.id,
      variantGid: variant.variantGid,
      quantity,
      title: title || line.title,
      supplierStoreId,
      parts,
      places,
    });
  }
  return unknown.length > 0 ? { kind: "not_linked", unlinked: unknown } : { kind: "mapped", lines };
}

/** Where a line's units stand open and are in no parcel yet. */
function findPlaces(fulfillmentOrders: readonly StandingUnits[], line: LineUnits | undefined) {
  return (line?.free ?? []).flatMap(({ fulfillmentOrderLineId: lineId, quantity }) => {
    const from = fulfillmentOrders.find((each) => each.lines.some(({ id }) => id === lineId));
    return from ? [{ fulfillmentOrderGid: from.id, lineId, quantity }] : [];
  });
}
