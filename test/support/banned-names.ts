import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Names that docs/glossary.md replaced and that the code no longer has. A name joins once its last use is gone. */
const BANNED = `
  applyPress brakePercent closeDay come_again deadlyClaims doorbell doPress doubtedAt eachAlone emptiedShelves
  emptyShelves fenceContext gatherRings genuine giveBack goOn hearAgain heldLease isHeard keepTold
  linkedMissing lockLease lookAgain MarginOutlook markDirty needsYou newborn newbornOrders openDay outlook
  outlookOf passOver pressPlace reports_done reportsDone requireLease ring_failed rung rung_at rungAt
  SaleOutlook servedPress servedWish serviceMoment settlePayment shelf shelved shelveMapping shelves
  shopItself standingEnc stillMine stopAndAsk takePlace takeProductNews toldAt twin twins unaccepted
  unlessOutage unlessRefused unsure untold waysOut wish wished wishes withLease workOrder writeAtOnce
  writeFenced writeUnderLease
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

/** What no merchant reads: words that a stranger did not understand, and ours for the supplier. */
const NOT_FOR_MERCHANTS = /\b(?:put away|one kind|what came of it|its price is|the service(?! fee))\b/i;
/** Where words of merchants stand; what sweeps say goes to the log. */
const MERCHANTS_WORDS = /^app\/(?:domain\/(?!sweeps\/)|routes\/admin\/|ui\/)/;

/** A plural after a number that may be 1, which `countOf` says in both ways; constants may stand as they are. */
const COUNTED_NOUN =
  /\{(?!countOf)[a-z][^{}]*\} (?:products|orders|rows|units|parcels|items|entries|variants|shops|days|hours|minutes|pieces|listings|prices|records|suggestions)\b/;

type MerchantWords = { readonly line: number; readonly words: string };

/** Words of a page or a message that no merchant is to read, each with its line; comments are left out. */
export function findMerchantWords(path: string, source: string): readonly MerchantWords[] {
  if (!MERCHANTS_WORDS.test(path)) return [];
  return withoutComments(source)
    .split("\n")
    .flatMap((text, index) =>
      [text.match(NOT_FOR_MERCHANTS), text.match(COUNTED_NOUN)].flatMap((found) =>
        found === null ? [] : [{ line: index + 1, words: found[0] }],
      ),
    );
}

function withoutComments(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/^\s*\/\/.*$/gm, "");
}

function complaintsOf(path: string, source: string): readonly string[] {
  return [
    ...findBannedNames(source).map(
      ({ line, name }) => `${path}:${line}: ${name} has another name: see docs/glossary.md`,
    ),
    ...findMerchantWords(path, source).map(
      ({ line, words }) => `${path}:${line}: “${words}” is nothing for a merchant to read`,
    ),
  ];
}

/** Prints what is banned in the code and exits with 1 when there is one. */
function lintNames(): void {
  const self = fileURLToPath(import.meta.url);
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const found = ["app", "extensions", "test", "prisma"].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:tsx?|prisma)$/.test(path))
      .map((path) => `${root}${folder}/${path}`)
      .filter((path) => path !== self)
      .flatMap((path) => complaintsOf(path.slice(root.length), readFileSync(path, "utf8"))),
  );
  for (const each of found) process.stderr.write(`${each}\n`);
  if (found.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) lintNames();
