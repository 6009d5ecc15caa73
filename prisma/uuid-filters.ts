import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

// A generator between the two of others (schema.prisma), which speaks their protocol: a JSON message on each line, answers
// on stderr. The one after it knows no filter of a uuid: it would leave all filters of a model as they are from the first
// such column on that has a type of its own. Filters of texts it knows, so these filters become such.

type Field = {
  readonly name: string;
  readonly documentation?: string;
  readonly nativeType?: readonly [string, readonly string[]] | null;
};
type Model = { readonly name: string; readonly fields: readonly Field[] };
type Options = {
  readonly dmmf: { readonly datamodel: { readonly models: readonly Model[] } };
  readonly otherGenerators: readonly { readonly name: string; readonly output: { readonly value: string } }[];
};
type Message = { readonly id: number; readonly method: string; readonly params: Options };

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line) as Message;
  if (method === "generate") typeUuidFilters(params);
  const result = method === "getManifest" ? { manifest: { defaultOutput: "." } } : null;
  process.stderr.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

function typeUuidFilters({ dmmf, otherGenerators }: Options): void {
  const client = otherGenerators.find(({ name }) => name === "client");
  if (!client) throw new Error("The client is generated first");
  const path = join(client.output.value, "../../.prisma/client/index.d.ts");
  const types = dmmf.datamodel.models.reduce(typeFiltersOf, readFileSync(path, "utf8"));
  writeFileSync(path, types);
}

function typeFiltersOf(types: string, { name: model, fields }: Model): string {
  return fields.filter(isTypedUuid).reduce((typed, { name }) => {
    const filter = new RegExp(`^( +${name}\\?: )Uuid(\\w*Filter<"${model}">)`, "gm");
    return typed.replace(filter, "$1String$2");
  }, types);
}

function isTypedUuid({ documentation = "", nativeType }: Field): boolean {
  return nativeType?.[0] === "Uuid" && /^\[\w+\]/.test(documentation);
}
