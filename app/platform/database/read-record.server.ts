import { Prisma, type PrismaClient } from "@prisma/client";
import { columnOf, fieldsOf, modelOf } from "./columns.ts";
import { queryRows } from "./query-rows.server.ts";

/** What is read with a row, as Prisma's `include` says it: lists of rows of other models, in their order. */
export type RecordInclude = { readonly [list: string]: true | RecordList };
type RecordList = {
  readonly orderBy?: FieldOrder | readonly FieldOrder[];
  readonly include?: RecordInclude;
};
type FieldOrder = Readonly<Record<string, "asc" | "desc">>;

type Model = Prisma.ModelName;
type JsonRow = Record<string, unknown>;
/** Where the rows of a list stand: their model, its name in the statement, and the lists below them. */
type Part = {
  readonly list: string;
  readonly model: Model;
  readonly parts: readonly Part[];
  readonly sql: string;
};

/**
 * Reads one row of a model, `record` in the condition, with the rows that belong to it, as one statement that goes past
 * Prisma: what Prisma gives for the same `include`, field by field (`integration/orders/order-record` compares the two).
 * @returns null where no row meets the condition
 * @throws Error at once where a model has other fields than text, numbers, booleans, dates, bytes, JSON and lists of text
 * @throws AppError `database_unavailable` where PostgreSQL could not be asked
 */
export function createRecordReader<Row extends object>(
  model: Model,
  include: RecordInclude,
): (db: PrismaClient, where: Prisma.Sql) => Promise<Row | null> {
  const parts = partsOf(model, "record", include);
  const statement = Prisma.raw(`${selectSql(model, "record", parts)} where`);
  return async (db, where) => {
    const [row] = await queryRows<Row>(db, Prisma.sql`${statement} ${where}`);
    if (!row) return null;
    convertRow(row as JsonRow, model, parts);
    return row;
  };
}

const READABLE = new Set(["String", "Int", "Boolean", "DateTime", "Bytes", "Json"]);

/** SQL without its condition; lists of other rows stand beside the row's own fields. */
function selectSql(model: Model, row: string, parts: readonly Part[]): string {
  const fields = fieldsOf(model).map(({ name, column, type }) => {
    if (!READABLE.has(type)) throw new Error(`${model}.${name} is a ${type}, which JSON does not carry`);
    return `${row}."${column}" as "${name}"`;
  });
  const lists = parts.map(({ list, sql }) => `${sql} as "${list}"`);
  return `select ${[...fields, ...lists].join(", ")} from "${modelOf(model).dbName ?? model}" as ${row}`;
}

/** Each level has a name of its own in the statement, which the level below refers to. */
function partsOf(above: Model, row: string, include: RecordInclude): readonly Part[] {
  return Object.entries(include).map(([list, wanted]) => {
    const { model, parent } = relationOf(above, list);
    const below = `${row}_${list}`;
    const { orderBy = [], include: deeper = {} } = wanted === true ? {} : wanted;
    const parts = partsOf(model, below, deeper);
    const order = [orderBy].flat().flatMap((each) => Object.entries(each));
    const ordered = order.map(([field, direction]) => `${below}."${columnOf(model, field)}" ${direction}`);
    return {
      ...{ list, model, parts },
      sql: `(select coalesce(json_agg(listed), '[]'::json) from (${selectSql(model, below, parts)}
        where ${below}.shop_id = ${row}.shop_id and ${below}."${columnOf(model, parent)}" = ${row}.id
        ${ordered.length > 0 ? `order by ${ordered.join(", ")}` : ""}) as listed)`,
    };
  });
}

/** Rows belong to the one above by its id, in the field named after it (`order` and `orderId`), and to its shop. */
function relationOf(above: Model, list: string): { readonly model: Model; readonly parent: string } {
  const relation = modelOf(above).fields.find(({ name, kind }) => name === list && kind === "object");
  if (!relation) throw new Error(`${above} has no list ${list}`);
  const model = relation.type as Model;
  const back = modelOf(model).fields.find(
    ({ relationName, type }) => relationName === relation.relationName && type === above,
  );
  return { model, parent: `${back?.name}Id` };
}

/** Makes dates and bytes of the text that JSON has for them, in place, in a row and those below it. */
function convertRow(row: JsonRow, model: Model, parts: readonly Part[]): void {
  for (const { name, type } of fieldsOf(model)) {
    const value = row[name];
    if (type === "Bytes") row[name] = bytesOf(value);
    else if (type === "DateTime" && typeof value === "string") row[name] = new Date(value);
  }
  for (const { list, model: below, parts: deeper } of parts) {
    for (const each of row[list] as JsonRow[]) convertRow(each, below, deeper);
  }
}

/** PostgreSQL writes bytes in JSON as hexadecimal digits behind \x; in a column of their own they come as a Buffer. */
function bytesOf(value: unknown): unknown {
  if (typeof value === "string") return new Uint8Array(Buffer.from(value.slice(2), "hex"));
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}
