import type { PrismaClient } from "@prisma/client";

type Db = Pick<PrismaClient, "$queryRawUnsafe">;
type Column = {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
};

/** Every column of every table of the database, the queue's among them, as the database itself lists them. */
function listColumns(db: Db): Promise<readonly Column[]> {
  return db.$queryRawUnsafe<Column[]>(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`,
  );
}

/** Every value that is not sealed, as one text each, `table.column` before it. Sealed bytes begin with their version. */
export async function readInTheClear(db: Db): Promise<readonly string[]> {
  const values: string[] = [];
  for (const { schema, table, column, type } of await listColumns(db)) {
    const field = `"${column}"`;
    const text = type === "bytea" ? `encode(${field}, 'escape')` : `${field}::text`;
    const isClear = type === "bytea" ? `substring(${field} from 1 for 1) <> '\\x01'::bytea` : "true";
    const rows = await db.$queryRawUnsafe<{ value: string }[]>(
      `select distinct ${text} as value from "${schema}"."${table}" where ${field} is not null and ${isClear}`,
    );
    values.push(...rows.map(({ value }) => `${table}.${column}: ${value}`));
  }
  return values;
}

/**
 * What is kept, sealed or hashed, in any row that names one of these ids, as `table.column` with the number of rows: told
 * by the rows themselves, whatever the app thinks of its own columns.
 */
export async function readSealedOf(
  db: Db,
  ids: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  const columns = await listColumns(db);
  for (const { schema, table, column, type } of columns) {
    if (type !== "bytea" && !column.endsWith("hash")) continue;
    const empty = type === "bytea" ? "''::bytea" : "''";
    const texts = columns.filter((each) => each.schema === schema && each.table === table);
    const row = texts.filter((each) => each.type !== "bytea").map((each) => `"${each.column}"::text`);
    const [counted] = await db.$queryRawUnsafe<{ count: number }[]>(
      `select count(*)::int as count from "${schema}"."${table}"
       where "${column}" <> ${empty} and exists (
         select from unnest($1::text[]) as named (word)
         where position(named.word in concat_ws(' ', ${row.join(", ")})) > 0)`,
      ids,
    );
    if (counted && counted.count > 0) found[`${table}.${column}`] = counted.count;
  }
  return found;
}

type Leaf = { readonly path: string; readonly text: string };

/** Every text in a thing, however deep. */
export function listTexts(value: unknown, path = ""): readonly Leaf[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const step = Array.isArray(value) ? "" : `.${name}`;
    return listTexts(each, `${path}${step}`);
  });
}
