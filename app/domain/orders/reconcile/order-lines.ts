import Decimal from "decimal.js";
import { z } from "zod";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type LocationGid, toLineItemGid, toVariantGid } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";

const storedLines = z.array(
  z.object({
    lineGid: z.string().transform(toLineItemGid),
    variantGid: z.string().transform(toVariantGid).nullable(),
    title: z.string(),
    variantTitle: z.string().nullable(),
    sku: z.string().nullable(),
    /** Left in the order after removals and refunds. */
    quantity: z.number(),
    /** Of them: assigned to our location, whatever became of them there. */
    ours: z.number(),
    /** One unit after discounts, in whole rupees: for reading only. */
    pricePkr: z.int().transform(rupees),
  }),
);

/** A line of an order as it was last read in Shopify. */
export type OrderLine = z.output<typeof storedLines>[number];

type ShopifyLines = Pick<ShopifyOrder, "lines" | "fulfillmentOrders">;

/** What was ordered, without a word about the customer; lines that were taken out of the order are left out. */
export function toOrderLines(
  { lines, fulfillmentOrders }: ShopifyLines,
  locationGid: LocationGid | null,
): OrderLine[] {
  const ours = fulfillmentOrders.filter(
    ({ locationId }) => locationId !== null && locationId === locationGid,
  );
  const ourUnits = ours.flatMap((each) => each.lines);
  return lines
    .filter(({ currentQuantity }) => currentQuantity > 0)
    .map((line) => ({
      ...{ lineGid: line.id, variantGid: line.variantId, title: line.title, sku: line.sku },
      variantTitle: line.variantTitle,
      quantity: line.currentQuantity,
      ours: ourUnits
        .filter(({ lineId }) => lineId === line.id)
        .reduce((units, { totalQuantity }) => units + totalQuantity, 0),
      pricePkr: priceOfUnit(line),
    }));
}

function priceOfUnit({ unitPrice, quantity, discountAllocations }: ShopifyLines["lines"][number]): Rupees {
  const discount = discountAllocations.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
  const price = new Decimal(unitPrice).minus(discount.dividedBy(Math.max(1, quantity)));
  return price.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() as Rupees;
}

/** The stored lines, also as the text they are written as; null while the order has not been read. */
export function openOrderLines(stored: unknown): readonly OrderLine[] | null {
  const parsed = storedLines.safeParse(typeof stored === "string" ? JSON.parse(stored) : stored);
  return parsed.success ? parsed.data : null;
}
