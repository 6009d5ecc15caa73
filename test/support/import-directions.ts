import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations, type SourceFile } from "./import-rules.ts";

// The lint of import directions: one line per violation, exit code 1 when there is any.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function listFiles(folder: string): SourceFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "node_modules" ? [] : listFiles(path);
    return [
      {
        path: relative(root, path).replaceAll("\\", "/"),
        text: /\.tsx?$/.test(name) ? readFileSync(path, "utf8") : "",
      },
    ];
  });
}

const violations = findViolations(
  ["app", "extensions", "prisma", "test"].flatMap((folder) => listFiles(join(root, folder))),
);
for (const { path, sentence } of violations) console.error(`${path}: ${sentence}`);
if (violations.length > 0) process.exit(1);
