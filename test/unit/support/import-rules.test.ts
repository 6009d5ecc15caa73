import { describe, expect, it } from "vitest";
import { findViolations } from "#test/support/import-rules.ts";

/** Findings for one bad file beside the files it names. */
function findIn(path: string, text: string, others: readonly string[] = []): string[] {
  const files = [{ path, text }, ...others.map((other) => ({ path: other, text: "" }))];
  return findViolations(files).map((violation) => `${violation.path}: ${violation.sentence}`);
}

describe("the lint of import directions", () => {
  it.each([
    ["app/domain/orders/x.ts", "app/routes/admin/y.ts"],
    ["app/domain/orders/x.ts", "app/jobs/y.ts"],
    ["app/supplier/x.ts", "app/domain/orders/y.ts"],
    ["app/supplier/x.ts", "app/shopify/y.ts"],
    ["app/shopify/x.ts", "app/supplier/y.ts"],
    ["app/platform/x.ts", "app/domain/orders/y.ts"],
    ["app/jobs/x.ts", "app/routes/admin/y.ts"],
    ["app/ui/x.tsx", "app/routes/admin/y.ts"],
    ["app/routes/admin/x.ts", "app/jobs/y.ts"],
    ["app/web.server.ts", "test/support/y.ts"],
    ["app/platform/x.ts", "test/support/y.ts"],
    ["extensions/tracking/x.ts", "app/platform/y.ts"],
    ["test/standins/supplier/x.ts", "app/platform/y.ts"],
    ["app/domain/catalog/x.ts", "app/domain/orders/y.ts"],
  ])("stops %s from importing %s", (path, target) => {
    expect(findIn(path, `import { y } from "#${target}";`, [target])).not.toEqual([]);
    expect(findIn(path, `import type { Y } from "#${target}";`, [target])).not.toEqual([]);
    expect(findIn(path, `const y = await import("#${target}");`, [target])).not.toEqual([]);
    expect(findIn(path, `export {\n  y,\n} from "#${target}";`, [target])).not.toEqual([]);
  });

  it("stops connections of the pool from being held where nothing knows of it", () => {
    const text = "const client = await pool.connect();";
    expect(findIn("app/domain/orders/x.server.ts", text)).toHaveLength(1);
    expect(findIn("app/platform/database/pooled-client.server.ts", text)).toEqual([]);
  });

  it.each([
    ["app/routes/admin/x.ts", "app/domain/orders/y.ts"],
    ["app/routes/admin/x.ts", "app/platform/y.ts"],
    ["app/jobs/x.ts", "app/domain/orders/y.ts"],
    ["app/domain/orders/x.ts", "app/supplier/y.ts"],
    ["app/domain/orders/x.ts", "app/domain/catalog/y.ts"],
    ["app/web.server.ts", "app/routes/webhooks/y.ts"],
    ["test/unit/x.test.ts", "app/domain/orders/y.ts"],
  ])("lets %s import %s", (path, target) => {
    expect(findIn(path, `import { y } from "#${target}";`, [target])).toEqual([]);
  });

  it.each(["@remix-run/node", "bullmq", "express", "node:http"])("keeps %s out of the domain", (name) => {
    expect(findIn("app/domain/orders/x.ts", `import { y } from "${name}";`)).not.toEqual([]);
    expect(findIn("app/platform/x.ts", `import { y } from "${name}";`)).toEqual([]);
  });

  it("lets only one file read the environment", () => {
    expect(findIn("app/platform/process/env.server.ts", "process.env.PORT")).toEqual([]);
    expect(findIn("app/platform/database/db.server.ts", "process.env.PORT")).not.toEqual([]);
    expect(findIn("app/platform/database/db.server.ts", "// process.env is read elsewhere")).toEqual([]);
  });

  it("finds what is not there", () => {
    expect(findIn("app/domain/orders/x.ts", 'import { y } from "./gone.ts";')).toEqual([
      "app/domain/orders/x.ts: imports ./gone.ts, which is not there",
    ]);
  });

  it("finds a circle, and lets types refer to each other", () => {
    const circle = (keyword: string) => [
      { path: "app/domain/orders/a.ts", text: 'import { b } from "./b.ts";' },
      { path: "app/domain/orders/b.ts", text: `${keyword} { a } from "./a.ts";` },
    ];
    expect(findViolations(circle("import"))).toHaveLength(1);
    expect(findViolations(circle("import type"))).toEqual([]);
  });
});
