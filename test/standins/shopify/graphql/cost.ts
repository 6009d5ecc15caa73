import type { GraphQLNamedType } from "graphql";
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";

/**
 * The points a document asks for. Scalars are free, an object is 1, an interface or union its dearest selection,
 * a mutation 10. A connection is 2 and its node's points times a factor that grows with the logarithm of its size:
 * the factor was fitted to recorded costs, as was what a mutation's payload adds.
 *
 * Recorded answers leave open what amounts of money and plain lists cost in other places. `documented` is the dearer
 * reading: every object costs its point, a list with `first` is sized like a connection, and no factor is rounded down.
 */
export type CostReading = "recorded" | "documented";
type CostedField = { path: string; cost: number };
export type Cost = { total: number; fields: CostedField[] };
export type Walk = {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly reading: CostReading;
  /** Set once the answer is known: connections then count what they hold, and what is null is free. */
  readonly answer?: unknown;
};

const MUTATION_COST = 10;
const CONNECTION_COST = 2;
/** Objects that do not cost 1: a count is dear, and in recorded answers amounts of money come free. */
const OBJECT_COSTS: Readonly<Record<CostReading, Readonly<Record<string, number>>>> = {
  recorded: { Count: 10, MoneyBag: 0, MoneyV2: 0 },
  documented: { Count: 10 },
};

export function requestedCost(operation: OperationDefinitionNode, walk: Walk): Cost {
  return costOf(operation, { ...walk, answer: undefined });
}

/** About what the same document used, seen from its answer; the difference goes back into the bucket. */
export function actualCost(
  { operation, walk, cost }: { operation: OperationDefinitionNode; walk: Walk; cost: Cost },
  answer: object,
): number {
  return Math.min(cost.total, costOf(operation, { ...walk, answer }).total);
}

function costOf(operation: OperationDefinitionNode, walk: Walk): Cost {
  const root = walk.schema.getRootType(operation.operation);
  if (!root) return { total: 0, fields: [] };
  const isMutation = operation.operation === "mutation";
  const fields = flatten(operation.selectionSet, root, walk).map(({ node, type }) => ({
    path: node.alias?.value ?? node.name.value,
    cost: isMutation
      ? mutationCost(node, walk) + payloadCost(node, type, walk, valueAt(walk.answer, node))
      : fieldCost(node, type, walk, valueAt(walk.answer, node)),
  }));
  return { total: Math.ceil(fields.reduce((total, { cost }) => total + cost, 0)), fields };
}

function mutationCost(node: FieldNode, walk: Walk): number {
  const input = argument(node, "input", walk) ?? argument(node, "product", walk);
  if (node.name.value === "productSet") return MUTATION_COST + productSetExtra(input);
  if (node.name.value === "productVariantsBulkUpdate") {
    const variants = listLength(argument(node, "variants", walk));
    return MUTATION_COST + (variants > 1 ? 0.2 * variants : 0);
  }
  return MUTATION_COST;
}

/** The payload and the objects right in it come with the mutation's own points; what lies below them adds up. */
function payloadCost(node: FieldNode, parent: GraphQLNamedType, walk: Walk, got: unknown): number {
  const payload = fieldOf(parent, node.name.value);
  if (!payload || !node.selectionSet) return 0;
  return flatten(node.selectionSet, getNamedType(payload.type), walk).reduce(
    (total, { node: child, type }) => {
      const field = fieldOf(type, child.name.value);
      if (!field || !child.selectionSet) return total;
      return total + selectionCost(child.selectionSet, getNamedType(field.type), walk, valueAt(got, child));
    },
    0,
  );
}

function productSetExtra(input: unknown): number {
  const variants = entries(property(input, "variants"));
  const variantMetafields = variants.reduce<number>(
    (sum, entry) => sum + listLength(property(entry, "metafields")),
    0,
  );
  const variantFiles = variants.filter((entry) => property(entry, "file") != null).length;
  return (
    0.2 * variants.length +
    0.6 * variantFiles +
    0.4 * variantMetafields +
    0.4 * listLength(property(input, "metafields")) +
    1.9 * listLength(property(input, "files"))
  );
}

function fieldCost(node: FieldNode, parent: GraphQLNamedType, walk: Walk, got: unknown): number {
  const field = fieldOf(parent, node.name.value);
  if (!field) return 0;
  const type = getNamedType(field.type);
  if (!isCompositeType(type) || !node.selectionSet) return 0;
  if (isMissing(walk, got)) return 0;
  if (type.name.endsWith("Connection")) return connectionCost(node, type, walk, got);
  const one =
    (OBJECT_COSTS[walk.reading][type.name] ?? 1) + selectionCost(node.selectionSet, type, walk, got);
  return one * listFactor(node, walk, got);
}

