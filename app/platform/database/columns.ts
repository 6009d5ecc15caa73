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

/** Fields of orders and handoffs whose column has a name from before; all others are mapped to themselves in snake case. */
const renamedFields: Readonly<Record<string, string>> = {
  hasOpenIssue: "needs_you",
  placementConflict: "doubt",
  placementConflictAt: "doubted_at",
  sourceSnapshotEnc: "standing_enc",
};

/** The column of a field, by the name Prisma knows it under. */
export function columnOf(field: string): string {
  return renamedFields[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function nameSql(field: string): Prisma.Sql {
  return Prisma.raw(`"${columnOf(field)}"`);
}
