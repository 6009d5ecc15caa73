import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sealedColumns } from "#app/platform/crypto/sealed-columns.ts";

const schema = readFileSync(new URL("../../../prisma/schema.prisma", import.meta.url), "utf8");

/** `table.column` of every column of bytes. */
function listBytes(): readonly string[] {
  return schema
    .split(/^model /m)
    .slice(1)
    .flatMap((model) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
      const fields = [...model.matchAll(/^\s+(\w+)\s+Bytes\b[^\n]*?(?:@map\("(\w+)"\))?\s*$/gm)];
      return fields.map(([, name, column]) => `${table}.${column ?? name}`);
    });
}

describe("the list of sealed columns", () => {
  it("holds every column of bytes the schema has, and no other", () => {
    expect(listBytes().length).toBeGreaterThan(12);
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      listBytes().toSorted(),
    );
  });
});
