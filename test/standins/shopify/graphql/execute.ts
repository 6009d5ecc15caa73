import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import type { AccessToken } from "../tokens.ts";
import type { Scene } from "../world.ts";
import { actualCost, type Cost, requestedCost, type Walk } from "./cost.ts";
import { resolveField } from "./guard.ts";
import { mutationRoot } from "./mutation-root.ts";
import { queryRoot } from "./query-root.ts";
import { refundPoints, throttleStatus, tryToSpend } from "./throttle.ts";
import { refuse, type View } from "./view.ts";

export type AdminRequest = {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
};

export type AdminAnswer = {
  readonly body: Record<string, unknown>;
  readonly operation: string;
  readonly fields: readonly string[];
  readonly cost: number | null;
  readonly errors: readonly string[];
};

export type Prepared = {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  fields: string[];
  walk: Walk;
  cost: Cost;
};

const MAX_COST = 1000;
const COST_DOCUMENTATION = "https://shopify.dev/api/usage/rate-limits";

/** Parses, validates against the real schema and prices a request; what is wrong comes back as GraphQL errors. */
export function prepare(scene: Scene, request: AdminRequest): Prepared | readonly GraphQLError[] {
  const document = validDocument(scene.world.schema, request.query);
  if (!("kind" in document)) return document;
  const operation = getOperationAST(document, request.operationName);
  if (!operation) return [refuse("An operation name is required", "BAD_REQUEST")];
  const fragments = new Map(
    document.definitions
      .filter((entry): entry is FragmentDefinitionNode => entry.kind === Kind.FRAGMENT_DEFINITION)
      .map((entry) => [entry.name.value, entry]),
  );
  const variables = withDefaults(operation, request.variables ?? {});
  const reading = scene.world.rules.isOn("costs_as_recorded") ? "recorded" : "documented";
  const walk: Walk = { schema: scene.world.schema, fragments, variables, reading };
  const fields = operation.selectionSet.selections.flatMap((entry) =>
    entry.kind === Kind.FIELD ? [entry.name.value] : [],
  );
  return { document, operation, fields, walk, cost: requestedCost(operation, walk) };
}

export async function run(
  scene: Scene,
  token: AccessToken,
  request: AdminRequest,
  prepared: Prepared,
  options: { readonly showFieldCosts: boolean; readonly throttled: boolean },
): Promise<AdminAnswer> {
  const { operation, fields, cost } = prepared;
  const name = operation.name?.value ?? "anonymous";
  const answer = (body: Record<string, unknown>, spent: number | null): AdminAnswer => ({
    body,
    operation: name,
    fields,
    cost: spent,
    errors: messagesOf(body.errors),
  });
  if (scene.world.rules.isOn("cost_limit") && cost.total > MAX_COST) return answer(tooDear(cost.total), null);
  if (options.throttled || !tryToSpend(scene, cost.total)) {
    return answer(
      { errors: [THROTTLED], extensions: costExtension(scene, cost, null, options.showFieldCosts) },
      null,
    );
  }
  const result = await executeOperation(scene, token, request, prepared);
  const actual = actualCost(prepared, Object(result.data ?? {}));
  refundPoints(scene, cost.total - actual);
  const extensions = costExtension(scene, cost, actual, options.showFieldCosts);
  return answer({ ...result, extensions }, actual);
}

async function executeOperation(
  scene: Scene,
  token: AccessToken,
  request: AdminRequest,
  { document, operation }: Prepared,
): Promise<Record<string, unknown>> {
  const root = operation.operation === "mutation" ? mutationRoot(scene) : queryRoot(scene);
  const result: ExecutionResult = await execute({
    schema: scene.world.schema,
    document,
    rootValue: root,
    operationName: operation.name?.value,
    variableValues: request.variables ?? {},
    fieldResolver: (source, args, _context, info) => resolveField({ scene, token }, source, args, info),
    typeResolver: (value: View) => String(value.__typename),
  });
  const errors = result.errors?.map((error) => error.toJSON());
  return errors ? { data: result.data ?? null, errors } : { data: result.data ?? null };
}

const THROTTLED = {
  message: "Throttled",
  extensions: { code: "THROTTLED", documentation: COST_DOCUMENTATION },
};

function tooDear(cost: number): Record<string, unknown> {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_COST}).\n`;
  const extensions = {
    code: "MAX_COST_EXCEEDED",
    cost,
    maxCost: MAX_COST,
    documentation: COST_DOCUMENTATION,
  };
  return { errors: [{ message, extensions }] };
}

function costExtension(scene: Scene, cost: Cost, actual: number | null, showFields: boolean) {
  return {
    cost: {
      requestedQueryCost: cost.total,
      actualQueryCost: actual,
      throttleStatus: throttleStatus(scene),
      ...(showFields
        ? { fields: cost.fields.map(({ path, cost: own }) => ({ path: [path], requestedTotalCost: own })) }
        : {}),
    },
  };
}

/** The same few documents come again and again, and what they are worth does not change with their variables. */
const knownDocuments = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();

function validDocument(schema: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  const known = knownDocuments.get(schema) ?? new Map<string, DocumentNode>();
  knownDocuments.set(schema, known);
  const seen = known.get(query);
  if (seen) return seen;
  const document = tryParse(query);
  if (document instanceof GraphQLError) return [document];
  const invalid = validate(schema, document, specifiedRules);
  if (invalid.length > 0) return invalid;
  known.set(query, document);
  return document;
}

function tryParse(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function withDefaults(operation: OperationDefinitionNode, given: Readonly<Record<string, unknown>>) {
  const variables: Record<string, unknown> = { ...given };
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (variables[variable.name.value] !== undefined || !defaultValue) continue;
    if (defaultValue.kind === Kind.INT) variables[variable.name.value] = Number(defaultValue.value);
  }
  return variables;
}

function messagesOf(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error) => String(Reflect.get(Object(error), "message")));
}
