import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  type DocumentNode,
  getNamedType,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { CHECKOUT_SCOPES, PUBLISHING_SCOPES, REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { NEEDS_KEY } from "#test/standins/shopify/graphql/guard.ts";
import { loadAdminSchema, offlineScopes, prefetchAdminSchema } from "#test/support/admin-schema.ts";
import {
  GENERATED,
  GENERATED_POINTS,
  listOperations,
  type OperationDocument,
  pointsOf,
} from "#test/support/generate-operation-types.ts";

/** Where Shopify's own table says nothing: what its reference pages say. */
const SCOPES_BY_PAGE: Readonly<Record<string, readonly string[]>> = {
  "Mutation.deliveryProfileUpdate": ["write_shipping"],
  "QueryRoot.deliveryProfiles": ["read_shipping"],
  "QueryRoot.order": ["read_orders"],
  "QueryRoot.orders": ["read_orders"],
  "Mutation.fulfillmentCancel": ["write_assigned_fulfillment_orders"],
  "Mutation.tagsAdd": ["write_orders"],
  "Mutation.tagsRemove": ["write_orders"],
  "Mutation.metafieldsSet": ["write_products"],
  "Mutation.metafieldsDelete": ["write_products"],
  "Mutation.metafieldDefinitionCreate": ["write_products"],
  "Mutation.productUpdate": ["write_products"],
  // The table names `read_markets` alone; its page, any scope of orders or shipping.
  DeliveryCarrierService: ["read_shipping"],
};

let operations: readonly OperationDocument[] = [];

beforeAll(async () => {
  await prefetchAdminSchema();
  operations = await listOperations();
});

function parsed(operation: OperationDocument): DocumentNode {
  return parse(operation.document);
}

function rootFields(document: DocumentNode): string[] {
  return definitionOf(document).selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? selection.name.value : [],
  );
}

function definitionOf(document: DocumentNode): OperationDefinitionNode {
  const [definition, ...others] = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  );
  if (definition === undefined || others.length > 0) throw new Error("A document holds one operation");
  return definition;
}

describe("the operations", () => {
  it("are all valid on the real schema and use nothing deprecated", () => {
    expect(operations.length).toBeGreaterThan(35);
    const schema = loadAdminSchema();
    const problems = operations.flatMap((operation) => [
      ...validate(schema, parsed(operation)).map((error) => `${operation.file}: ${error.message}`),
      ...validate(schema, parsed(operation), [NoDeprecatedCustomRule]).map(
        (error) => `${operation.file}: ${error.message}`,
      ),
    ]);
    expect(problems).toEqual([]);
  });

  it("stand one to a file, named as Shopify logs them", () => {
    const names = operations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const operation of operations) {
      const definition = definitionOf(parsed(operation));
      expect({ name: definition.name?.value, kind: definition.operation }).toEqual({
        name: operation.name,
        kind: operation.kind,
      });
    }
  });

  it("carry @idempotent, with a key of the caller's, wherever Shopify demands it", () => {
    for (const operation of operations) {
      for (const selection of definitionOf(parsed(operation)).selectionSet.selections) {
        if (selection.kind !== Kind.FIELD || !NEEDS_KEY.has(selection.name.value)) continue;
        const directive = selection.directives?.find(({ name }) => name.value === "idempotent");
        expect(directive?.arguments?.[0]?.value.kind, operation.file).toBe(Kind.VARIABLE);
        expect(operation.repeatable, operation.file).toBe(true);
      }
    }
  });

  it("select the user errors of every change", () => {
    for (const operation of operations.filter(({ kind }) => kind === "mutation")) {
      expect(operation.document, operation.file).toMatch(/[uU]serErrors/);
    }
  });

  // Shopify takes what is asked for from the bucket before it gives back what was not used.
  it.each(["recorded", "documented"] as const)(
    "ask for at most 150 points each, and an order's read for 120, read as %s",
    (reading) => {
      const costs = operations.map((operation) => ({
        name: operation.name,
        total: pointsOf(parsed(operation), reading),
      }));
      const bound = (name: string) => (name === "OrderForPlacement" ? 120 : 150);
      expect(costs.filter(({ name, total }) => total > bound(name))).toEqual([]);
    },
  );

  it("need no scope that is not asked for", () => {
    const needed = operations.flatMap((operation) => neededScopes(operation));
    const granted = new Set<string>([...REQUIRED_SCOPES, ...PUBLISHING_SCOPES, ...CHECKOUT_SCOPES]);
    expect(needed.filter(({ anyOf }) => !anyOf.some((scope) => granted.has(scope)))).toEqual([]);
  });

  it("that need a scope the merchant may refuse are those of publishing and of the checkout", () => {
    const granted = new Set<string>(REQUIRED_SCOPES);
    const isCovered = ({ anyOf }: { readonly anyOf: readonly string[] }) =>
      anyOf.some((scope) => granted.has(scope));
    const optional = operations.filter((operation) => !neededScopes(operation).every(isCovered));
    expect(optional.map(({ name }) => name).toSorted()).toEqual([
      "CarrierServiceCreate",
      "CarrierServiceDelete",
      "CarrierServiceUpdate",
      "DeliveryProfileUpdate",
      "ProductPublish",
      "Publications",
      "PublishedProduct",
    ]);
  });

  it("use every scope that is asked for", () => {
    const used = new Set(
      operations.flatMap((operation) => neededScopes(operation)).flatMap(({ anyOf }) => anyOf),
    );
    // No operation needs it: Shopify asks for it where the app answers pages of the storefront.
    used.add("write_app_proxy");
    const unused = [...REQUIRED_SCOPES, ...PUBLISHING_SCOPES, ...CHECKOUT_SCOPES].filter(
      (scope) => !used.has(scope) && !used.has(scope.replace(/^read_/, "write_")),
    );
    expect(unused).toEqual([]);
  });

  it("have generated types and points that are up to date", async () => {
    // A process of its own: the generator and this file would load two copies of graphql.
    const script = fileURLToPath(new URL("../../support/generate-operation-types.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, "--print"], {
      maxBuffer: 10_000_000,
    });
    expect(
      stdout === readFileSync(GENERATED, "utf8") + readFileSync(GENERATED_POINTS, "utf8"),
      "run `npx node test/support/generate-operation-types.ts`",
    ).toBe(true);
  });
});

type Need = { readonly field: string; readonly anyOf: readonly string[] };

/** Every scope Shopify's table names for the types and fields a document touches. */
function neededScopes(operation: OperationDocument): Need[] {
  const table = new Map(
    offlineScopes().map((entry) => [
      entry.fieldName === undefined ? entry.typeName : `${entry.typeName}.${entry.fieldName}`,
      entry.offlineScopes,
    ]),
  );
  const needs: Need[] = [];
  const issue = (field: string) => {
    const anyOf = SCOPES_BY_PAGE[field] ?? table.get(field) ?? [];
    if (anyOf.length > 0) needs.push({ field: `${operation.file} ${field}`, anyOf });
  };
  const typeInfo = new TypeInfo(loadAdminSchema());
  const document = parsed(operation);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field(node) {
        issue(`${typeInfo.getParentType()?.name ?? ""}.${node.name.value}`);
        issue(getNamedType(typeInfo.getType())?.name ?? "");
      },
    }),
  );
  expect(rootFields(document).length).toBeGreaterThan(0);
  return needs;
}
