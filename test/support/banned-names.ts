import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Names that docs/glossary.md replaced and that the code no longer has. A name joins once its last use is gone. */
const BANNED = `
  applyPress closeDay come_again deadlyClaims doorbell doPress eachAlone emptiedShelves emptyShelves
  fenceContext gatherRings genuine heldLease keepTold linkedMissing lockLease markDirty newbornOrders openDay
  passOver pressPlace reportsDone reports_done requireLease ring_failed rung rungAt rung_at servedPress
  servedWish serviceMoment shelveMapping shopItself stillMine stopAndAsk takePlace takeProductNews twins
  unaccepted unlessOutage unlessRefused waysOut withLease workOrder writeAtOnce writeFenced writeUnderLease
`
  .trim()
  .split(/\s+/);

const PATTERN = new RegExp(`\\b(?:${BANNED.join("|")})\\b`, "gi");

type BannedName = { readonly line: number; readonly name: string };

/** The banned names in a source text, comments and test titles included, each with its line. */
export function findBannedNames(source: string): readonly BannedName[] {
  return source
    .split("\n")
    .flatMap((text, index) => [...text.matchAll(PATTERN)].map(([name]) => ({ line: index + 1, name })));
}

/** Prints each banned name of the code and exits with 1 when there is one. */
function lintNames(): void {
  const self = fileURLToPath(import.meta.url);
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const found = ["app", "test", "prisma"].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:tsx?|prisma)$/.test(path))
      .map((path) => `${root}${folder}/${path}`)
      .filter((path) => path !== self)
      .flatMap((path) =>
        findBannedNames(readFileSync(path, "utf8")).map(
          ({ line, name }) =>
            `${path.slice(root.length)}:${line}: ${name} has another name: see docs/glossary.md`,
        ),
      ),
  );
  for (const each of found) process.stderr.write(`${each}\n`);
  if (found.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) lintNames();
