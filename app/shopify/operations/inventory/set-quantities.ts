import type { InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { ShopifyError, type ShopifyUserError } from "#app/shopify/errors.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  InventorySetMutation,
  InventorySetMutationVariables,
} from "#app/shopify/operations.generated.ts";

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
  readonly inventoryItemId: InventoryItemGid;
  readonly quantity: number;
  /** The quantity we believe stands there; null writes without comparing. */
  readonly changeFrom: number | null;
};

/** What became of a list of changes; the ids are those of inventory items. Whoever is in none of the lists stands as asked. */
export type QuantitiesOutcome = {
  /** They stand elsewhere than believed. */
  readonly staleIds: readonly InventoryItemGid[];
  /** They exist no more, or take no quantity. */
  readonly goneIds: readonly InventoryItemGid[];
  readonly refused: readonly RefusedQuantity[];
};

/** A change that Shopify does not take, with its own words. */
type RefusedQuantity = { readonly inventoryItemId: InventoryItemGid; readonly words: string };

const STALE = "CHANGE_FROM_QUANTITY_STALE";
const GONE: ReadonlySet<string> = new Set(["INVALID_INVENTORY_ITEM", "NON_MUTABLE_INVENTORY_ITEM"]);
/** Shopify keeps the key of a list it refused: the same list goes under another. */
const REFUSED_BEFORE = "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED";
const MOST_REFUSED_BEFORE = 5;

type QuantityInput = { readonly locationId: LocationGid; readonly changes: readonly QuantityChange[] };

type SendingQuantities = QuantityInput & {
  /** The same for the same list, so that a repeat after a lost answer changes nothing more. */
  readonly keyOf: (changes: readonly QuantityChange[]) => string;
  /** Before each list goes out; what it throws ends it. */
  readonly beforeSend?: () => Promise<void>;
  readonly afterSend?: () => void;
};

/**
 * Sets what is available of up to 250 items at one location, comparing with what we believe stands there. Shopify takes
 * a list whole or not at all: what it refuses is left out and named, and the others go again as a list of their own,
 * under a key of their own (R53). https://shopify.dev/docs/api/usage/idempotent-requests
 * @throws ShopifyError `user_errors` for a refusal that is about no single entry
 */
export async function setQuantities(
  admin: AdminClient,
  { locationId, changes, keyOf, beforeSend, afterSend }: SendingQuantities,
): Promise<QuantitiesOutcome> {
  const staleIds: InventoryItemGid[] = [];
  const goneIds: InventoryItemGid[] = [];
  const refused: RefusedQuantity[] = [];
  let refusedBefore = 0;
  for (let rest = changes; rest.length > 0; ) {
    await beforeSend?.();
    const key = refusedBefore === 0 ? keyOf(rest) : `${keyOf(rest)}/${refusedBefore}`;
    const userErrors = await sendOnce(admin, { locationId, changes: rest }, key);
    afterSend?.();
    if (userErrors.length === 0) break;
    if (userErrors.some(({ code }) => code === REFUSED_BEFORE) && refusedBefore < MOST_REFUSED_BEFORE) {
      refusedBefore += 1;
      continue;
    }
    const left = new Set<InventoryItemGid>();
    for (const error of userErrors) {
      const inventoryItemId = itemAt(rest, error.field);
      if (inventoryItemId === null) throw toError(userErrors);
      if (left.has(inventoryItemId)) continue;
      left.add(inventoryItemId);
      if (error.code === STALE) staleIds.push(inventoryItemId);
      else if (error.code !== null && GONE.has(error.code)) goneIds.push(inventoryItemId);
      else refused.push({ inventoryItemId, words: error.message });
    }
    rest = rest.filter((change) => !left.has(change.inventoryItemId));
    refusedBefore = 0;
  }
  return { staleIds, goneIds, refused };
}

async function sendOnce(
  admin: AdminClient,
  { locationId, changes }: QuantityInput,
  key: string,
): Promise<readonly ShopifyUserError[]> {
  const { data } = await admin.run(inventorySetQuantities, {
    key,
    input: {
      name: "available",
      reason: "correction",
      quantities: changes.map((change) => ({
        inventoryItemId: change.inventoryItemId,
        locationId,
        quantity: change.quantity,
        // Shopify refuses an entry without it, although its schema does not say so.
        changeFromQuantity: change.changeFrom,
      })),
    },
  });
  return (data.inventorySetQuantities?.userErrors ?? []).map(({ code, field, message }) => ({
    code: code ?? null,
    field: field ?? null,
    message,
  }));
}

function toError(userErrors: readonly ShopifyUserError[]): ShopifyError {
  return new ShopifyError("user_errors", "Shopify refused the quantities", {
    operation: inventorySetQuantities.name,
    userErrors,
  });
}

/**
 * The one entry an error is about: `field` reads ["input", "quantities", "3", "changeFromQuantity"]. A place it does not
 * know is the same in all of them.
 */
function itemAt(
  changes: readonly QuantityChange[],
  field: readonly string[] | null,
): InventoryItemGid | null {
  if (field?.[3] === "locationId") return null;
  return changes[Number(field?.[2] ?? Number.NaN)]?.inventoryItemId ?? null;
}
