import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations } from "./one-place-rules.ts";

// The lint of what one file alone may do: one line per violation, exit code 1 when there is any.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const files = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    path: `app/${name.replaceAll("\\", "/")}`,
    text: readFileSync(join(root, "app", name), "utf8"),
  }));
const violations = findViolations(files);
for (const { path, sentence } of violations) console.error(`${path}: ${sentence}`);
if (violations.length > 0) process.exit(1);
