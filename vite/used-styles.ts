import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { PurgeCSS } from "purgecss";
import type { Plugin } from "vite";

const ROOT = path.join(import.meta.dirname, "..");
const POLARIS = path.join(ROOT, "node_modules/@shopify/polaris/build/esm");
/** As Vite asks for it where its address is imported. */
const SHEET = /\/polaris\/build\/esm\/styles\.css\?transform-only$/;
/** It colors the page's scroll bar, for which a browser reckons the root with all its variables anew before the first press. */
const POINTED_AT = /html:hover[^{]*\{[^}]*\}/g;

/** Cuts Polaris' style sheet down to the components which the app imports, and what those import in turn. */
export function keepUsedStyles(): Plugin {
  return {
    name: "keep-used-styles",
    apply: "build",
    enforce: "pre",
    async transform(code, id) {
      if (!SHEET.test(id)) return null;
      const [kept] = await new PurgeCSS().purge({
        content: await listUsedModules(),
        css: [{ raw: code }],
        // Plain elements, which our pages and a supplier's description hold; a class which Polaris puts together from a name.
        safelist: [/^[a-z]+[1-6]?$/, "p-theme-light"],
      });
      if (!kept) throw new Error("Polaris' style sheet came back empty");
      return { code: kept.css.replace(POINTED_AT, ""), map: null };
    },
  };
}

/** The files of Polaris which may name a class that the app renders. */
async function listUsedModules(): Promise<string[]> {
  const exported = await readExports();
  const used = new Set<string>();
  const pending = (await listImportedNames()).flatMap((name) => exported.get(name) ?? []);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (used.has(file)) continue;
    used.add(file);
    const folder = path.dirname(file);
    const source = await readFile(file, "utf8");
    pending.push(...[...source.matchAll(/from '(\.[^']+)'/g)].map(([, at = ""]) => path.join(folder, at)));
  }
  return [...used];
}

/** Which file each name comes from. Types have none. */
async function readExports(): Promise<ReadonlyMap<string, string>> {
  const index = await readFile(path.join(POLARIS, "index.js"), "utf8");
  const lines = index.matchAll(/export \{([^}]+)\} from '([^']+)'/g);
  return new Map(
    [...lines].flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [toExportedName(name), path.join(POLARIS, file)] as const),
    ),
  );
}

/** "default as Button" is imported as Button. */
function toExportedName(text: string): string {
  return (
    text
      .trim()
      .split(/\s+as\s+/)
      .at(-1) ?? ""
  );
}

async function listImportedNames(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob("app/**/*.{ts,tsx}", { cwd: ROOT })) {
    const source = await readFile(path.join(ROOT, file), "utf8");
    if (/import \* as \w+ from "@shopify\/polaris"/.test(source)) {
      throw new Error(`${file} imports all of Polaris: name what it uses, so that its styles can be found`);
    }
    for (const [, list = ""] of source.matchAll(/import \{([^}]+)\} from "@shopify\/polaris"/g))
      for (const name of list.split(",")) names.add(name.trim().split(/\s+as\s+/)[0] ?? "");
  }
  return [...names];
}
