import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");

/** One file that imports another, and the rule it breaks. */
type Case = readonly [from: string, to: string, rule: string | null];

const directions: readonly Case[] = [
  ["app/domain/orders/money/x.ts", "app/routes/admin/y.ts", "what-app-domain-imports"],
  ["app/domain/orders/money/x.ts", "app/jobs/y.ts", "what-app-domain-imports"],
  ["app/domain/orders/money/x.ts", "app/intake/y.ts", "what-app-domain-imports"],
  ["app/supplier/x.ts", "app/domain/orders/money/y.ts", "what-app-supplier-imports"],
  ["app/supplier/x.ts", "app/shopify/y.ts", "what-app-supplier-imports"],
  ["app/shopify/x.ts", "app/supplier/y.ts", "what-app-shopify-imports"],
  ["app/platform/x.ts", "app/domain/orders/money/y.ts", "what-app-platform-imports"],
  ["app/platform/x.ts", "test/support/y.ts", "what-app-platform-imports"],
  ["app/intake/x.ts", "app/jobs/y.ts", "what-app-intake-imports"],
  ["app/jobs/x.ts", "app/routes/admin/y.ts", "what-app-jobs-imports"],
  ["app/ui/x.tsx", "app/routes/admin/y.ts", "what-app-ui-imports"],
  ["app/ui/x.tsx", "app/supplier/y.ts", "what-app-ui-imports"],
  ["app/routes/admin/x.ts", "app/jobs/y.ts", "what-app-routes-imports"],
  ["app/routes.ts", "app/domain/orders/money/y.ts", "what-app-routes-imports"],
  ["app/ops.server.ts", "app/domain/orders/money/y.ts", "what-app-ops-imports"],
  ["app/app.server.ts", "app/ui/y.tsx", "what-app-app-imports"],
  ["app/root.tsx", "app/domain/orders/money/y.ts", "what-app-root-imports"],
  ["app/entry.server.tsx", "app/platform/y.ts", "what-app-entry-imports"],
  ["app/web.server.ts", "test/support/y.ts", "what-app-web-imports"],
  ["app/worker.server.ts", "app/domain/orders/money/y.ts", "what-app-worker-imports"],
  ["app/develop.server.ts", "app/domain/orders/money/y.ts", "what-app-develop-imports"],
  ["extensions/tracking/x.ts", "app/platform/y.ts", "what-extensions-imports"],
  ["test/standins/supplier/x.ts", "app/platform/y.ts", "what-test-standins-imports"],
  ["test/unit/x.ts", "app/routes/admin/y.ts", "routes-are-entered-from-outside"],
  ["app/domain/catalog/browse/x.ts", "app/domain/orders/money/y.ts", "catalog-imports-downwards"],
  ["app/domain/wallet/x.ts", "app/domain/wallet-page/y.ts", "wallet-imports-downwards"],
  ["app/domain/stock-work/x.ts", "app/domain/money/y.ts", "stock-work-imports-downwards"],
  ["app/domain/bulk-actions/x.ts", "app/domain/home/y.ts", "bulk-actions-imports-downwards"],
  ["app/domain/orders/x.ts", "app/platform/y.ts", "loose-file"],
  ["app/domain/payouts/x.ts", "app/domain/catalog/y.ts", "loose-file"],
  ["app/domain/returns/x.ts", "app/platform/y.ts", "room-without-a-row"],
  ["app/domain/x.ts", "app/platform/y.ts", "room-without-a-row"],
  ["app/helpers/x.ts", "app/platform/y.ts", "entry-without-a-row"],
  ["app/domain/orders/money/x.ts", "app/platform/not-there.ts", "nothing-missing"],
  ["app/routes/admin/x.ts", "app/domain/orders/money/y.ts", null],
  ["app/routes/admin/x.ts", "app/platform/y.ts", null],
  ["app/routes/webhooks/x.ts", "app/intake/y.ts", null],
  ["app/jobs/x.ts", "app/domain/orders/money/y.ts", null],
  ["app/domain/orders/money/x.ts", "app/supplier/y.ts", null],
  ["app/domain/orders/money/x.ts", "app/domain/catalog/browse/y.ts", null],
  ["app/web.server.ts", "app/routes/webhooks/y.ts", null],
  ["test/unit/x.ts", "app/domain/orders/money/y.ts", null],
];

const ways = [
  ["value", (to: string) => `import { y } from "#${to}";\nexport const x = y;\n`],
  ["type", (to: string) => `import type { Y } from "#${to}";\nexport type X = Y;\n`],
  ["dynamic", (to: string) => `export const x = await import("#${to}");\n`],
  ["export", (to: string) => `export {\n  y,\n} from "#${to}";\n`],
] as const;

