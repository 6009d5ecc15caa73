import { Prisma } from "@prisma/client";

/** Columns by the names Prisma knows them under, as far as they are to be written; what is undefined is not. */
export type Columns = Readonly<Record<string, unknown>>;

/** A field of a model that is a column of its table; `type` as the schema has it: String, Int, DateTime and so on. */
export type Field = { readonly name: string; readonly column: string; readonly type: string };

/** SQL for the names of columns in an insert. */
export function namesSql(model: Prisma.ModelName, columns: Columns): Prisma.Sql {
  return Prisma.join(definedColumns(columns).map(([name]) => nameSql(model, name)));
}

/** SQL for their values, in the same order; JSON has to be given as text. */
export function valuesSql(columns: Columns): Prisma.Sql {
  return Prisma.join(definedColumns(columns).map(([, value]) => Prisma.sql`${value}`));
}

/** SQL for what follows `set` in an update. */
export function assignmentsSql(model: Prisma.ModelName, columns: Columns): Prisma.Sql {
  const pairs = definedColumns(columns).map(
    ([name, value]) => Prisma.sql`${nameSql(model, name)} = ${value}`,
  );
  return Prisma.join(pairs);
}

function definedColumns(columns: Columns): [string, unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined);
}

function nameSql(model: Prisma.ModelName, field: string): Prisma.Sql {
  return Prisma.raw(`"${columnOf(model, field)}"`);
}

/** The column of a field, by the name Prisma knows it under. */
export function columnOf(model: Prisma.ModelName, field: string): string {
  const found = fieldsOf(model).find(({ name }) => name === field);
  if (!found) throw new Error(`${model} has no field ${field}`);
  return found.column;
}

const fieldsByModel = new Map<Prisma.ModelName, readonly Field[]>();

/** The fields of a model that are columns, in the schema's order. */
export function fieldsOf(model: Prisma.ModelName): readonly Field[] {
  const known = fieldsByModel.get(model);
  if (known) return known;
  const scalars = modelOf(model).fields.filter(({ kind }) => kind === "scalar");
  const fields = scalars.map(({ name, dbName, type }) => ({ name, column: dbName ?? name, type }));
  fieldsByModel.set(model, fields);
  return fields;
}

/** A model of the schema, with the relations it has. */
export function modelOf(name: Prisma.ModelName): (typeof Prisma.dmmf.datamodel.models)[number] {
  const model = Prisma.dmmf.datamodel.models.find((each) => each.name === name);
  if (!model) throw new Error(`No model is called ${name}`);
  return model;
}
