import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { assignmentsSql, namesSql, valuesSql } from "#app/platform/database/columns.ts";

const readAt = new Date(0);
const columns = { totalPkr: rupees(0), rtoReservePkr: null, of: 2, readAt, courier: undefined };

describe("columns by the names Prisma knows them under", () => {
  it("are written in snake case and quoted, as the database has them", () => {
    expect(namesSql(columns).sql).toBe('"total_pkr","rto_reserve_pkr","of","read_at"');
  });

  it("give their values in the order of their names", () => {
    expect(valuesSql(columns).values).toEqual([0, null, 2, readAt]);
  });

  it("are assigned one by one", () => {
    expect(assignmentsSql(columns).text).toBe(
      '"total_pkr" = $1,"rto_reserve_pkr" = $2,"of" = $3,"read_at" = $4',
    );
    expect(assignmentsSql(columns).values).toEqual([0, null, 2, readAt]);
  });
});
