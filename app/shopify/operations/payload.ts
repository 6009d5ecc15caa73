import { ShopifyError } from "../errors.ts";

/** What a mutation returned; nothing at all without an error is an answer Shopify never gives. */
export function payloadOf<Payload>(payload: Payload | null | undefined, field: string): Payload {
  if (payload === null || payload === undefined) {
    throw new ShopifyError("unknown_outcome", `Shopify answered without ${field}`);
  }
  return payload;
}
