import type { OrderGid, ShopId } from "#app/platform/ids.ts";
import { asId } from "./as-id.ts";

const PREFIX = "gid://shopify/Order/";

/** An order's id by a name that a test can tell it by. */
export const orderGid = (name: string): OrderGid => asId(`${PREFIX}${name}`);

/** The name in an order's id. */
export const nameOf = (gid: string): string => gid.slice(PREFIX.length);

/** A request to look at such an order. */
export const orderWork = (shopId: ShopId, name: string) =>
  ({ shopId, kind: "order.reconcile", subject: { orderGid: orderGid(name) } }) as const;