const packages = [
  ["@remix-run/node", "domain-without-frameworks"],
  ["bullmq", "domain-without-frameworks"],
  ["express", "domain-without-frameworks"],
  ["react", "domain-without-frameworks"],
  ["@shopify/polaris", "domain-without-frameworks"],
  ["@shopify/shopify-app-remix", "domain-without-frameworks"],
  ["node:http", "domain-without-frameworks"],
  ["node:https", "domain-without-frameworks"],
  ["zod", null],
  ["node:crypto", null],
] as const;

/** Packages that belong to development, and who imports them. */
const developing = [
  ["app/web.server.ts", "vite", "vite-in-development-only"],
  ["app/worker.server.ts", "vite", "vite-in-development-only"],
  ["app/platform/x.ts", "vite", "vite-in-development-only"],
  ["app/routes/admin/x.ts", "@remix-run/dev", "vite-in-development-only"],
  ["app/develop.server.ts", "vite", null],
] as const;

/** Gives each case files of its own: `x` becomes `x-3-type`. */
function named(path: string, suffix: string): string {
  return path.replace(/\/([xy])(\.tsx?)$/, `/$1-${suffix}$2`);
}

let folder: string;
/** "from → to" and the rules that break there. */
const broken = new Map<string, string[]>();

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text, { flag: "a" });
}

async function writePackage(name: string): Promise<void> {
  await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
  await write(`node_modules/${name}/index.js`, "module.exports = {};\n");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "import-directions-"));
  await write("package.json", JSON.stringify({ imports: { "#app/*": "./app/*", "#test/*": "./test/*" } }));
  for (const [at, [from, to]] of directions.entries()) {
    for (const [way, textOf] of ways) {
      const target = named(to, `${at}-${way}`);
      await write(named(from, `${at}-${way}`), textOf(target));
      if (!target.includes("not-there")) await write(target, "export type Y = 1;\nexport const y: Y = 1;\n");
    }
  }
  for (const [name] of packages) {
    await write(`app/domain/orders/money/${toFileName(name)}`, `import "${name}";\n`);
    await write(`app/platform/${toFileName(name)}`, `import "${name}";\n`);
    if (!name.startsWith("node:")) await writePackage(name);
  }
  for (const [from, name] of developing) {
    await write(named(from, "developing"), `export const start = () => import("${name}");\n`);
  }
  for (const name of ["vite", "@remix-run/dev"]) await writePackage(name);
  for (const keyword of ["import", "import type"]) {
    const [a, b] = ["a", "b"].map((each) => `app/platform/${each}-${keyword.replace(" ", "-")}.ts`);
    await write(`${a}`, `import { b } from "#${b}";\nexport const a = () => b;\nexport type A = typeof a;\n`);
    await write(`${b}`, `${keyword} { A } from "#${a}";\nexport const b: unknown = null as A | null;\n`);
  }
  const args = [program, "--config", join(root, ".dependency-cruiser.cjs"), "-T", "json"];
  const run = promisify(execFile)(process.execPath, [...args, "app", "extensions", "test"], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { summary } = JSON.parse((await run).stdout);
  for (const { from, to, rule } of summary.violations) {
    broken.set(`${from} → ${to}`, [...(broken.get(`${from} → ${to}`) ?? []), rule.name]);
  }
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

function toFileName(name: string): string {
  return `imports-${name.replace(/\W+/g, "-")}.ts`;
}

function rulesBetween(from: string, to: string): readonly string[] {
  const ends = [...broken].filter(([key]) => key.startsWith(`${from} → `) && key.includes(to));
  return ends.flatMap(([, rules]) => rules);
}

describe("the directions of imports", () => {
  it.each(directions)("from %s to %s: %s", (from, to, rule) => {
    for (const [way] of ways) {
      const suffix = `${directions.findIndex((each) => each[0] === from && each[1] === to)}-${way}`;
      const rules = rulesBetween(named(from, suffix), named(to, suffix));
      if (rule === null) expect(rules, way).toEqual([]);
      else expect(rules, way).toContain(rule);
    }
  });

  it.each(packages)("of the package %s by the domain: %s", (name, rule) => {
    const from = `app/domain/orders/money/${toFileName(name)}`;
    expect(rulesBetween(from, name.replace("node:", ""))).toEqual(rule === null ? [] : [rule]);
    expect(rulesBetween(`app/platform/${toFileName(name)}`, name.replace("node:", ""))).toEqual([]);
  });

  it.each(developing)("from %s to the package %s, when asked for at run time: %s", (from, name, rule) => {
    const rules = rulesBetween(named(from, "developing"), `node_modules/${name}/`);
    expect(rules).toEqual(rule === null ? [] : [rule]);
  });

  it.each(["import", "import-type"])("finds a circle made by %s", (keyword) => {
    const [a, b] = [`app/platform/a-${keyword}.ts`, `app/platform/b-${keyword}.ts`];
    expect([...rulesBetween(a, b), ...rulesBetween(b, a)]).toContain("no-circle");
  });
});
