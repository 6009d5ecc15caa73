import type { Press, PressSection } from "./sections.ts";

type Fault = readonly [name: string, label: string, body: object];

const shopifyWebhookFaults: readonly Fault[] = [
  ["shopify-lose", "Lose the next webhook", { kind: "lost" }],
  ["shopify-double", "Double the next webhook", { kind: "doubled" }],
  ["shopify-late", "Delay the next webhook by 20 s", { kind: "late", delayMs: 20_000 }],
];

const shopifyRequestFaults: readonly Fault[] = [
  ["shopify-500", "Answer the next request with 500", { kind: "status", status: 500 }],
  ["shopify-throttle", "Throttle the next request", { kind: "throttled" }],
  ["shopify-cut", "Cut the next request after its effect", { kind: "cut_after" }],
];

const supplierFaults: readonly Fault[] = [
  ["supplier-lose", "Lose the next event", { kind: "webhook_lost" }],
  ["supplier-double", "Double the next event", { kind: "webhook_doubled" }],
  ["supplier-late", "Delay the next event by 5 minutes", { kind: "webhook_late", minutes: 5 }],
  [
    "supplier-500",
    "500 before the next order",
    { kind: "error", when: "before", method: "POST", path: "/orders" },
  ],
  [
    "supplier-500-after",
    "500 after the next order",
    { kind: "error", when: "after", method: "POST", path: "/orders" },
  ],
  [
    "supplier-cut",
    "Cut the next order after its effect",
    { kind: "cut", when: "after", method: "POST", path: "/orders" },
  ],
];

const accountFaults: readonly Fault[] = [
  ["suspend", "Suspend the account", { status: "suspended", statusReason: "Documents are missing" }],
  ["activate", "Make it active again", { status: "active" }],
];

const supplierPresses = (control: string, faults: readonly Fault[]): readonly Press[] =>
  faults.map(([name, label, body]) => ({
    name,
    label,
    play: async (calls) => {
      await calls.supplier(control, body);
    },
  }));

const shopifyPresses = (kind: "webhooks" | "requests", faults: readonly Fault[]): readonly Press[] =>
  faults.map(([name, label, body]) => ({
    name,
    label,
    play: async (calls) => {
      await calls.shopify("faults", { [kind]: [body] });
    },
  }));

export const breakSections: readonly PressSection[] = [
  {
    title: "Break things",
    groups: [
      {
        hint: "Shopify",
        fields: [],
        presses: [
          ...shopifyPresses("webhooks", shopifyWebhookFaults),
          ...shopifyPresses("requests", shopifyRequestFaults),
        ],
      },
      { hint: "Supplier", fields: [], presses: supplierPresses("armFault", supplierFaults) },
      {
        hint: "The account at the supplier",
        fields: [],
        presses: supplierPresses("setAccount", accountFaults),
      },
    ],
  },
];
