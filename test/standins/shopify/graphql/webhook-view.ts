import { toIso } from "../clock.ts";
import type { ShopWebhookState } from "../state.ts";
import type { View } from "./view.ts";

export function webhookView(subscription: ShopWebhookState): View {
  return {
    __typename: "WebhookSubscription",
    id: subscription.id,
    topic: subscription.topic,
    uri: subscription.uri,
    includeFields: subscription.includeFields,
    filter: subscription.filter,
    name: subscription.name,
    format: "JSON",
    metafieldNamespaces: [],
    apiVersion: { handle: "2026-10", displayName: "2026-10", supported: true },
    createdAt: toIso(subscription.createdAt),
    updatedAt: toIso(subscription.createdAt),
  };
}
