import type { LinePart } from "#app/domain/orders/money/order-money.ts";
import type {
  FulfillmentOrderGid,
  FulfillmentOrderLineGid,
  LineItemGid,
  VariantGid,
} from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder, ShopifyOrderLine } from "#app/shopify/order.ts";
import type { LineUnits } from "./gate/plan-gate.ts";

/** A part with the words a merchant knows it by; null where the line itself says it. */
export type NamedPart = LinePart & { readonly title: string | null };

/** What we know of a Shopify variant that is mapped to the service. */
export type MappedVariant = {
  readonly variantGid: VariantGid;
  readonly supplierStoreId: string | null;
  readonly title: string;
  /** What one unit of it holds: several for a bundle. */
  readonly parts: readonly NamedPart[];
};

/** Units of one order line in the fulfillment orders that are to be handed off together (R6). */
export type OpenLine = {
  readonly lineGid: LineItemGid;
  readonly variantGid: VariantGid;
  readonly quantity: number;
  readonly title: string;
  readonly supplierStoreId: string | null;
  readonly parts: readonly NamedPart[];
  /** Which location in Shopify holds the units. */
  readonly sources: readonly {
    readonly fulfillmentOrderGid: FulfillmentOrderGid;
    readonly lineId: FulfillmentOrderLineGid;
    readonly quantity: number;
  }[];
};

type OpenFulfillmentOrder = Pick<ShopifyFulfillmentOrder, "id" | "lines">;

type LineOfOrder = Pick<ShopifyOrderLine, "id" | "title" | "variantId">;

export type OpenLines =
  | { readonly kind: "mapped"; readonly lines: readonly OpenLine[] }
  | { readonly kind: "not_linked"; readonly unlinked: readonly UnlinkedLine[] };

/** A line sold without a product of the service behind it; a custom item has no variant at all. */
type UnlinkedLine = Pick<LineOfOrder, "title" | "variantId">;

/** Collects what is to be handed off, line by line; a line whose variant is not linked stops it all. */
export function collectOpenLines(
  fulfillmentOrders: readonly OpenFulfillmentOrder[],
  orderLines: readonly LineOfOrder[],
  variants: ReadonlyMap<VariantGid, MappedVariant>,
  units: readonly LineUnits[],
): OpenLines {
  const lines: OpenLine[] = [];
  const unknown: UnlinkedLine[] = [];
  for (const line of orderLines) {
    const sources = findSources(
      fulfillmentOrders,
      units.find((each) => each.lineId === line.id),
    );
    if (sources.length === 0) continue;
    const variant = line.variantId ? variants.get(line.variantId) : undefined;
    if (!variant) {
      unknown.push(line);
      continue;
    }
    const quantity = sources.reduce((total, source) => total + source.quantity, 0);
    const { title, supplierStoreId, parts } = variant;
    lines.push({
      lineGid: line.id,
      variantGid: variant.variantGid,
      quantity,
      title: title || line.title,
      supplierStoreId,
      parts,
      sources,
    });
  }
  return unknown.length > 0 ? { kind: "not_linked", unlinked: unknown } : { kind: "mapped", lines };
}

/** Which fulfillment orders hold a line's open units that are in no parcel yet. */
function findSources(fulfillmentOrders: readonly OpenFulfillmentOrder[], line: LineUnits | undefined) {
  return (line?.unallocated ?? []).flatMap(({ fulfillmentOrderLineId: lineId, quantity }) => {
    const from = fulfillmentOrders.find((each) => each.lines.some(({ id }) => id === lineId));
    return from ? [{ fulfillmentOrderGid: from.id, lineId, quantity }] : [];
  });
}
