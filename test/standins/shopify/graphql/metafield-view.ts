import { createHash } from "node:crypto";
import { toIso } from "../clock.ts";
import type { MetafieldState } from "../state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import type { Args, View } from "./view.ts";

/** Without a namespace, and under "$app", metafields live in the app's own reserved namespace. */
const APP_NAMESPACE = "app--900000001";

export function toNamespace(given: unknown): string {
  if (typeof given !== "string" || given === "$app") return APP_NAMESPACE;
  return given.startsWith("$app:") ? `${APP_NAMESPACE}--${given.slice(5)}` : given;
}

function metafieldsOf({ shop }: Scene, ownerId: string): MetafieldState[] {
  return shop.metafields.filter((metafield) => metafield.ownerId === ownerId);
}

/** The fields of every owner of metafields. */
export function metafieldFields(scene: Scene, ownerId: string): View {
  return {
    metafield: (args: Args) => {
      const namespace = toNamespace(args.namespace);
      const found = metafieldsOf(scene, ownerId).find(
        (one) => one.namespace === namespace && one.key === args.key,
      );
      return found ? metafieldView(found) : null;
    },
    metafields: (args: Args) => {
      const namespace =
        args.namespace === undefined || args.namespace === null ? null : toNamespace(args.namespace);
      const owned = metafieldsOf(scene, ownerId).filter(
        (one) => namespace === null || one.namespace === namespace,
      );
      return connection(args, owned, metafieldView);
    },
  };
}

export function metafieldView(metafield: MetafieldState): View {
  return {
    __typename: "Metafield",
    id: metafield.id,
    namespace: metafield.namespace,
    key: metafield.key,
    type: metafield.type,
    value: metafield.value,
    jsonValue: () => toJson(metafield),
    compareDigest: digestOf(metafield),
    ownerType: metafield.ownerId.split("/")[3]?.toUpperCase() ?? "",
    createdAt: toIso(metafield.createdAt),
    updatedAt: toIso(metafield.updatedAt),
  };
}

export function digestOf(metafield: MetafieldState): string {
  return createHash("sha256").update(metafield.value).digest("hex");
}

function toJson({ type, value }: MetafieldState): unknown {
  return type === "json" || type.startsWith("list.") || type.startsWith("number_")
    ? JSON.parse(value)
    : value;
}

/** One definition by its identifier, as far as the app asks for it. */
export function metafieldDefinitionView({ shop }: Scene, identifier: unknown): View | null {
  const given = Object(identifier);
  const namespace = toNamespace(Reflect.get(given, "namespace"));
  const key: unknown = Reflect.get(given, "key");
  const ownerType: unknown = Reflect.get(given, "ownerType");
  const found = shop.definitions.find(
    (one) => one.namespace === namespace && one.key === key && one.ownerType === ownerType,
  );
  if (!found) return null;
  const held = shop.metafields.filter((one) => one.namespace === namespace && one.key === key);
  return {
    __typename: "MetafieldDefinition",
    id: found.id,
    name: found.name,
    key: found.key,
    namespace: found.namespace,
    ownerType: found.ownerType,
    metafieldsCount: held.length,
  };
}
