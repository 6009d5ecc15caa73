import { readFileSync } from "node:fs";
import type { ReporterOptions } from "knip";

const isDocument = /^export const \w+ = (?:query|mutation)\b/;

/**
 * What knip reports, without the documents of Shopify's operations: `generate-operation-types.ts` reads every one that a
 * module exports, by an import that no linter can follow.
 */
export default function leaveDocuments(options: ReporterOptions): ReporterOptions {
  for (const [path, exported] of Object.entries(options.issues.exports)) {
    if (!path.startsWith("app/shopify/operations/")) continue;
    for (const [key, { filePath, line = 1 }] of Object.entries(exported)) {
      if (!isDocument.test(readFileSync(filePath, "utf8").split("\n")[line - 1] ?? "")) continue;
      delete exported[key];
      options.counters.exports -= 1;
    }
  }
  return options;
}
