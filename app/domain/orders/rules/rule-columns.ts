import type { Order } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { planCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { withoutOwnNotes } from "#app/domain/orders/returns/own-notes.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { hashTags } from "./tag-key.ts";

type RuleColumns = Pick<Order, "units" | "hasNote" | "doubtfulAddress" | "tagsHash">;

/** What an order keeps of what rules look at, so that it can be counted how many orders a rule would have touched. */
export function toRuleColumns(ctx: Pick<ShopContext, "shop" | "crypto">, shopify: ShopifyOrder): RuleColumns {
  return {
    units: unitsOf(shopify),
    hasNote: hasNote(shopify),
    doubtfulAddress: isAddressDoubtful(planCustomer(toCustomerInput(shopify))),
    tagsHash: hashTags(ctx, shopify.tags),
  };
}

/** Pieces that are still in the order and are to be shipped. */
export function unitsOf({ lines }: Pick<ShopifyOrder, "lines">): number {
  return lines
    .filter(({ requiresShipping }) => requiresShipping)
    .reduce((units, { currentQuantity }) => units + currentQuantity, 0);
}

/** What we wrote into the note ourselves is none. */
export function hasNote({ note }: Pick<ShopifyOrder, "note">): boolean {
  return withoutOwnNotes(note).trim() !== "";
}

/** Null where the customer cannot be sent as they are: then the address is not judged. */
export function isAddressDoubtful(plan: ReturnType<typeof planCustomer>): boolean | null {
  return plan.kind === "ready" ? plan.warnings.length > 0 : null;
}
