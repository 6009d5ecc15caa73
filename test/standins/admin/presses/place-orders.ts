import { z } from "zod";
import type { ControlCalls } from "../control-calls.ts";
import { listThings } from "../things.ts";
import type { Field, Press, PressInput, PressSection } from "./sections.ts";

const buyerFields: readonly Field[] = [
  { kind: "things", of: "products", name: "variant", label: "Product", empty: "Import a product first" },
  { kind: "number", name: "quantity", label: "Quantity", value: "1" },
  { kind: "number", name: "shipping", label: "Delivery charge (Rs)", value: "200" },
  { kind: "text", name: "city", label: "City", value: "Lahore" },
  { kind: "text", name: "phone", label: "Phone (empty: another customer each time)", value: "" },
];

type Changes = Record<string, unknown>;
type Kind = readonly [name: string, label: string, changes: Changes | ((input: PressInput) => Changes)];

const kinds: readonly Kind[] = [
  ["cod", "COD", { payment: "cod" }],
  ["pending", "Prepaid, not paid yet", { payment: "pending", gateway: "Bank Deposit" }],
  ["paid", "Prepaid, paid", { payment: "paid" }],
  ["partly", "Advance of Rs 500, rest COD", { payment: "partly", paidAmount: 500 }],
  ["how-paid", "Unpaid, no gateway", { payment: "none" }],
  ["test-order", "Shopify test order", { payment: "cod", test: true }],
  ["tip", "COD with a tip", { payment: "cod", tip: 100 }],
  [
    "draft-order",
    "Draft order (also of what is not visible)",
    { payment: "cod", sourceName: "shopify_draft_order" },
  ],
  ["code", "COD, 10 % code", { payment: "cod", discountCode: { code: "SALAM10", percent: 10 } }],
];

const placePresses: readonly Press[] = kinds.map(([name, label, changes]) => ({
  name: `place-${name}`,
  label,
  play: async (calls, input) => {
    const extra = typeof changes === "function" ? changes(input) : changes;
    await place(calls, input, [chosenLine(input)], extra);
  },
}));

const cartPresses: readonly Press[] = [
  {
    name: "place-mixed",
    label: "Mixed cart (with an own product)",
    play: async (calls, input) => {
      const cushion = await ownVariant(calls, input.shop);
      await place(calls, input, [chosenLine(input), { variantId: cushion, quantity: 1 }], { payment: "cod" });
    },
  },
  {
    name: "place-all",
    label: "One of each listed product",
    play: async (calls, input) => {
      const { products } = await listThings(calls, input.shop);
      const listed = products.filter(({ supplierVariantId }) => supplierVariantId !== null);
      const firsts = new Map(listed.map((choice) => [choice.productId, choice.value]));
      const lines = [...firsts.values()].slice(0, 10).map((variantId) => ({ variantId, quantity: 1 }));
      await place(calls, input, lines, { payment: "cod" });
    },
  },
];

type Line = { variantId: string; quantity: number };

function chosenLine({ fields }: PressInput): Line {
  if (!fields.variant) throw new Error("Import a product first, then choose it here");
  return { variantId: fields.variant, quantity: Number(fields.quantity) };
}

const names = ["Ayesha", "Bilal", "Sana", "Hamza", "Zara", "Omar"] as const;

async function place(
  calls: ControlCalls,
  { shop, fields }: PressInput,
  lines: readonly Line[],
  changes: Changes,
) {
  const count = (await listThings(calls, shop)).orders.length;
  await calls.shopify("placeOrder", {
    shop,
    lines,
    shipping: Number(fields.shipping),
    customer: {
      firstName: names[count % names.length],
      lastName: "Example",
      phone: fields.phone || `+92300${1_234_501 + count}`,
    },
    shippingAddress: { city: fields.city },
    ...changes,
  });
}

const own = z.object({ variantId: z.string() });

async function ownVariant(calls: ControlCalls, shop: string): Promise<string> {
  const title = "Hand-made Ajrak Cushion";
  const known = (await listThings(calls, shop)).products.find(({ label }) => label.startsWith(title));
  if (known) return known.value;
  return own.parse(await calls.shopify("addOwnProduct", { shop, title, price: 500 })).variantId;
}

export const placeSection: PressSection = {
  title: "Customers: place an order",
  groups: [{ fields: buyerFields, presses: [...placePresses, ...cartPresses] }],
};