/** What a plain list that takes `first` multiplies its entry by; 1 for everything else. */
function listFactor(node: FieldNode, walk: Walk, got: unknown): number {
  const asked = sizeAsked(node, walk);
  if (walk.reading === "recorded" || asked === null) return 1;
  return sizeFactor(walk.answer === undefined ? asked : listLength(got), walk.reading);
}

function connectionCost(node: FieldNode, type: GraphQLNamedType, walk: Walk, got: unknown): number {
  const asked = sizeAsked(node, walk) ?? 0;
  const held = listLength(property(got, "nodes") ?? property(got, "edges"));
  const below = node.selectionSet ? connectionNodeCost(node.selectionSet, type, walk, got) : 0;
  return CONNECTION_COST + below * sizeFactor(walk.answer === undefined ? asked : held, walk.reading);
}

/** `first` or `last` of a field; null where it has neither. */
function sizeAsked(node: FieldNode, walk: Walk): number | null {
  const size = argument(node, "first", walk) ?? argument(node, "last", walk);
  return size === undefined || size === null ? null : Number(size);
}

function connectionNodeCost(
  selection: SelectionSetNode,
  type: GraphQLNamedType,
  walk: Walk,
  got: unknown,
): number {
  return dearest(got, (value) => nodeCostIn(selection, type, walk, value));
}

function nodeCostIn(selection: SelectionSetNode, type: GraphQLNamedType, walk: Walk, got: unknown): number {
  return flatten(selection, type, walk).reduce((total, { node, type: parent }) => {
    const name = node.name.value;
    if (name === "nodes" || name === "node")
      return total + fieldBelow(node, parent, walk, valueAt(got, node));
    if (name === "edges" && node.selectionSet) {
      const edge = fieldOf(parent, name);
      if (!edge) return total;
      return total + connectionNodeCost(node.selectionSet, getNamedType(edge.type), walk, valueAt(got, node));
    }
    return total;
  }, 0);
}

function fieldBelow(node: FieldNode, parent: GraphQLNamedType, walk: Walk, got: unknown): number {
  const field = fieldOf(parent, node.name.value);
  if (!field || !node.selectionSet || isMissing(walk, got)) return 0;
  return 1 + selectionCost(node.selectionSet, getNamedType(field.type), walk, got);
}

export function sizeFactor(size: number, reading: CostReading): number {
  if (size <= 0) return 0;
  const factor = 2 * Math.log(size);
  return Math.max(1, reading === "recorded" ? Math.floor(factor) : factor);
}

function selectionCost(
  selection: SelectionSetNode,
  type: GraphQLNamedType,
  walk: Walk,
  got: unknown,
): number {
  return dearest(got, (value) => objectCost(selection, type, walk, value));
}

/** Fields on the type itself add up; of the branches on other types only the dearest counts. */
function objectCost(selection: SelectionSetNode, type: GraphQLNamedType, walk: Walk, got: unknown): number {
  const isAbstract = isInterfaceType(type) || isUnionType(type);
  const byType = new Map<string, number>();
  for (const { node, type: parent } of flatten(selection, type, walk)) {
    const key = isAbstract ? parent.name : type.name;
    byType.set(key, (byType.get(key) ?? 0) + fieldCost(node, parent, walk, valueAt(got, node)));
  }
  const shared = byType.get(type.name) ?? 0;
  byType.delete(type.name);
  return shared + Math.max(0, ...byType.values());
}

type Selected = { node: FieldNode; type: GraphQLNamedType };

function flatten(selection: SelectionSetNode, type: GraphQLNamedType, walk: Walk): Selected[] {
  return selection.selections.flatMap((entry) => {
    if (entry.kind === Kind.FIELD) return [{ node: entry, type }];
    const fragment = entry.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(entry.name.value) : entry;
    if (!fragment) return [];
    const condition = fragment.typeCondition?.name.value;
    const on = condition ? (walk.schema.getType(condition) ?? type) : type;
    return flatten(fragment.selectionSet, on, walk);
  });
}

function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

function argument(node: FieldNode, name: string, walk: Walk): unknown {
  const found = node.arguments?.find((entry) => entry.name.value === name);
  return found ? valueFromASTUntyped(found.value, walk.variables) : undefined;
}

/** A list costs what its dearest entry costs. */
function dearest(got: unknown, cost: (value: unknown) => number): number {
  return Array.isArray(got) ? Math.max(0, ...got.map(cost)) : cost(got);
}

function isMissing(walk: Walk, got: unknown): boolean {
  return walk.answer !== undefined && (got === null || got === undefined);
}

function valueAt(got: unknown, node: FieldNode): unknown {
  return property(got, node.alias?.value ?? node.name.value);
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function entries(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function listLength(value: unknown): number {
  return entries(value).length;
}
