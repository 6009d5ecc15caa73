/** Numbers Shopify-like ids; each kind counts from its own range, so that an id tells its kind at sight. */
const FIRST: Readonly<Record<string, number>> = {
  Shop: 580000001,
  Location: 65000000001,
  FulfillmentService: 71900000001,
  Product: 8800000000001,
  ProductVariant: 45000000000001,
  InventoryItem: 47000000000001,
  Order: 6100000000001,
  LineItem: 15000000000001,
  Customer: 7400000000001,
  FulfillmentOrder: 7000000000001,
  FulfillmentOrderLineItem: 17000000000001,
  Fulfillment: 5900000000001,
  OrderTransaction: 6600000000001,
};

export type Ids = { next(kind: string): string; number(kind: string): number };

export function createIds(): Ids {
  const counters = new Map<string, number>();
  const number = (kind: string) => {
    const value = (counters.get(kind) ?? (FIRST[kind] ?? 1000001) - 1) + 1;
    counters.set(kind, value);
    return value;
  };
  return { number, next: (kind) => gid(kind, number(kind)) };
}

export function gid(kind: string, number: number | string): string {
  return `gid://shopify/${kind}/${number}`;
}

/** The numeric tail of a global id, as REST-shaped bodies carry it. */
export function legacyId(id: string): number {
  return Number(/\/(\d+)(?:\?.*)?$/.exec(id)?.[1]);
}

export function kindOf(id: string): string {
  return /^gid:\/\/shopify\/([A-Za-z]+)\//.exec(id)?.[1] ?? "";
}
