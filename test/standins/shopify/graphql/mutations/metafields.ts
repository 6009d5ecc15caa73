import { z } from "zod";
import type { MetafieldDefinitionState, MetafieldState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import { digestOf, metafieldView, toNamespace } from "../metafield-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith, type UserError, UserErrors } from "./user-error.ts";

export const metafieldInput = z.strictObject({
  key: z.string(),
  value: z.string(),
  namespace: text,
  type: text,
});
const setArgs = z.strictObject({
  metafields: z.array(metafieldInput.extend({ ownerId: idArg, compareDigest: text })),
});
const deleteArgs = z.strictObject({
  metafields: z.array(z.strictObject({ ownerId: idArg, namespace: z.string(), key: z.string() })),
});
const definitionArgs = z.strictObject({
  definition: z.strictObject({
    name: z.string(),
    key: z.string(),
    ownerType: z.string(),
    type: z.string(),
    namespace: text,
    description: text,
    pin: z.boolean().nullish(),
    useAsCollectionCondition: z.boolean().nullish(),
    access: z.unknown().optional(),
    capabilities: z.object({ uniqueValues: z.object({ enabled: z.boolean() }).nullish() }).nullish(),
  }),
});
type Entry = z.infer<typeof setArgs>["metafields"][number];

const OWNER_TYPES: Readonly<Record<string, string>> = { ProductVariant: "PRODUCTVARIANT" };
const MAX_METAFIELDS = 25;

export function metafieldMutations(scene: Scene): View {
  return {
    metafieldsSet: (args: Args) =>
      payload(["metafields"], () => {
        const { metafields } = parseArgs(setArgs, args, "metafieldsSet");
        if (metafields.length > MAX_METAFIELDS) {
          throw refuseWith(
            `Exceeded the maximum metafields input limit of ${MAX_METAFIELDS}.`,
            ["metafields"],
            "LESS_THAN_OR_EQUAL_TO",
          );
        }
        return { metafields: setMetafields(scene, metafields).map(metafieldView) };
      }),
    metafieldsDelete: (args: Args) =>
      payload(["deletedMetafields"], () => {
        const { metafields } = parseArgs(deleteArgs, args, "metafieldsDelete");
        return { deletedMetafields: metafields.map((named) => deleteMetafield(scene, named)) };
      }),
    metafieldDefinitionCreate: (args: Args) =>
      payload(["createdDefinition"], () => {
        const { definition } = parseArgs(definitionArgs, args, "metafieldDefinitionCreate");
        return { createdDefinition: definitionView(addDefinition(scene, definition)) };
      }),
  };
}

/** All or nothing: every entry is checked before the first is written. */
export function setMetafields(scene: Scene, entries: readonly Entry[]): MetafieldState[] {
  const errors = entries.flatMap((entry, index) => problemOf(scene, entry, index));
  if (errors.length > 0) throw new UserErrors(errors);
  return entries.map((entry) => write(scene, entry));
}

function write({ world, shop }: Scene, entry: Entry): MetafieldState {
  const now = world.clock.now();
  const existing = findMetafield(shop.metafields, entry);
  if (existing) {
    existing.value = entry.value;
    existing.updatedAt = now;
    return existing;
  }
  const metafield: MetafieldState = {
    id: world.ids.next("Metafield"),
    ownerId: entry.ownerId,
    namespace: toNamespace(entry.namespace),
    key: entry.key,
    type: entry.type ?? definitionOf(shop.definitions, entry)?.type ?? "single_line_text_field",
    value: entry.value,
    createdAt: now,
    updatedAt: now,
  };
  shop.metafields.push(metafield);
  return metafield;
}

/** Null stands for one that was not there, as Shopify answers it. */
function deleteMetafield(
  { shop }: Scene,
  named: z.infer<typeof deleteArgs>["metafields"][number],
): View | null {
  const found = findMetafield(shop.metafields, { ...named, value: "" });
  if (!found) return null;
  shop.metafields = shop.metafields.filter((one) => one !== found);
  return { ownerId: found.ownerId, namespace: found.namespace, key: found.key };
}

function problemOf({ shop }: Scene, entry: Entry, index: number): UserError[] {
  const at = (field: string) => ["metafields", String(index), field];
  const problem = (field: string, message: string, code: string) => [
    { field: at(field), message, code, elementIndex: index },
  ];
  const existing = findMetafield(shop.metafields, entry);
  const definition = definitionOf(shop.definitions, entry);
  if (entry.value === "") return problem("value", "can't be blank", "BLANK");
  if (!entry.type && !existing && !definition) return problem("type", "can't be blank", "BLANK");
  const type = definition?.type ?? existing?.type;
  if (entry.type && type && entry.type !== type) {
    return problem("type", `must be ${type}`, "INVALID_TYPE");
  }
  if (entry.compareDigest && (!existing || digestOf(existing) !== entry.compareDigest)) {
    return problem(
      "compareDigest",
      "The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.",
      "STALE_OBJECT",
    );
  }
  const isTaken =
    definition?.isUnique &&
    shop.metafields.some(
      (one) =>
        one.ownerId !== entry.ownerId &&
        one.namespace === definition.namespace &&
        one.key === entry.key &&
        one.value === entry.value,
    );
  return isTaken ? problem("value", "Value is already assigned to another metafield.", "TAKEN") : [];
}

function findMetafield(all: readonly MetafieldState[], entry: Entry): MetafieldState | undefined {
  const namespace = toNamespace(entry.namespace);
  return all.find(
    (one) => one.ownerId === entry.ownerId && one.namespace === namespace && one.key === entry.key,
  );
}

function definitionOf(
  all: readonly MetafieldDefinitionState[],
  entry: Entry,
): MetafieldDefinitionState | undefined {
  const kind = entry.ownerId.split("/")[3] ?? "";
  const ownerType = OWNER_TYPES[kind] ?? kind.toUpperCase();
  const namespace = toNamespace(entry.namespace);
  return all.find(
    (one) => one.ownerType === ownerType && one.namespace === namespace && one.key === entry.key,
  );
}

function addDefinition(
  { world, shop }: Scene,
  input: z.infer<typeof definitionArgs>["definition"],
): MetafieldDefinitionState {
  const namespace = toNamespace(input.namespace);
  const isTaken = shop.definitions.some(
    (one) => one.ownerType === input.ownerType && one.namespace === namespace && one.key === input.key,
  );
  if (isTaken)
    throw refuseWith("Key is in use for this owner type and namespace.", ["definition", "key"], "TAKEN");
  const definition: MetafieldDefinitionState = {
    id: world.ids.next("MetafieldDefinition"),
    ownerType: input.ownerType,
    namespace,
    key: input.key,
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    // Values of type `id` identify their owner, so no two may be alike.
    isUnique: input.type === "id" || input.capabilities?.uniqueValues?.enabled === true,
  };
  shop.definitions.push(definition);
  return definition;
}

function definitionView(definition: MetafieldDefinitionState): View {
  return {
    id: definition.id,
    namespace: definition.namespace,
    key: definition.key,
    name: definition.name,
    ownerType: definition.ownerType,
    description: definition.description,
    type: { name: definition.type, category: "TEXT" },
    pinnedPosition: null,
    capabilities: { uniqueValues: { enabled: definition.isUnique, eligible: true } },
  };
}
