import type { FactCause } from "./explain-facts.server.ts";

/** Why, for a file: in words and with the ids. */
export function causeText(cause: FactCause | null): string {
  if (cause === null) return "";
  switch (cause.kind) {
    case "event":
      return `event ${cause.topic ?? "whose receipt is gone"} (receipt ${cause.deliveryId})`;
    case "after_event":
      return `after event ${cause.topic} (receipt ${cause.deliveryId})`;
    case "rule":
      return `rule: ${cause.rule}${cause.by ? `, switched on by ${cause.by}` : ""}`;
    case "person":
      return `asked for by ${cause.by}`;
    case "requested_in_shopify":
      return "requested in Shopify";
  }
}
