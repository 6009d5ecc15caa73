import type { Answer, Call, World } from "./state.ts";

export function getMe(world: World, call: Call): Answer {
  const { account, integration, key } = call;
  const withId = world.undefinedBehaviour.meIntegration === "with_id";
  return {
    status: 200,
    body: {
      reseller: { id: account.id, brandName: account.brandName, status: account.status },
      mode: key.mode,
      keyId: key.id,
      integration: withId ? { id: integration.id, name: integration.name } : {},
    },
  };
}

/** Every key of the integration dies, the calling one included; its webhooks stop; orders go on. */
export function disconnectIntegration(world: World, call: Call): Answer {
  call.integration.connected = false;
  for (const key of world.keys.values()) {
    if (key.integrationId === call.integration.id) key.revoked = true;
  }
  for (const delivery of world.deliveries) {
    if (delivery.integrationId === call.integration.id && delivery.status === "pending") {
      delivery.status = "failed";
      delivery.nextAttemptAt = null;
    }
  }
  return { status: 200, body: { disconnected: true } };
}
