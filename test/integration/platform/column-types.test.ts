import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { columnTypes, idTypes } from "../../../prisma/column-types.ts";

type NamedColumn = { readonly column: string; readonly type: string; readonly defaultValue: string | null };

const named = listNamedColumns(
  readFileSync(new URL("../../../prisma/schema.prisma", import.meta.url), "utf8"),
);
const closed = named.filter(({ type }) => !idTypes.has(type));
const valuesOf = new Map<string, readonly string[]>(Object.entries(columnTypes));

/** The columns whose comment in the schema begins with the name of a type in brackets. */
function listNamedColumns(schema: string): readonly NamedColumn[] {
  return [...schema.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "";
    const fields = /^ {2}\/\/\/ \[(\w+)\].*\n(?: {2}\/\/\/.*\n)* {2}(\w+) +String\S*(.*)$/gm;
    return [...body.matchAll(fields)].map(([, type = "", field = "", attributes = ""]) => ({
      column: `${table}.${/@map\("(\w+)"\)/.exec(attributes)?.[1] ?? field}`,
      type,
      defaultValue: /@default\("(\w*)"\)/.exec(attributes)?.[1] ?? null,
    }));
  });
}

// A check of one column against a list of texts, as PostgreSQL writes it back.
const checks = `select trim(both '"' from conrelid::regclass::text) || '.' || attname as column,
    pg_get_constraintdef(pg_constraint.oid) as definition
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'c' and connamespace = 'public'::regnamespace and array_length(conkey, 1) = 1
    and pg_get_constraintdef(pg_constraint.oid) like '%::text%'`;

let database: TestDatabase;
const checked = new Map<string, readonly string[]>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ column: string; definition: string }>(checks);
  for (const { column, definition } of rows) {
    const values = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value);
    checked.set(column, [...(checked.get(column) ?? []), ...values]);
  }
});
afterAll(() => database.drop());

describe("a column with a closed type", () => {
  it.each(closed)("$column is checked by the database for the words of $type", ({ column, type }) => {
    expect(checked.get(column)?.toSorted()).toEqual(valuesOf.get(type)?.toSorted());
  });

  it.each(closed.filter(({ defaultValue }) => defaultValue !== null))(
    "$column begins with one of its words",
    ({ type, defaultValue }) => {
      expect(valuesOf.get(type)).toContain(defaultValue);
    },
  );

  it("has its type named in the schema, wherever the database checks it", () => {
    expect([...checked.keys()].toSorted()).toEqual(closed.map(({ column }) => column).toSorted());
  });

  it("uses every type there is", () => {
    const types = new Set(named.map(({ type }) => type));
    expect([...types].toSorted()).toEqual([...valuesOf.keys(), ...idTypes].toSorted());
  });

  it("refuses another word", async () => {
    const shop = await database.prisma.shop.create({ data: { domain: "closed.myshopify.com" } });
    const smuggled = database.pool.query(
      `insert into schedule (shop_id, kind, mode, every_ms, next_run_at) values ($1, 'parcels', 'sandbox', 1, now())`,
      [shop.id],
    );
    await expect(smuggled).rejects.toMatchObject({ code: "23514", constraint: "schedule_mode_check" });
  });
});
