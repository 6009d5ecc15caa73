import type { World } from "#test/support/world.ts";
import type { Merchant } from "./merchant.ts";

/** What a scene leaves behind, said beforehand: the comparison holds all three sides against it. */
export type Scene = {
  readonly title: string;
  readonly orderName: string;
  readonly orderGid: string;
  readonly expected: {
    readonly parcels: number;
    readonly status: "DELIVERED" | "RETURNED";
    /** What Shopify says the order is worth, and what is still owed at the end. */
    readonly totalPkr: number;
    readonly outstandingPkr: number;
    /** What our parcels collect, or the customer prepaid for them. */
    readonly codPkr: number;
    /** What stays with the merchant of our parcels, platform fee and all. */
    readonly netPkr: number;
    readonly financialStatus: "PAID" | "PENDING";
  };
};

export type Stage = {
  readonly world: World;
  readonly merchant: Merchant;
  readonly say: (line: string) => void;
};

type NewOrder = Parameters<Stage["world"]["shopify"]["control"]["placeOrder"]>[0];

/** An order at the shop; its number is what the service's own order ends with. */
export async function place({ world, merchant, say }: Stage, what: string, order: NewOrder) {
  const placed = world.shopify.control.placeOrder({ shop: merchant.shop, shipping: 200, ...order });
  say(`${placed.name} placed at the shop: ${what}`);
  const number = placed.id.split("/").at(-1) ?? "";
  return { order: placed, supplierOrder: { orderNumber: number } };
}

/** A customer of the demo. */
export function buyer(firstName: string, phone: string) {
  return { firstName, lastName: "Example", phone, email: `${firstName.toLowerCase()}@example.com` };
}

type Move = Omit<
  Parameters<Stage["world"]["supplier"]["control"]["moveParcel"]>[0],
  "id" | "externalOrderId"
>;

/** The service ships each parcel of an order, then ends it, as its own day would. */
export async function moveToEnd({ world, say }: Stage, { orderNumber }: { orderNumber: string }, end: Move) {
  const { control } = world.supplier;
  const { orders } = await control.audit();
  const parcels = orders.filter(({ externalOrderId }) => externalOrderId.endsWith(`-${orderNumber}`));
  for (const { id, part, of } of parcels) {
    await control.moveParcel({ id, status: "SHIPPED" });
    await control.moveParcel({ id, ...end });
    say(`parcel ${part} of ${of}: shipped, then ${end.status.toLowerCase()}`);
  }
}
