export const topics = [
  "connection",
  "placing",
  "waiting",
  "confirmation",
  "payment",
  "customers",
  "delivery",
  "prices",
  "stock",
  "supplier-changes",
  "stores",
  "team",
  "privacy",
  "leave",
] as const;

export type Topic = (typeof topics)[number];

type Words = { readonly title: string; readonly text: string };

/** What each page of the settings is called, and what it is about. */
export const TOPIC_WORDS: Readonly<Record<Topic, Words>> = {
  connection: {
    title: "Connection",
    text: "Your key at the supplier. A live key sends real parcels; a test key only simulates them.",
  },
  placing: {
    title: "Placing orders",
    text: "What is sent to the supplier without your press. It covers orders from the moment a switch is on; older ones wait under To place.",
  },
  waiting: {
    title: "Waiting time and working hours",
    text: "When orders that go by themselves are sent. What you place yourself, or request in Shopify, never waits.",
  },
  confirmation: {
    title: "Confirmation",
    text: "Whether customers confirm cash on delivery orders before they are placed. A rule says which orders; the customers to call are under Orders, Calls.",
  },
  payment: {
    title: "Payment",
    text: "How an order is paid decides how it is sent. An order we cannot tell waits and asks you once.",
  },
  customers: {
    title: "Customers' pages",
    text: "What your customers see: on the parcel, in messages, and on the page of your store where they follow their order.",
  },
  delivery: {
    title: "Delivery charge",
    text: "What customers pay for delivery at your checkout, and what it costs you.",
  },
  prices: {
    title: "Prices",
    text: "How the price of a product follows from what it costs you. Saving first shows every price that would change; nothing changes until you say so.",
  },
  stock: {
    title: "Stock",
    text: "Customers see what the supplier has, less what you sold and the supplier has not taken yet.",
  },
  "supplier-changes": {
    title: "When the supplier changes something",
    text: "The supplier's price is always kept as the cost per item in Shopify. Prices and texts you changed in Shopify are yours: Karwan never overwrites them.",
  },
  stores: {
    title: "Supplier stores",
    text: "Products of different supplier stores travel in different parcels, each with its own shipping. Give a store a name you know it by; only you and your team see it.",
  },
  team: {
    title: "Team",
    text: "Paying, keys, disconnecting, what is placed automatically and who gets mails are the owner's. The owner may let others do them. Keys cover the tokens under API. What is placed automatically covers payment, confirmation, customers' pages, delivery charge, holds and Flow.",
  },
  privacy: {
    title: "Privacy",
    text: "A customer's details are erased 30 days after the last parcel ended, at most 90 days after the order was made or last placed, and earlier when Shopify asks. Who saw a customer is kept for a year.",
  },
  leave: {
    title: "Leave",
    text: "What to see to before you uninstall: parcels under way, money still to come, your data and the key.",
  },
};

export function isTopic(name: string | undefined): name is Topic {
  return topics.some((topic) => topic === name);
}
