import type { ListingAction } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { listingsInWords } from "./listings-words.ts";

export const ACTION_LABELS: Readonly<Record<ListingAction, string>> = {
  resync: "Check now",
  publish: "Publish",
  reprice: "Price by the rule",
  policy: "Set a policy",
  unlink: "Unlink",
  delete: "Delete",
};

const DOING: Readonly<Record<ListingAction, string>> = {
  resync: "Checking",
  publish: "Publishing",
  reprice: "Pricing",
  policy: "Setting a policy for",
  unlink: "Unlinking",
  delete: "Deleting",
};

export function doingWords(action: ListingAction, count: number): string {
  return `${DOING[action]} ${listingsInWords(count)}`;
}

export type ActionQuestion = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly isDestructive: boolean;
};

/** What is asked before many listings are changed: what happens, and whether it can be taken back. */
export function actionQuestion(action: ListingAction, count: number): ActionQuestion {
  const many = listingsInWords(count);
  switch (action) {
    case "resync":
      return {
        title: `Check ${many} now?`,
        text: "Each is compared with the supplier and with Shopify. What differs is put right by your settings.",
        confirm: `Check ${many}`,
        isDestructive: false,
      };
    case "reprice":
      return {
        title: `Price ${many} by the rule?`,
        text: "Prices you fixed, and prices you changed in Shopify, stay. No price goes below the supplier's lowest price. It can be undone for 7 days.",
        confirm: `Price ${many}`,
        isDestructive: false,
      };
    case "publish":
      return {
        title: `Publish ${many}?`,
        text: "They are put on the sales channels you chose under Settings. Customers see a draft there once it is active.",
        confirm: `Publish ${many}`,
        isDestructive: false,
      };
    case "policy":
      return {
        title: `Set a policy for ${many}`,
        text: "It goes before the shop's own settings for these listings, until you give it back to the shop's.",
        confirm: `Set it for ${many}`,
        isDestructive: false,
      };
    case "unlink":
      return {
        title: `Unlink ${many}?`,
        text: "The products stay in your store as they are, with their quantity at Karwan's location set to 0. Stock and prices are no longer updated, and new orders of them are not sent to the supplier.",
        confirm: `Unlink ${many}`,
        isDestructive: true,
      };
    case "delete":
      return {
        title: `Delete ${productsInWords(count)} from your store?`,
        text: "They go out of Shopify for good, with their images and text. Only products Karwan made are deleted; what was yours before is left alone. Orders that are placed already go on.",
        confirm: `Delete ${productsInWords(count)}`,
        isDestructive: true,
      };
  }
}

function productsInWords(count: number): string {
  return countOf(count, "product", "products");
}
