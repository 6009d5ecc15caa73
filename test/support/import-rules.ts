export type SourceFile = { readonly path: string; readonly text: string };

export type Violation = { readonly path: string; readonly sentence: string };

/** Who may import whom, by room; a room may always import itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "app/routes": ["app/app", "app/domain", "app/supplier", "app/shopify", "app/platform", "app/ui"],
  "app/jobs": ["app/domain", "app/supplier", "app/shopify", "app/platform"],
  "app/domain": ["app/supplier", "app/shopify", "app/platform"],
  "app/supplier": ["app/platform"],
  "app/shopify": ["app/platform"],
  "app/platform": [],
  "app/ui": ["app/domain", "app/platform"],
  "app/app": ["app/domain", "app/jobs", "app/supplier", "app/shopify", "app/platform"],
  "app/root": ["app/ui", "app/routes", "app/app"],
  "app/entry": ["app/ui", "app/routes", "app/app"],
  "app/web": ["app/app", "app/jobs", "app/ops", "app/platform", "app/routes"],
  "app/worker": ["app/app", "app/jobs", "app/ops", "app/platform"],
  "app/ops": ["app/routes"],
  "app/routes.ts": [],
  extensions: [],
  "test/standins": ["test/support"],
};

/** Rooms inside the domain that others build on; these may not do the same in return. */
const domainFoundations: Readonly<Record<string, readonly string[]>> = {
  "app/domain/catalog": ["app/domain/orders", "app/domain/money"],
  "app/domain/shops": ["app/domain/orders", "app/domain/money"],
  "app/domain/wallet": ["app/domain/orders"],
};

/** Values and words without state, which any room of the domain may use. */
const sharedWords: readonly string[] = ["app/domain/money/rupees.ts", "app/domain/money/format-rupees.ts"];

const notInDomain =
  /^(@remix-run\/|bullmq$|express$|node:http$|node:https$|react$|@shopify\/polaris|@shopify\/shopify-app)/;

/** Every import that goes the wrong way, every reading of the environment outside its place, and every cycle. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const known = new Set(files.map((file) => file.path));
  return [
    ...files.flatMap((file) => checkFile(file, known)),
    // The stand-ins mirror schemas that are cyclic themselves.
    ...findCycles(
      files.filter((file) => !file.path.startsWith("test/")),
      known,
    ),
  ];
}

function checkFile(file: SourceFile, known: ReadonlySet<string>): Violation[] {
  const violations: Violation[] = [];
  const complain = (sentence: string) => violations.push({ path: file.path, sentence });
  const room = roomOf(file.path);
  for (const { specifier } of listImports(file.text)) {
    const target = resolveImport(file.path, specifier);
    if (target === null) {
      if (room === "app/domain" && notInDomain.test(specifier)) complain(`the domain imports ${specifier}`);
      continue;
    }
    if (!known.has(target)) complain(`imports ${specifier}, which is not there`);
    const targetRoom = roomOf(target);
    const allowed = mayImport[room];
    if (allowed && targetRoom !== room && !allowed.includes(targetRoom))
      complain(`${room} imports ${targetRoom}`);
    const foundation = Object.keys(domainFoundations).find((folder) => file.path.startsWith(`${folder}/`));
    const isShared = sharedWords.includes(target);
    const above = domainFoundations[foundation ?? ""]?.find(
      (folder) => target.startsWith(`${folder}/`) && !isShared,
    );
    if (foundation !== undefined && above !== undefined) complain(`${foundation} imports ${above}`);
    if (
      targetRoom === "app/routes" &&
      !["app/routes", "app/web", "app/ops", "app/root", "app/entry"].includes(room)
    ) {
      complain(`${room} imports a route`);
    }
  }
  if (
    file.path.startsWith("app/") &&
    file.path !== "app/platform/database/pooled-client.server.ts" &&
    /\bpool\.connect\(/.test(code(file.text))
  ) {
    complain("holds a connection of the pool, which only app/platform/database/pooled-client.server.ts may");
  }
  if (
    file.path.startsWith("app/") &&
    file.path !== "app/platform/process/env.server.ts" &&
    /\bprocess\.env\b/.test(code(file.text))
  ) {
    complain("reads process.env, which only app/platform/process/env.server.ts may");
  }
  return violations;
}

/** A file's room: its folder below `app` or `test`, or the stem of a file that stands alone there. */
function roomOf(path: string): string {
  const [top = "", second = "", ...rest] = path.split("/");
  if (top !== "app" && top !== "test") return top;
  if (rest.length > 0) return `${top}/${second}`;
  return second === "routes.ts" ? "app/routes.ts" : `${top}/${second.split(".")[0]}`;
}

type Import = { readonly specifier: string; readonly isType: boolean };

function listImports(text: string): Import[] {
  const pattern =
    /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;
  return [...code(text).matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? match[3] ?? "",
    isType: match[1] !== undefined,
  }));
}

function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** The file an import names, or null for a package. */
function resolveImport(from: string, specifier: string): string | null {
  const [bare = ""] = specifier.split("?");
  if (bare.startsWith("#app/") || bare.startsWith("#test/")) return bare.slice(1);
  if (!bare.startsWith(".")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of bare.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Cycles of imports that exist at run time; types alone may refer to each other. */
function findCycles(files: readonly SourceFile[], known: ReadonlySet<string>): Violation[] {
  const edges = new Map(
    files.map((file) => {
      const runtime = listImports(file.text).filter((imported) => !imported.isType);
      const targets = runtime.map((imported) => resolveImport(file.path, imported.specifier));
      return [file.path, targets.filter((target) => target !== null && known.has(target))] as const;
    }),
  );
  const state = new Map<string, "open" | "closed">();
  const violations: Violation[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "closed") return;
    if (state.get(path) === "open") {
      const cycle = [...trail.slice(trail.indexOf(path)), path];
      violations.push({ path, sentence: `imports itself in a circle: ${cycle.join(" → ")}` });
      return;
    }
    state.set(path, "open");
    for (const target of edges.get(path) ?? []) if (target !== null) visit(target, [...trail, path]);
    state.set(path, "closed");
  };
  for (const path of edges.keys()) visit(path, []);
  return violations;
}
