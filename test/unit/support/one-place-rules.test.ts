import { describe, expect, it } from "vitest";
import { findViolations } from "#test/support/one-place-rules.ts";

function findIn(path: string, text: string): string[] {
  return findViolations([{ path, text }]).map((violation) => `${violation.path}: ${violation.sentence}`);
}

describe("the lint of what one file alone may do", () => {
  it("stops connections of the pool from being held where nothing knows of it", () => {
    const text = "const client = await pool.connect();";
    expect(findIn("app/domain/orders/x.server.ts", text)).toEqual([
      "app/domain/orders/x.server.ts: holds a connection of the pool, which only app/platform/database/pooled-client.server.ts may",
    ]);
    expect(findIn("app/platform/database/pooled-client.server.ts", text)).toEqual([]);
  });

  it("lets only one file read the environment", () => {
    expect(findIn("app/platform/process/env.server.ts", "process.env.PORT")).toEqual([]);
    expect(findIn("app/platform/database/db.server.ts", "process.env.PORT")).not.toEqual([]);
    expect(findIn("app/platform/database/db.server.ts", "// process.env is read elsewhere")).toEqual([]);
    expect(findIn("app/platform/database/db.server.ts", "/* nor process.env */")).toEqual([]);
  });

  it("lets only the lease renew itself and tell that it is lost", () => {
    for (const text of [
      "`update work set lease_until = now()`",
      'throw new AppError("lease_lost", "Lost")',
    ]) {
      expect(findIn("app/platform/queue/lease.server.ts", text)).toEqual([]);
      expect(findIn("app/domain/orders/x.server.ts", text)).not.toEqual([]);
    }
  });

  it("leaves tests alone", () => {
    expect(findIn("test/support/x.ts", "process.env.PORT; await pool.connect()")).toEqual([]);
  });
});
