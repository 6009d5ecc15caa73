import { runCoreDrill } from "./core/core.ts";
import type { Report } from "./report.ts";
import { createReport, summarise } from "./report.ts";

/** `npm run drill -- <name>`: plays a drill against real processes; leaves with 0 only if every case holds. */
const drills: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  core: runCoreDrill,
};

const name = process.argv[2] ?? "";
const run = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (run) process.exit(await play(run));
console.log(`There is no drill “${name}”. The drills: ${Object.keys(drills).join(", ")}.`);
process.exit(1);

async function play(drill: (report: Report) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const report = createReport((line) => console.log(line));
  await report.play(`the ${name} drill ran to its end`, async () => {
    await drill(report);
    return [];
  });
  const counts = report.counts();
  console.log(`\n${summarise(counts, performance.now() - startedAt).join("\n")}`);
  return counts.failed.length === 0 ? 0 : 1;
}
