import {
  currenciesOf,
  currentShare,
  lineCurrentTotal,
  lineDiscount,
  shippingCurrent,
  shippingDiscounted,
} from "../commerce/order-money.ts";
import { unfulfilledUnits } from "../commerce/order-status.ts";
import { moneyBagView, moneyView, type Paisa, sum } from "../money.ts";
import type {
  DiscountApplication,
  OrderLine,
  OrderState,
  ShippingLineState,
  TaxLine,
} from "../order-state.ts";
import type { Scene } from "../world.ts";
import { productView, variantView } from "./product-view.ts";
import { serviceView } from "./shop-view.ts";
import type { View } from "./view.ts";

export function lineItemView(scene: Scene, order: OrderState, line: OrderLine): View {
  const { shop } = scene;
  const variant = line.variantId ? shop.variants.get(line.variantId) : undefined;
  const product = line.productId ? shop.products.get(line.productId) : undefined;
  const service = [...shop.services.values()].find(({ handle }) => handle === line.serviceHandle);
  return {
    __typename: "LineItem",
    ...lineMoney(order, line),
    id: line.id,
    title: line.title,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    refundableQuantity: line.currentQuantity,
    unfulfilledQuantity: () => unfulfilledUnits(shop, order, line.id),
    fulfillableQuantity: () => unfulfilledUnits(shop, order, line.id),
    nonFulfillableQuantity: 0,
    requiresShipping: line.requiresShipping,
    taxable: line.taxable,
    isGiftCard: line.isGiftCard,
    restockable: true,
    customAttributes: line.customAttributes,
    taxLines: line.taxLines.map((tax) => taxLineView(order, tax)),
    discountAllocations: line.allocations.map((allocation) => allocationView(order, allocation)),
    duties: [],
    variant: variant ? () => variantView(scene, variant) : null,
    product: product ? () => productView(scene, product) : null,
    fulfillmentService: service ? () => serviceView(scene, service) : null,
    lineItemGroup: null,
  };
}

function lineMoney(order: OrderState, line: OrderLine): View {
  const bag = (amount: Paisa) => moneyBagView(amount, currenciesOf(order));
  const gross = line.unitPrice * line.quantity;
  const discount = lineDiscount(line);
  const codes = line.allocations.filter(({ application }) => order.discounts[application]?.code !== null);
  const beforeCodes = gross - discount + sum(codes.map(({ amount }) => amount));
  const perUnit = (amount: Paisa) => (line.quantity === 0 ? 0 : Math.round(amount / line.quantity));
  const includedTax = order.taxesIncluded ? sum(line.taxLines.map(({ price }) => price)) : 0;
  return {
    originalUnitPriceSet: bag(line.unitPrice),
    originalTotalSet: bag(gross),
    totalDiscountSet: bag(gross - beforeCodes),
    discountedTotalSet: (args: { withCodeDiscounts?: boolean }) =>
      bag(args.withCodeDiscounts === true ? gross - discount : beforeCodes),
    discountedUnitPriceSet: bag(perUnit(beforeCodes)),
    discountedUnitPriceAfterAllDiscountsSet: bag(perUnit(gross - discount)),
    priceAfterAllDiscountsBeforeTaxesSet: bag(currentShare(line, gross - discount - includedTax)),
    unfulfilledOriginalTotalSet: bag(line.unitPrice * line.currentQuantity),
    unfulfilledDiscountedTotalSet: bag(lineCurrentTotal(line)),
  };
}

export function shippingLineView(order: OrderState, line: ShippingLineState): View {
  const bag = (amount: Paisa) => moneyBagView(amount, currenciesOf(order));
  return {
    __typename: "ShippingLine",
    id: line.id,
    title: line.title,
    code: line.code,
    source: line.source,
    carrierIdentifier: line.carrierIdentifier,
    custom: false,
    deliveryCategory: null,
    phone: null,
    isRemoved: line.isRemoved,
    originalPriceSet: bag(line.price),
    discountedPriceSet: bag(shippingDiscounted(line)),
    currentDiscountedPriceSet: bag(shippingCurrent(line)),
    taxLines: line.taxLines.map((tax) => taxLineView(order, tax)),
    discountAllocations: line.allocations.map((allocation) => allocationView(order, allocation)),
  };
}

export function taxLineView(order: OrderState, tax: TaxLine): View {
  return {
    title: tax.title,
    rate: tax.rate,
    ratePercentage: tax.rate * 100,
    source: "shopify",
    channelLiable: false,
    priceSet: moneyBagView(tax.price, currenciesOf(order)),
  };
}

export function feeView(order: OrderState, fee: OrderState["fees"][number]): View {
  return {
    id: fee.id,
    name: fee.name,
    price: moneyBagView(fee.price, currenciesOf(order)),
    taxLines: fee.taxLines.map((tax) => taxLineView(order, tax)),
  };
}

function allocationView(
  order: OrderState,
  allocation: { readonly amount: Paisa; readonly application: number },
): View {
  const discount = order.discounts[allocation.application];
  return {
    allocatedAmountSet: moneyBagView(allocation.amount, currenciesOf(order)),
    discountApplication: discount
      ? () => discountApplicationView(order, discount, allocation.application)
      : null,
  };
}

export function discountApplicationView(order: OrderState, discount: DiscountApplication, index = 0): View {
  const { value } = discount;
  return {
    __typename: discount.code === null ? "ManualDiscountApplication" : "DiscountCodeApplication",
    index,
    allocationMethod: "ACROSS",
    targetSelection: "ALL",
    targetType: discount.target,
    code: discount.code ?? undefined,
    title: discount.code === null ? discount.title : undefined,
    description: discount.code === null ? null : undefined,
    value:
      "percent" in value
        ? { __typename: "PricingPercentageValue", percentage: value.percent }
        : moneyView(value.amount, order.currency),
  };
}

export function weightView(weightKg: number | null): View | null {
  return weightKg === null ? null : { value: weightKg, unit: "KILOGRAMS" };
}
