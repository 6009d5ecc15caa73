import { z } from "zod";
import type { SendRequest } from "./request.ts";
import { flag, listOf, type Page, pageOf, text } from "./schema.ts";

/** Section WebhookConfig. `secret` is present only when the service has just made one: it is not kept in any log. */
const webhookConfigSchema = z.object({
  integrationId: text,
  url: text,
  events: listOf(z.string()),
  hasSecret: flag,
  secret: text,
});

const deliverySchema = z.looseObject({});

export type WebhookConfig = z.infer<typeof webhookConfigSchema>;
export type WebhookDelivery = z.infer<typeof deliverySchema>;

export type WebhookSettings = {
  /** Public HTTPS, or null to stop deliveries. */
  readonly url: string | null;
  /** Empty means all. */
  readonly events: readonly string[];
  /** At least 32 characters, always our own: a secret the service makes is shown once and would be lost in a crash. */
  readonly secret?: string;
};

export type DeliveryFilter = { readonly status?: string; readonly limit?: number; readonly cursor?: string };

/** Calls about the webhook configuration of the integration. They throw SupplierError. */
export function webhookCalls(request: SendRequest) {
  return {
    async getWebhooks(): Promise<WebhookConfig> {
      const spec = {
        method: "GET",
        route: "/webhooks",
        path: "/webhooks",
        effect: "read",
        retry: "safe",
      } as const;
      return (await request({ ...spec, schema: webhookConfigSchema })).value;
    },

    /** Sets the address and the secret; the same call may be repeated. Throws `webhook_url_invalid`. */
    async putWebhooks(settings: WebhookSettings): Promise<WebhookConfig> {
      const spec = {
        method: "PUT",
        route: "/webhooks",
        path: "/webhooks",
        effect: "write",
        retry: "safe",
      } as const;
      return (await request({ ...spec, body: JSON.stringify(settings), schema: webhookConfigSchema })).value;
    },

    /** Asks for a sample `order.shipped` at the configured address. */
    async testWebhooks(): Promise<void> {
      const path = "/webhooks/test";
      const spec = { method: "POST", route: path, path, effect: "write", retry: "never" } as const;
      await request({ ...spec, schema: z.unknown() });
    },

    /** The service's own log of its attempts; the fields of an entry are not documented. */
    async listDeliveries(filter: DeliveryFilter = {}): Promise<Page<WebhookDelivery>> {
      const path = "/webhooks/deliveries";
      const spec = { method: "GET", route: path, path, effect: "read", retry: "safe" } as const;
      return (await request({ ...spec, query: filter, schema: pageOf(deliverySchema) })).value;
    },
  };
}
