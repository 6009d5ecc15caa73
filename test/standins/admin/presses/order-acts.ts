import { z } from "zod";
import type { ControlCalls } from "../control-calls.ts";
import type { Press, PressInput, PressSection } from "./sections.ts";

const shopState = z.object({
  locations: z.array(z.object({ id: z.string(), serviceId: z.string().nullable() })),
  orders: z.array(
    z.object({
      id: z.string(),
      lines: z.array(z.object({ id: z.string(), currentQuantity: z.number() })),
      fulfillmentOrders: z.array(z.object({ id: z.string(), locationId: z.string(), status: z.string() })),
    }),
  ),
});

type Look = z.infer<typeof shopState>["orders"][number] & { readonly ours: ReadonlySet<string> };

async function lookAt(calls: ControlCalls, { shop, fields }: PressInput): Promise<Look> {
  const { locations, orders } = shopState.parse(await calls.shopify("state", { shop }));
  const order = orders.find(({ id }) => id === fields.order);
  if (!order) throw new Error("Choose an order first");
  const ours = locations.filter(({ serviceId }) => serviceId !== null).map(({ id }) => id);
  return { ...order, ours: new Set(ours) };
}

type Act = readonly [name: string, label: string, play: Press["play"]];

const lineActs: readonly Act[] = [
  ["pay", "Mark as paid", (calls, input) => onOrder(calls, input, "payOrder")],
  ["cancel-order", "Cancel the order", (calls, input) => onOrder(calls, input, "cancelOrder")],
  [
    "edit",
    "Take one unit off",
    async (calls, input) => {
      const { id: lineId, currentQuantity } = firstLine(await lookAt(calls, input));
      await onOrder(calls, input, "editOrder", { set: [{ lineId, quantity: currentQuantity - 1 }] });
    },
  ],
  [
    "refund",
    "Refund one unit",
    async (calls, input) => {
      const { id: lineId } = firstLine(await lookAt(calls, input));
      await onOrder(calls, input, "refund", { lines: [{ lineId, quantity: 1 }] });
    },
  ],
  [
    "edit-city",
    "Correct the city",
    (calls, input) => onOrder(calls, input, "editAddress", { address: { city: input.fields.city } }),
  ],
];

async function onOrder(
  calls: ControlCalls,
  { shop, fields }: PressInput,
  control: string,
  body: object = {},
) {
  await calls.shopify(control, { shop, orderId: fields.order, ...body });
}

function firstLine({ lines }: Look) {
  const line = lines.find(({ currentQuantity }) => currentQuantity > 0);
  if (!line) throw new Error("Nothing is left of this order");
  return line;
}

const requestActs: readonly Act[] = [
  ["request", "Request fulfillment", onOurs("requestFulfillment")],
  ["request-cancel", "Request cancellation", onOurs("requestCancellation")],
  ["hold", "Put on hold", onOurs("hold")],
  ["release", "Release the hold", onOurs("releaseHold")],
  ["fulfill", "Fulfill by hand", onOurs("fulfill")],
];

/** The act on each fulfillment order at the app's location that is not over. */
function onOurs(control: string): Press["play"] {
  return async (calls, input) => {
    const { fulfillmentOrders, ours } = await lookAt(calls, input);
    const open = fulfillmentOrders.filter(
      ({ locationId, status }) =>
        ours.has(locationId) && !["CLOSED", "CANCELLED", "INCOMPLETE"].includes(status),
    );
    if (open.length === 0) throw new Error("This order has nothing open at the app's location");
    for (const { id } of open) await calls.shopify(control, { shop: input.shop, id });
  };
}

const toPress = ([name, label, play]: Act): Press => ({ name, label, play });

export const orderActsSection: PressSection = {
  title: "Merchant: act on an order in Shopify",
  groups: [
    {
      fields: [
        { kind: "things", of: "orders", name: "order", label: "Order", empty: "No order yet" },
        { kind: "text", name: "city", label: "City, when corrected", value: "Lahore" },
      ],
      presses: [...lineActs, ...requestActs].map(toPress),
    },
  ],
};
