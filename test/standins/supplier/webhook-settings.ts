import type { Mode, WebhookSettings, World } from "./state.ts";

/** The configuration deliveries of this mode use; null once the integration is disconnected. */
export function webhookSettingsOf(world: World, integrationId: string, mode: Mode): WebhookSettings | null {
  const integration = world.integrations.get(integrationId);
  if (integration === undefined || !integration.connected) return null;
  const shared = world.undefinedBehaviour.webhookConfigPer === "integration";
  return integration.webhooks[shared ? "live" : mode];
}
