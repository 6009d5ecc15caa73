import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listMeasurements, listRecords, renderIndex } from "./records.ts";

// Writes docs/README.md from the records and measurements; a unit test asks that it was run.
const root = join(import.meta.dirname, "../..");
writeFileSync(join(root, "docs/README.md"), renderIndex(listRecords(root), listMeasurements(root)));
