import { allocate, type Paisa, sum, toPaisa } from "../money.ts";
import type {
  Allocation,
  DiscountApplication,
  OrderLine,
  ShippingLineState,
  TaxLine,
} from "../order-state.ts";
import type { Scene } from "../world.ts";
import type { Amount, NewOrder } from "./new-order.ts";
import { taxOf } from "./order-money.ts";

/** One line with its own discount; the order's code and taxes come after. */
export function buildLine(
  scene: Scene,
  input: NewOrder["lines"][number],
  discounts: DiscountApplication[],
): OrderLine {
  const { world, shop } = scene;
  const variant = input.variantId ? shop.variants.get(input.variantId) : undefined;
  if (input.variantId && !variant) throw new Error(`The shop has no variant ${input.variantId}`);
  const product = variant && shop.products.get(variant.productId);
  const item = variant && shop.items.get(variant.inventoryItemId);
  const allocations: Allocation[] = [];
  if (input.discount !== undefined) {
    discounts.push({
      code: null,
      title: "Line discount",
      value: { amount: toPaisa(input.discount) },
      target: "LINE_ITEM",
    });
    allocations.push({ amount: toPaisa(input.discount), application: discounts.length - 1 });
  }
  const options = variant?.selectedOptions.map(({ value }) => value).join(" / ");
  const locationService =
    item && [...shop.services.values()].find(({ locationId }) => item.levels.get(locationId)?.isActive);
  return {
    id: world.ids.next("LineItem"),
    variantId: variant?.id ?? null,
    productId: product?.id ?? null,
    inventoryItemId: item?.id ?? null,
    title: input.title ?? product?.title ?? "Custom item",
    variantTitle: options && options !== "Default Title" ? options : null,
    sku: item?.sku ?? null,
    vendor: product?.vendor ?? null,
    quantity: input.quantity,
    currentQuantity: input.quantity,
    unitPrice: input.price === undefined ? (variant?.price ?? 0) : toPaisa(input.price),
    requiresShipping: input.requiresShipping ?? item?.requiresShipping ?? true,
    taxable: input.taxable ?? true,
    isGiftCard: false,
    weightKg: item?.weightKg ?? null,
    customAttributes: [...(input.customAttributes ?? [])],
    allocations,
    taxLines: [],
    serviceHandle: locationService?.handle ?? "manual",
  };
}

export function lineNet(line: OrderLine): Paisa {
  return line.unitPrice * line.quantity - sum(line.allocations.map(({ amount }) => amount));
}

export function discountsOf({ discountCode }: NewOrder): DiscountApplication[] {
  if (!discountCode) return [];
  const value =
    discountCode.percent === undefined
      ? { amount: paisa(discountCode.amount) }
      : { percent: discountCode.percent };
  return [{ code: discountCode.code, title: discountCode.code, value, target: "LINE_ITEM" }];
}

export function withCodeDiscount(
  input: NewOrder,
  discounts: readonly DiscountApplication[],
  lines: OrderLine[],
): OrderLine[] {
  const value = input.discountCode ? discounts[0]?.value : undefined;
  if (!value) return lines;
  const weights = lines.map(lineNet);
  const total =
    "percent" in value
      ? Math.round((sum(weights) * value.percent) / 100)
      : Math.min(value.amount, sum(weights));
  for (const [index, amount] of allocate(total, weights).entries()) {
    lines[index]?.allocations.push({ amount, application: 0 });
  }
  return lines;
}

export function taxLinesOf(input: NewOrder, taxable: boolean, net: Paisa, included: boolean): TaxLine[] {
  if (!input.taxRate || !taxable) return [];
  return [{ title: "GST", rate: input.taxRate, price: taxOf(net, input.taxRate, included) }];
}

export function shippingLinesOf(
  { world }: Scene,
  input: NewOrder,
  discounts: DiscountApplication[],
  included: boolean,
): ShippingLineState[] {
  if (input.shipping === null || input.shipping === undefined) return [];
  const first = shippingLineOf(world, input, { discounts, included, price: toPaisa(input.shipping) });
  const more = (input.moreShipping ?? []).map((amount) =>
    shippingLineOf(world, { ...input, shippingDiscount: 0 }, { discounts, included, price: toPaisa(amount) }),
  );
  return [first, ...more];
}

function shippingLineOf(
  world: Scene["world"],
  input: NewOrder,
  {
    discounts,
    included,
    price,
  }: { readonly discounts: DiscountApplication[]; readonly included: boolean; readonly price: Paisa },
): ShippingLineState {
  const off = paisa(input.shippingDiscount);
  const allocations: Allocation[] = [];
  if (off > 0) {
    discounts.push({ code: "FREESHIP", title: "FREESHIP", value: { amount: off }, target: "SHIPPING_LINE" });
    allocations.push({ amount: off, application: discounts.length - 1 });
  }
  return {
    id: world.ids.next("ShippingLine"),
    title: input.shippingTitle ?? "Standard Delivery",
    code: "Standard",
    source: "shopify",
    carrierIdentifier: null,
    price,
    allocations,
    taxLines: taxLinesOf(input, input.taxShipping ?? false, price - off, included),
    refunded: 0,
    isRemoved: false,
  };
}

export function paisa(amount: Amount | undefined): Paisa {
  return amount === undefined ? 0 : toPaisa(amount);
}
