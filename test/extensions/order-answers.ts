import type { OrderBlock } from "../../extensions/order-block/src/order-block.ts";

/** An order with one parcel on its way and one being packed. */
export const placed: OrderBlock = {
  orderId: "018f-order",
  status: { label: "On the way", tone: "info" },
  isTest: false,
  holds: [],
  refusal: null,
  parcels: [
    {
      part: 1,
      of: 2,
      status: { label: "On the way", tone: "info" },
      courier: "TCS",
      trackingNumber: "TCS-1",
      trackingUrl: "https://track.example/TCS-1",
      items: [{ title: "Earbuds", quantity: 2 }],
    },
    {
      part: 2,
      of: 2,
      status: { label: "Being packed", tone: "info" },
      courier: null,
      trackingNumber: null,
      trackingUrl: null,
      items: null,
    },
  ],
  money: { settled: false, netPkr: 1540, ifRefusedPkr: -350, heldPkr: 350 },
};

/** The same before anything was placed, with a hold. */
export const held: OrderBlock = {
  ...placed,
  status: { label: "Needs you", tone: "attention" },
  holds: [
    {
      sentence: "The supplier refused the address.",
      asksPerson: true,
      buttons: [
        {
          label: "Try again now",
          fields: { intent: "retry" },
          isPrimary: true,
          isDisabled: false,
        },
      ],
      hasMore: true,
    },
  ],
  parcels: [],
  money: null,
};
