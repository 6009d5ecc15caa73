import type { ExternalOrderId, SupplierOrderId } from "#app/platform/ids.ts";
import {
  type CreatedOrder,
  createdOrderSchema,
  orderSchema,
  type SupplierOrder,
  type SupplierTracking,
  trackingSchema,
} from "./order-schema.ts";
import { type RequestSpec, type SendRequest, segment } from "./request.ts";
import { type Page, pageOf } from "./schema.ts";

export type Placement = {
  /** 1 to 255 characters; remembered by the service for 7 days. */
  readonly idempotencyKey: string;
  /** The frozen request, sent to the byte. */
  readonly bodyBytes: string | Uint8Array;
};

/** `replayed`: the service had already taken this key and body, and answered again with its first answer. */
export type PlacedOrder = CreatedOrder & { readonly replayed: boolean };

export type OrderFilter = {
  /** One or more statuses, comma-separated. */
  readonly status?: string;
  readonly externalOrderId?: ExternalOrderId;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly cursor?: string;
};

export type SimulatedStatus = "CONFIRMED" | "PROCESSING" | "SHIPPED" | "DELIVERED" | "CANCELLED" | "RETURNED";

type ActOptions = Pick<RequestSpec<SupplierOrder>, "isDue" | "answeredPoint"> & { readonly body?: object };

/** `isDue` is asked in the moment before the bytes leave; a payment nobody waits for any more is not sent. */
export type PayOptions = Pick<RequestSpec<SupplierOrder>, "isDue">;

/** Calls about orders. They throw SupplierError; placing may end with an unknown outcome (D-19). */
export function orderCalls(request: SendRequest) {
  async function actOnOrder(
    orderId: SupplierOrderId,
    verb: "cancel" | "pay" | "simulate",
    { body, ...more }: ActOptions = {},
  ): Promise<SupplierOrder> {
    const answer = await request({
      method: "POST",
      route: `/orders/{id}/${verb}`,
      path: `/orders/${segment(orderId)}/${verb}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      effect: "write",
      retry: "never",
      schema: orderSchema,
      ...more,
    });
    return answer.value;
  }

  return {
    /**
     * Places an order, once per call: never repeated here. On `unknown_outcome` send the same bytes with the same
     * key again; on a definite refusal a corrected body needs a new key. Sections Endpoints and Errors.
     */
    async createOrder(placement: Placement): Promise<PlacedOrder> {
      const { value, headers } = await request({
        method: "POST",
        route: "/orders",
        path: "/orders",
        headers: { "idempotency-key": placement.idempotencyKey },
        body: placement.bodyBytes,
        effect: "write",
        retry: "never",
        schema: createdOrderSchema,
        sentPoint: "H4",
        answeredPoint: "H5",
      });
      return { ...value, replayed: headers.get("idempotent-replayed")?.toLowerCase() === "true" };
    },

    async listOrders(filter: OrderFilter = {}): Promise<Page<SupplierOrder>> {
      const spec = {
        method: "GET",
        route: "/orders",
        path: "/orders",
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, query: filter, schema: pageOf(orderSchema) })).value;
    },

    /** Throws `not_found`, also for an order of the other mode. */
    async getOrder(orderId: SupplierOrderId): Promise<SupplierOrder> {
      const path = `/orders/${segment(orderId)}`;
      const spec = { method: "GET", route: "/orders/{id}", path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, schema: orderSchema })).value;
    },

    /** What a customer may see of an order. */
    async getTracking(orderId: SupplierOrderId): Promise<SupplierTracking> {
      const path = `/orders/${segment(orderId)}/tracking`;
      const spec = {
        method: "GET",
        route: "/orders/{id}/tracking",
        path,
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, schema: trackingSchema })).value;
    },

    /** Cancels before packing, else throws `order_not_cancellable`. `reason` is at most 300 characters. Never repeated here. */
    async cancelOrder(orderId: SupplierOrderId, reason?: string): Promise<SupplierOrder> {
      return actOnOrder(orderId, "cancel", reason === undefined ? {} : { body: { reason } });
    },

    /**
     * Pays an order that waits for funds, from the wallet: wholesale and shipping. `order_not_payable` may mean it is paid
     * already. Never repeated here: after `unknown_outcome` only reading the order or the ledger tells (section States).
     */
    async payOrder(orderId: SupplierOrderId, { isDue }: PayOptions = {}): Promise<SupplierOrder> {
      return actOnOrder(orderId, "pay", { isDue, answeredPoint: "Y3" });
    },

    /** Test mode only, else throws `test_mode_only`. */
    async simulateOrder(orderId: SupplierOrderId, status: SimulatedStatus): Promise<SupplierOrder> {
      return actOnOrder(orderId, "simulate", { body: { status } });
    },
  };
}
