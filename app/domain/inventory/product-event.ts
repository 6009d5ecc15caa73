import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct, SupplierVariant } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ProductEvent } from "#app/supplier/webhook-event.ts";

/** One event of the service about a product, read from its signed delivery. */
export type ProductReport = {
  readonly mode: Mode;
  /** The name as sent: product.updated · product.stock_changed · product.removed, or one not known yet. */
  readonly name: string;
  /** By the service's clock; when it arrived, where the event does not say. */
  readonly happenedAt: Date;
  readonly event: ProductEvent;
};

/** All that is new about one product: any number of its events, folded to the newest state. */
export type ProductEvents = {
  readonly mode: Mode;
  readonly productId: SupplierProductId;
  readonly importId: string | null;
  /** When the newest of the events happened, by the service's clock. */
  readonly happenedAt: Date;
  /** Names of the events: product.updated · product.stock_changed · product.removed. */
  readonly names: readonly string[];
  /** What the events said had changed, all together. */
  readonly changes: readonly string[];
  /** It is no longer offered, by the newest event that tells of the product. */
  readonly isRemoved: boolean;
  /**
   * The product as of the newest event that carried it; null where none did, or it was removed since. Of several of one
   * moment, whose order nobody knows, each variant has the lowest stock.
   */
  readonly product: SupplierProduct | null;
  /** When that event, or the removal, happened: what it says is no newer. */
  readonly productAt: Date;
};

/** Folds reports to one event for each product: the order they came in does not matter, nor how often. */
export function foldReports(reports: readonly ProductReport[]): readonly ProductEvents[] {
  const byProduct = Map.groupBy(reports, ({ event }) => event.productId);
  return [...byProduct.values()].flatMap((ofOne) => toProductEvents(ofOne) ?? []);
}

function toProductEvents(reports: readonly ProductReport[]): ProductEvents | null {
  const oldestFirst = reports.toSorted((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime());
  const newest = oldestFirst.at(-1);
  if (newest === undefined) return null;
  const telling = oldestFirst.findLast((report) => isRemoval(report) || report.event.product) ?? newest;
  const isRemoved = isRemoval(telling);
  return {
    mode: newest.mode,
    productId: newest.event.productId,
    importId: newest.event.importId ?? null,
    happenedAt: newest.happenedAt,
    names: [...new Set(oldestFirst.map(({ name }) => name))],
    changes: [...new Set(oldestFirst.flatMap(({ event }) => event.changes))],
    isRemoved,
    product: isRemoved ? null : withLowestStock(telling, reports),
    productAt: telling.happenedAt,
  };
}

function withLowestStock(telling: ProductReport, reports: readonly ProductReport[]): SupplierProduct | null {
  const { product = null } = telling.event;
  if (!product?.variants) return product;
  const atOnce = reports
    .filter(({ happenedAt }) => happenedAt.getTime() === telling.happenedAt.getTime())
    .flatMap(({ event }) => event.product?.variants ?? []);
  const stocksOf = Map.groupBy(atOnce, ({ id }) => id);
  const variants = product.variants.map((variant) => ({
    ...variant,
    stock: lowestOf((stocksOf.get(variant.id) ?? []).map(({ stock }) => stock)),
  }));
  return { ...product, variants };
}

/** No number where none of them is one. */
function lowestOf(stocks: readonly SupplierVariant["stock"][]): SupplierVariant["stock"] {
  const known = stocks.filter((stock) => typeof stock === "number");
  return known.length === 0 ? stocks[0] : Math.min(...known);
}

function isRemoval({ name }: ProductReport): boolean {
  return name === "product.removed";
}
