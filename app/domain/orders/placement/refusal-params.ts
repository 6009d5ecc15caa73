import type { Prisma } from "@prisma/client";
import type { HandoffRecord, ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { SupplierError } from "#app/supplier/errors.ts";

type SentOrder = Pick<HandoffRecord, "collectsPkr"> & {
  readonly items: readonly Pick<ItemRecord, "supplierVariantId" | "title" | "quantity" | "resalePkr">[];
};

/** What a refusal's sentence needs, from the service's details and from what we sent; no personal data. */
export function toRefusalParams({ details, code }: SupplierError, sent: SentOrder): Prisma.InputJsonObject {
  switch (details.kind) {
    case "shortages": {
      const [shortage] = details.shortages;
      const item = shortage?.variantId
        ? sent.items.find(({ supplierVariantId }) => supplierVariantId === shortage.variantId)
        : sent.items[shortage?.index ?? -1];
      return { available: shortage?.available ?? null, ...nameOf(item, sent) };
    }
    case "prices": {
      const missing = details.prices.reduce(
        (sum, { minResalePrice, resalePrice, index }) =>
          sum + ((minResalePrice ?? 0) - (resalePrice ?? 0)) * (sent.items[index]?.quantity ?? 1),
        0,
      );
      return missing > 0 ? { missing } : {};
    }
    case "fields":
      return { fields: details.fields.map(({ path }) => path).filter((path) => path !== "") };
    default:
      return code === "cod_below_cost" ? { collects: sent.collectsPkr } : nameOf(sent.items[0], sent);
  }
}

/** Of an order with one kind of item that one is meant, also when the service does not say which. */
function nameOf(item: SentOrder["items"][number] | undefined, { items }: SentOrder): Prisma.InputJsonObject {
  const kinds = new Set(items.map(({ supplierVariantId }) => supplierVariantId));
  if (!item || (kinds.size > 1 && item === items[0])) return {};
  const { supplierVariantId: variantId, title } = item;
  const same = items.filter((each) => each.supplierVariantId === variantId);
  return { variantId, title, wanted: same.reduce((units, { quantity }) => units + quantity, 0) };
}
