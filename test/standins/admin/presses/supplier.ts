import type { Press, PressSection } from "./sections.ts";

const moves: readonly (readonly [name: string, label: string, body: object])[] = [
  ["confirm", "Confirm", { status: "CONFIRMED" }],
  ["pack", "Pack", { status: "PROCESSING" }],
  ["ship", "Ship", { status: "SHIPPED" }],
  ["deliver", "Deliver", { status: "DELIVERED" }],
  ["refuse", "Refuse at the door", { status: "RETURNED", type: "rto", reason: "Refused at the door" }],
  ["return", "Send back", { status: "RETURNED", type: "return", reason: "Sent back by the customer" }],
  ["cancel-parcel", "Cancel", { status: "CANCELLED", reason: "Out of stock at the store" }],
];

const movePresses: readonly Press[] = moves.map(([name, label, body]) => ({
  name,
  label,
  play: async (calls, { fields }) => {
    await calls.supplier("moveParcel", { id: fields.parcel, ...body });
  },
}));

const failConfirmation: Press = {
  name: "fail-confirmation",
  label: "Customer unreachable",
  play: async (calls, { fields }) => {
    await calls.supplier("setConfirmation", { id: fields.parcel, confirmation: "FAILED" });
  },
};

const catalogPresses: readonly Press[] = [
  {
    name: "set-stock",
    label: "Set stock",
    play: async (calls, { fields }) => {
      await calls.supplier("setStock", { variantId: fields.variant, stock: Number(fields.stock) });
    },
  },
  {
    name: "set-price",
    label: "Set wholesale price",
    play: async (calls, { fields }) => {
      const wholesalePrice = Number(fields.wholesale);
      await calls.supplier("setPrice", {
        variantId: fields.variant,
        wholesalePrice,
        minResalePrice: wholesalePrice,
      });
    },
  },
  {
    name: "remove-product",
    label: "Remove its product",
    play: async (calls, { fields }) => {
      await calls.supplier("removeProduct", { productId: productOf(fields.variant ?? "") });
    },
  },
  {
    name: "restore-product",
    label: "Offer again",
    play: async (calls, { fields }) => {
      await calls.supplier("restoreProduct", { productId: productOf(fields.variant ?? "") });
    },
  },
  {
    name: "set-title",
    label: "Change title",
    play: async (calls, { fields }) => {
      const productId = productOf(fields.variant ?? "");
      await calls.supplier("setProduct", { productId, title: fields.title });
    },
  },
  {
    name: "add-variant",
    label: "Add a variant",
    play: async (calls, { fields }) => {
      const productId = productOf(fields.variant ?? "");
      const number = Date.now() % 1_000_000;
      await calls.supplier("addVariant", {
        ...{ productId, id: `${productId}_v${number}`, title: `New ${number}`, size: `New ${number}` },
      });
    },
  },
  {
    name: "remove-variant",
    label: "Remove it",
    play: async (calls, { fields }) => {
      await calls.supplier("removeVariant", { variantId: fields.variant });
    },
  },
];

/** The service's variants are named after their product: `prd_kurta_v2`. */
function productOf(variantId: string): string {
  return variantId.replace(/_v\d+$/, "");
}

const walletPresses: readonly Press[] = [
  {
    name: "top-up",
    label: "Top up",
    play: async (calls, { fields }) => {
      await calls.supplier("topUp", { amount: Number(fields.amount) });
    },
  },
  {
    name: "withdraw",
    label: "Withdraw",
    play: async (calls, { fields }) => {
      await calls.supplier("withdraw", { amount: Number(fields.amount) });
    },
  },
];

const clockPress: Press = {
  name: "advance-clock",
  label: "Pass the time",
  play: async (calls, { fields }) => {
    await calls.supplier("clock.advance", { days: Number(fields.days) });
  },
};

export const supplierSections: readonly PressSection[] = [
  {
    title: "Supplier: parcels",
    groups: [
      {
        fields: [{ kind: "things", of: "parcels", name: "parcel", label: "Parcel", empty: "No parcel yet" }],
        presses: [...movePresses, failConfirmation],
      },
    ],
  },
  {
    title: "Supplier: stock, price, wallet, time",
    groups: [
      {
        hint: "No event says that a product is offered again: the listing's Check now finds it.",
        fields: [
          {
            kind: "things",
            of: "variants",
            name: "variant",
            label: "Variant in your store",
            empty: "Nothing imported yet",
          },
          { kind: "number", name: "stock", label: "Stock", value: "0" },
          { kind: "number", name: "wholesale", label: "Wholesale price (Rs)", value: "1100" },
          { kind: "text", name: "title", label: "Title", value: "Renamed by the supplier" },
        ],
        presses: catalogPresses,
      },
      {
        fields: [{ kind: "number", name: "amount", label: "Amount (Rs)", value: "5000" }],
        presses: walletPresses,
      },
      {
        hint: "Margins are credited 20 days after delivery. The supplier's clock is then ahead of the app's: what it dates later than today shows in the wallet as not dated.",
        fields: [{ kind: "number", name: "days", label: "Days", value: "20" }],
        presses: [clockPress],
      },
    ],
  },
];
