import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { columnOf } from "#app/platform/database/columns.ts";

it.each(["Order", "Handoff", "Parcel", "OpenUnit", "Shop", "SupplierConnection"] as const)(
  "each field of %s is written to the column it is mapped to",
  async (model) => {
    const schema = await readFile("prisma/schema.prisma", "utf8");
    const [, body = ""] = schema.match(new RegExp(`^model ${model} {\\n([^}]+)`, "m")) ?? [];
    const columns = [...body.matchAll(/^ +(\w+) +[^/\n]*@map\("(\w+)"\)/gm)];
    expect(columns.length).toBeGreaterThan(3);
    expect(columns.map(([, field = ""]) => columnOf(model, field))).toEqual(
      columns.map(([, , column]) => column),
    );
  },
);
