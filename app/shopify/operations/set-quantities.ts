import type { AdminClient } from "../admin-client.server.ts";
import { ShopifyError } from "../errors.ts";
import { mutation } from "../operation.ts";
import type { InventorySetMutation, InventorySetMutationVariables } from "../operations.generated.ts";

export const inventorySetQuantities = mutation<InventorySetMutation, InventorySetMutationVariables>(
  `#graphql
  mutation InventorySet($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) {
      inventoryAdjustmentGroup { id }
      userErrors { code field message }
    }
  }`,
  { repeatable: true, returnsUserErrors: true },
);

export type QuantityChange = {
  readonly inventoryItemId: string;
  readonly quantity: number;
  /** The quantity we believe stands there; null writes without comparing. */
  readonly changeFrom: number | null;
};

export type QuantitiesOutcome =
  | { readonly kind: "set" }
  /**
   * Nothing was written: these items stand elsewhere than believed; those exist no more, or take no quantity; and of the
   * last Shopify takes no such quantity.
   */
  | {
      readonly kind: "stale";
      readonly inventoryItemIds: readonly string[];
      readonly goneIds: readonly string[];
      readonly refusedIds: readonly string[];
    };

const STALE = new Set(["CHANGE_FROM_QUANTITY_STALE"]);
/** Refusals that are about one item and not about the rest of the list. */
const GONE = new Set(["INVALID_INVENTORY_ITEM", "NON_MUTABLE_INVENTORY_ITEM"]);
const NO_QUANTITY = new Set([
  "INVALID_QUANTITY_NEGATIVE",
  "INVALID_QUANTITY_TOO_HIGH",
  "INVALID_QUANTITY_TOO_LOW",
]);

/**
 * Sets what is available of up to 250 items at one location, all or none, comparing with what we believe stands there.
 * `key` belongs to exactly this list. https://shopify.dev/docs/api/usage/idempotent-requests
 */
export async function setQuantities(
  admin: AdminClient,
  input: { readonly locationId: string; readonly changes: readonly QuantityChange[]; readonly key: string },
): Promise<QuantitiesOutcome> {
  const { data } = await admin.run(inventorySetQuantities, {
    key: input.key,
    input: {
      name: "available",
      reason: "correction",
      quantities: input.changes.map((change) => ({
        inventoryItemId: change.inventoryItemId,
        locationId: input.locationId,
        quantity: change.quantity,
        // Shopify refuses an entry without it, although its schema does not say so.
        changeFromQuantity: change.changeFrom,
      })),
    },
  });
  const userErrors = data.inventorySetQuantities?.userErrors ?? [];
  if (userErrors.length === 0) return { kind: "set" };
  const itemsOf = (codes: ReadonlySet<string>) =>
    userErrors.flatMap(({ code, field }) => (codes.has(code ?? "") ? itemAt(input.changes, field) : []));
  const inventoryItemIds = itemsOf(STALE);
  const goneIds = itemsOf(GONE);
  const refusedIds = itemsOf(NO_QUANTITY);
  if (inventoryItemIds.length + goneIds.length + refusedIds.length < userErrors.length) {
    throw new ShopifyError("user_errors", "Shopify refused the quantities", {
      operation: inventorySetQuantities.name,
      userErrors: userErrors.map(({ code, field, message }) => ({
        code: code ?? null,
        field: field ?? null,
        message,
      })),
    });
  }
  return { kind: "stale", inventoryItemIds, goneIds, refusedIds };
}

/** `field` reads ["input", "quantities", "3", "changeFromQuantity"]. */
function itemAt(changes: readonly QuantityChange[], field: readonly string[] | null | undefined): string[] {
  const change = changes[Number(field?.[2] ?? Number.NaN)];
  return change === undefined ? [] : [change.inventoryItemId];
}
