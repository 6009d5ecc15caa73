import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as operations from "@graphql-codegen/typescript-operations";
import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind, parse, print } from "graphql";
import ts from "typescript";
import { type CostReading, requestedCost } from "#test/standins/shopify/graphql/cost.ts";
import { loadAdminSchema, prefetchAdminSchema } from "./admin-schema.ts";

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const OPERATIONS = join(PROJECT, "app", "shopify", "operations");
export const GENERATED = join(PROJECT, "app", "shopify", "operations.generated.ts");

export const GENERATED_POINTS = join(PROJECT, "app", "shopify", "operation-points.generated.ts");

export type OperationDocument = {
  readonly file: string;
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly document: string;
  readonly repeatable: boolean;
};

/** Every operation the app can send, as its modules export them. */
export async function listOperations(): Promise<readonly OperationDocument[]> {
  const files = readdirSync(OPERATIONS, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .toSorted();
  const found = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(pathToFileURL(join(OPERATIONS, file)).href);
      return Object.values(module)
        .filter(isOperation)
        .map((operation) => ({ ...operation, file }));
    }),
  );
  return found.flat();
}

/** The text of app/shopify/operations.generated.ts for the operations as they are now. */
async function generateOperationTypes(): Promise<string> {
  const schema: GraphQLSchema = loadAdminSchema();
  const document = merge((await listOperations()).map((operation) => parse(operation.document)));
  const config = {
    enumsAsTypes: true,
    preResolveTypes: true,
    skipTypename: true,
    useTypeImports: true,
    avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
    onlyOperationTypes: true,
    immutableTypes: true,
    defaultScalarType: "unknown",
    scalars: {
      DateTime: "string",
      Decimal: "string",
      HTML: "string",
      Money: "string",
      URL: "string",
      UnsignedInt64: "string",
      JSON: "unknown",
    },
  };
  const everything = await codegen({
    filename: GENERATED,
    schema: parse("type Query { never: Boolean }"),
    schemaAst: schema,
    documents: [{ location: "operations", document }],
    config,
    plugins: [{ typescript: {} }, { operations: {} }],
    pluginMap: { typescript, operations },
  });
  const roots = document.definitions.flatMap((definition) =>
    "name" in definition ? (definition.name?.value ?? []) : [],
  );
  return keepReachable(everything, roots);
}

/** The plugin writes out every input and enum of the schema; only what our operations lead to is kept. */
function keepReachable(source: string, roots: readonly string[]): string {
  const file = ts.createSourceFile("generated.ts", source, ts.ScriptTarget.Latest, true);
  const declarations = new Map(
    file.statements
      .filter(ts.isTypeAliasDeclaration)
      .map((declaration) => [declaration.name.text, declaration]),
  );
  const isRoot = (name: string) =>
    roots.includes(name.replace(/(Query|Mutation)(Variables)?$|Fragment$/, ""));
  const kept = new Set<ts.TypeAliasDeclaration>();
  const keep = (name: string) => {
    const declaration = declarations.get(name);
    if (declaration === undefined || kept.has(declaration)) return;
    kept.add(declaration);
    visit(declaration);
  };
  const visit = (node: ts.Node) => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) keep(node.typeName.text);
    ts.forEachChild(node, visit);
  };
  [...declarations.keys()].filter(isRoot).forEach(keep);
  const printer = ts.createPrinter({ removeComments: true });
  const texts = file.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement) && kept.has(statement))
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file));
  return `// Written by \`npx node test/support/generate-operation-types.ts\` from the Admin schema; not by hand.\n\n${texts.join("\n\n")}\n`;
}

/** What a document asks for; sizes left to its variables count as the largest Shopify takes. */
export function pointsOf(document: DocumentNode, reading: CostReading): number {
  const fragments = new Map(
    document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  const [operation] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error("A document holds no operation");
  const sizes = (operation.variableDefinitions ?? []).map(({ variable }) => [variable.name.value, 250]);
  const variables = Object.fromEntries(sizes);
  return requestedCost(operation, { schema: loadAdminSchema(), fragments, variables, reading }).total;
}

/** The text of app/shopify/operation-points.generated.ts for the operations as they are now. */
async function generateOperationPoints(): Promise<string> {
  const points = (await listOperations())
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, document }) => `  ${name}: ${pointsOf(parse(document), "documented")},`);
  return [
    "// Written by `npx node test/support/generate-operation-types.ts` from the Admin schema; not by hand.",
    "",
    "/** What each document asks for at the most, in points of query cost, read in the dearest way (D-85). */",
    "export const OPERATION_POINTS: Readonly<Record<string, number>> = {",
    ...points,
    "};",
    "",
  ].join("\n");
}

/** One document in which a fragment that several operations carry stands once. */
function merge(documents: readonly DocumentNode[]): DocumentNode {
  const byName = new Map<string, DefinitionNode>();
  for (const definition of documents.flatMap((document) => document.definitions)) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION && definition.kind !== Kind.OPERATION_DEFINITION)
      continue;
    const name = `${definition.kind} ${definition.name?.value}`;
    const known = byName.get(name);
    if (known !== undefined && print(known) !== print(definition)) throw new Error(`Two different ${name}`);
    byName.set(name, definition);
  }
  return { kind: Kind.DOCUMENT, definitions: [...byName.values()] };
}

function isOperation(value: unknown): value is Omit<OperationDocument, "file"> {
  return typeof value === "object" && value !== null && "document" in value && "repeatable" in value;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await prefetchAdminSchema();
  const types = await generateOperationTypes();
  const points = await generateOperationPoints();
  if (process.argv[2] === "--print") process.stdout.write(types + points);
  else {
    writeFileSync(GENERATED, types);
    writeFileSync(GENERATED_POINTS, points);
  }
}
