import { Prisma } from "@prisma/client";

/** Columns by the names Prisma knows them under, as far as they are to be written; what is undefined is not. */
export type Columns = Readonly<Record<string, unknown>>;

/** SQL for the names of columns in an insert. */
export function namesSql(columns: Columns): Prisma.Sql {
  return Prisma.join(definedColumns(columns).map(([name]) => nameSql(name)));
}

/** SQL for their values, in the same order; JSON has to be given as text. */
export function valuesSql(columns: Columns): Prisma.Sql {
  return Prisma.join(definedColumns(columns).map(([, value]) => Prisma.sql`${value}`));
}

/** SQL for what follows `set` in an update. */
export function assignmentsSql(columns: Columns): Prisma.Sql {
  return Prisma.join(definedColumns(columns).map(([name, value]) => Prisma.sql`${nameSql(name)} = ${value}`));
}

function definedColumns(columns: Columns): [string, unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined);
}

/** The schema maps every name to itself in snake case. */
function nameSql(name: string): Prisma.Sql {
  return Prisma.raw(`"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`);
}
