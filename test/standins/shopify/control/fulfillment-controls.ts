import { mergeFulfillmentOrders, reschedule } from "../commerce/fulfillment-order-states.ts";
import {
  cancelFulfillmentOrder,
  findFulfillmentOrder,
  hold,
  releaseHolds,
  submitCancellation,
  submitRequest,
} from "../commerce/fulfillment-requests.ts";
import { cancelFulfillment, createFulfillment } from "../commerce/fulfillments.ts";
import { moveFulfillmentOrder } from "../commerce/move.ts";
import { splitOff, type Units } from "../commerce/split.ts";
import { DEMO_SHOP } from "../defaults.ts";
import type { FulfillmentOrderState } from "../order-state.ts";
import { getShop, type World } from "../world.ts";

type OfFulfillmentOrder = { readonly shop?: string; readonly id: string };

/** Controls over fulfillment orders: what the merchant presses in Shopify. */
export function fulfillmentControls(world: World) {
  const find = ({ shop, id }: OfFulfillmentOrder) => {
    const scene = { world, shop: getShop(world, shop ?? DEMO_SHOP) };
    return { scene, one: findFulfillmentOrder(scene, id) };
  };
  const state = ({ id, status, requestStatus }: FulfillmentOrderState) => ({ id, status, requestStatus });
  return {
    requestFulfillment(
      input: OfFulfillmentOrder & {
        readonly units?: Units;
        readonly message?: string;
        readonly notifyCustomer?: boolean;
      },
    ) {
      const { scene, one } = find(input);
      const { units, message = null, notifyCustomer = false } = input;
      submitRequest(scene, one, { units, message, notifyCustomer });
      return state(one);
    },
    requestCancellation(input: OfFulfillmentOrder & { readonly message?: string }) {
      const { scene, one } = find(input);
      submitCancellation(scene, one, input.message ?? null);
      return state(one);
    },
    cancelFulfillmentOrder(input: OfFulfillmentOrder) {
      const { scene, one } = find(input);
      const replacement = cancelFulfillmentOrder(scene, one);
      return { ...state(one), replacementId: replacement?.id ?? null };
    },
    moveFulfillmentOrder(
      input: OfFulfillmentOrder & { readonly locationId: string; readonly units?: Units },
    ) {
      const { scene, one } = find(input);
      const rest = moveFulfillmentOrder(scene, one, input.locationId, input.units ?? null);
      return { ...state(one), remainingId: rest?.id ?? null };
    },
    splitFulfillmentOrder(input: OfFulfillmentOrder & { readonly keep: Units }) {
      const { scene, one } = find(input);
      return { ...state(one), otherId: splitOff(scene, one, input.keep)?.id ?? null };
    },
    mergeFulfillmentOrders(input: { readonly shop?: string; readonly ids: readonly string[] }) {
      const ones = input.ids.map((id) => find({ shop: input.shop, id }));
      const scene = { world, shop: getShop(world, input.shop ?? DEMO_SHOP) };
      return state(
        mergeFulfillmentOrders(
          scene,
          ones.map(({ one }) => one),
        ),
      );
    },
    hold(input: OfFulfillmentOrder & { readonly reason?: string; readonly notes?: string }) {
      const { scene, one } = find(input);
      const { reason = "OTHER", notes = null } = input;
      const placed = hold(scene, one, { reason, reasonNotes: notes, handle: null, byThisApp: false });
      return { ...state(one), holdId: placed.id };
    },
    releaseHold(input: OfFulfillmentOrder & { readonly holdId?: string }) {
      const { scene, one } = find(input);
      releaseHolds(scene, one, input.holdId ? [input.holdId] : null);
      return state(one);
    },
    /** The merchant chooses another day for what is scheduled. */
    reschedule(input: OfFulfillmentOrder & { readonly fulfillAt: string }) {
      const { scene, one } = find(input);
      reschedule(scene, one, new Date(input.fulfillAt));
      return state(one);
    },
    /** The merchant fulfills by hand, with or without a number. */
    fulfill(
      input: OfFulfillmentOrder & {
        readonly lines?: Units;
        readonly company?: string;
        readonly number?: string;
        /** One fulfillment may carry several numbers of its company. */
        readonly moreNumbers?: readonly string[];
        readonly notifyCustomer?: boolean;
      },
    ) {
      const { scene, one } = find(input);
      const { company = null, number = null, moreNumbers = [] } = input;
      const numbers = [number, ...moreNumbers];
      const fulfillment = createFulfillment(scene, {
        groups: [{ fulfillmentOrderId: one.id, lines: input.lines ?? null }],
        tracking:
          number === null && company === null
            ? []
            : numbers.map((each) => ({ company, number: each, url: null })),
        notifyCustomer: input.notifyCustomer ?? false,
        byMerchant: true,
      });
      return { fulfillmentId: fulfillment.id, ...state(one) };
    },
    /** The merchant undoes a fulfillment; its units are offered again. */
    cancelFulfillment(input: { readonly shop?: string; readonly id: string }) {
      const scene = { world, shop: getShop(world, input.shop ?? DEMO_SHOP) };
      const fulfillment = scene.shop.fulfillments.get(input.id);
      if (!fulfillment) throw new Error(`The shop has no fulfillment ${input.id}`);
      cancelFulfillment(scene, fulfillment);
      return { id: fulfillment.id, status: fulfillment.status };
    },
  };
}
