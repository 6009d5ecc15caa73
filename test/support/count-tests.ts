import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** Prints the closing line of all test runs; one that ended badly never reads as one without a failure. */
function closingLine(folder: string, exitStatus: string | undefined): string {
  const known = readdirSync(folder).map((file) =>
    report.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
  );
  const passed = known.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
  const failed = known.reduce((sum, { numFailedTests }) => sum + numFailedTests, 0);
  return `${passed} passed, ${exitStatus === "0" ? failed : Math.max(1, failed)} failed`;
}

const [folder = "", exitStatus] = process.argv.slice(2);
console.log(closingLine(folder, exitStatus));
