import { rupees } from "#app/domain/money/rupees.ts";
import type { ExpectedOutcome } from "#app/domain/orders/money/expect-outcome.ts";
import { toHandoffTerms } from "#app/domain/orders/placement/quoted-terms.server.ts";
import type { LineItemGid, SupplierVariantId } from "#app/platform/ids.ts";
import { catalogCalls } from "#app/supplier/catalog.ts";
import { quoteShipping } from "#test/standins/supplier/quote.ts";
import type { Answer, Call, Order, World } from "#test/standins/supplier/state.ts";
import { asId } from "#test/support/as-id.ts";

/** What an order's preview is made from, before it is placed. */
export type PreviewedOrder = {
  readonly paymentMode: "COD" | "PREPAID";
  readonly items: readonly {
    readonly variantId: string;
    readonly quantity: number;
    readonly resalePrice: number;
  }[];
  readonly shippingCharged: number;
};

type Quoting = { readonly world: World; readonly callOf: (rawBody: Buffer) => Call };

/** The preview of an order as the app works it out: the service's quote, then the one function. */
export async function previewOrder(
  { world, callOf }: Quoting,
  { paymentMode, items, shippingCharged }: PreviewedOrder,
): Promise<ExpectedOutcome> {
  const { quoteShipping: quote } = catalogCalls(async ({ body, schema }) => {
    const answer: Answer = quoteShipping(world, callOf(Buffer.from(body ?? "")));
    return { value: schema.parse(JSON.parse(JSON.stringify(answer.body))), headers: new Headers() };
  });
  const reported = await quote({
    city: "Lahore",
    items: items.map(({ variantId, quantity }) => ({ variantId: asId(variantId), quantity })),
  });
  const price = (variantId: string) => world.catalogs.live.variants.get(variantId)?.wholesalePrice ?? 0;
  const wholesale = rupees(
    items.reduce((sum, { variantId, quantity }) => sum + price(variantId) * quantity, 0),
  );
  const paid =
    items.reduce((sum, { resalePrice, quantity }) => sum + resalePrice * quantity, 0) + shippingCharged;
  const sent = items.map((item) => ({
    ...{
      ...item,
      externalLineId: asId<LineItemGid>(""),
      sku: null,
      variantId: asId<SupplierVariantId>(item.variantId),
    },
    resalePrice: rupees(item.resalePrice),
  }));
  const ready = { kind: "ready", items: sent, roundingPaisa: 0, explanation: [] } as const;
  const money = { ...ready, collects: rupees(paid), shippingCharged: rupees(shippingCharged) };
  return toHandoffTerms(paymentMode, money, { wholesale, quote: reported }).expected;
}

/** How far the fee of a preview can be compared: the document defines neither its rounding nor its split. */
export type FeeCompared = "exact" | "rounded" | "not_said" | "some_lose";

/** Where a preview tells something else than the service did, once it had the order. */
export function comparePreview(
  expected: ExpectedOutcome,
  paymentMode: "COD" | "PREPAID",
  orders: readonly Order[],
): { readonly problems: readonly string[]; readonly fee: FeeCompared } {
  const sum = (of: (order: Order) => number) => orders.reduce((total, order) => total + of(order), 0);
  const cost = sum(({ wholesaleTotal, shippingCost }) => wholesaleTotal + shippingCost);
  const isPrepaid = paymentMode === "PREPAID";
  const { fee, problems } = compareFee(expected, orders);
  const figures = [
    ["margin", expected.margin, sum(({ margin }) => margin)],
    ["wallet now", expected.walletNow, isPrepaid ? 0 - cost : 0],
    ["reserve", expected.reserve, sum(({ rtoReserve }) => rtoReserve)],
    [
      "refusal",
      expected.refusedNet ?? 0,
      isPrepaid ? 0 : 0 - sum((each) => each.shippingCost + each.returnShippingCost),
    ],
  ] as const;
  const wrong = figures.filter(([, ours, theirs]) => ours !== theirs);
  return {
    fee,
    problems: [...wrong.map(([what, ours, theirs]) => `${what}: ${ours}, not ${theirs}`), ...problems],
  };
}

function compareFee(expected: ExpectedOutcome, orders: readonly Order[]) {
  if (expected.fee === null) return { fee: "not_said", problems: [] } as const;
  const reported = orders.reduce((total, { platformFee }) => total + platformFee.amount, 0);
  const isLosing = orders.some(({ margin }) => margin <= 0) && orders.length > 1;
  if (isLosing) return { fee: "some_lose", problems: [] } as const;
  const isWhole = orders.every(({ platformFee, margin, resaleTotal }) => {
    const basis = platformFee.basis === "sale" ? resaleTotal : margin;
    return margin <= 0 || Number.isInteger((basis * platformFee.percent) / 100);
  });
  const apart = Math.abs(expected.fee - reported);
  // Each parcel's fee is rounded by itself, by less than a rupee; ours once, by half of one.
  const isWrong = isWhole ? apart !== 0 : apart >= orders.length + 1;
  return {
    fee: isWhole ? "exact" : "rounded",
    problems: isWrong ? [`fee: ${expected.fee}, not ${reported}`] : [],
  } as const;
}
