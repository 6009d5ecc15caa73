import type { Call, Import, World } from "./state.ts";

/** The imports a key sees, changes and deletes: its integration's, or its whole account's. */
export function importsOf(world: World, { integration, mode }: Pick<Call, "integration" | "mode">): Import[] {
  return world.imports.filter(
    (entry) => entry.mode === mode && ownersOf(world, entry).includes(integration.id),
  );
}

/** The integrations an import belongs to; each of them hears of its product. */
export function ownersOf(world: World, { integrationId }: Pick<Import, "integrationId">): readonly string[] {
  if (world.undefinedBehaviour.importsPer === "integration") return [integrationId];
  const accountId = world.integrations.get(integrationId)?.accountId;
  return [...world.integrations.values()]
    .filter((integration) => integration.accountId === accountId)
    .map(({ id }) => id);
}
