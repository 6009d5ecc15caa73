import { z } from "zod";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type PriceRule, type PriceStep, parsePriceRule } from "./price-rule.ts";

const text = z.string().max(20);
const stepKind = z.enum(["multiply", "add"]);
const tierDraft = z.object({ upTo: text, kind: stepKind, value: text });

/** A rule as a person types it: every number is text. */
export const priceDraftSchema = z.object({
  base: z.enum(["suggested", "multiply", "add", "tiers"]),
  value: text,
  tiers: z.array(tierDraft).max(20),
  marginPkr: text,
  marginPercent: text,
  ending: z.enum(["none", "99", "49", "950"]),
  compareAt: z.enum(["none", "percent_above", "suggested_if_higher", "supplier_if_higher"]),
  compareAtPercent: text,
});

export type PriceDraft = z.infer<typeof priceDraftSchema>;
export type TierDraft = z.infer<typeof tierDraft>;

/** What is wrong, by the path of its field: `value`, `tiers.0.upTo`, … */
type DraftErrors = Readonly<Record<string, string>>;

export type ReadDraft =
  | { readonly ok: true; readonly rule: PriceRule }
  | { readonly ok: false; readonly errors: DraftErrors };

const MOST_RUPEES = 1_000_000;
const MOST_TIMES = 100;
const MOST_PERCENT = 1000;

/** The rule a person typed, or what is wrong with each field in a sentence. */
export function readPriceDraft(draft: PriceDraft): ReadDraft {
  const errors: Record<string, string> = {};
  const fail = (path: string, sentence: string) => {
    errors[path] ??= sentence;
    return 0;
  };
  const rule = {
    base: readBase(draft, fail),
    floor: {
      marginPkr: readOptional(draft.marginPkr, MOST_RUPEES, (words) => fail("marginPkr", words)),
      marginPercent: readOptional(draft.marginPercent, MOST_PERCENT, (words) => fail("marginPercent", words)),
    },
    ending: draft.ending,
    compareAt: readCompareAt(draft, fail),
  };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, rule: parsePriceRule(rule) };
}

type Fail = (path: string, sentence: string) => number;

function readBase(draft: PriceDraft, fail: Fail) {
  switch (draft.base) {
    case "suggested":
      return { kind: "suggested" };
    case "tiers":
      return { kind: "tiers", tiers: readTiers(draft.tiers, fail) };
    default:
      return readStep(draft.base, draft.value, (words) => fail("value", words));
  }
}

function readTiers(drafts: readonly TierDraft[], fail: Fail) {
  if (drafts.length === 0) fail("tiers", "Add at least one tier.");
  let above = 0;
  return drafts.map(({ upTo, kind, value }, at) => {
    const step = readStep(kind, value, (words) => fail(`tiers.${at}.value`, words));
    if (at === drafts.length - 1) return { upToPkr: null, step };
    const upToPkr = readWhole(upTo, MOST_RUPEES);
    if (upToPkr === null) fail(`tiers.${at}.upTo`, "Say up to which cost this tier goes, in whole rupees.");
    else if (upToPkr < above)
      fail(`tiers.${at}.upTo`, `This overlaps the tier above, which goes up to ${formatRupees(above)}.`);
    else if (upToPkr === above)
      fail(`tiers.${at}.upTo`, `This tier is empty: enter more than ${formatRupees(above)}.`);
    above = Math.max(above, upToPkr ?? 0);
    return { upToPkr: rupees(upToPkr ?? above), step };
  });
}

function readStep(kind: PriceStep["kind"], value: string, fail: (words: string) => number): PriceStep {
  if (kind === "add") {
    const addPkr = readWhole(value, MOST_RUPEES);
    return { kind, addPkr: rupees(addPkr ?? fail("Enter what to add, in whole rupees.")) };
  }
  const percent = readTimes(value);
  if (percent === null) return { kind, percent: fail("Enter a number like 1.6, with at most two decimals.") };
  if (percent < 100) fail("Less than 1 sells below cost. Enter 1 or more.");
  if (percent > MOST_TIMES * 100) fail(`Enter at most ${MOST_TIMES}.`);
  return { kind, percent };
}

function readCompareAt({ compareAt, compareAtPercent }: PriceDraft, fail: Fail) {
  if (compareAt !== "percent_above") return { kind: compareAt };
  const percent = readWhole(compareAtPercent, MOST_PERCENT);
  const isGood = percent !== null && percent > 0;
  if (!isGood) fail("compareAtPercent", `Enter a whole percent from 1 to ${MOST_PERCENT}.`);
  return { kind: compareAt, percent: isGood ? percent : 1 };
}

function readOptional(typed: string, most: number, fail: (words: string) => number): number | null {
  if (typed.trim() === "") return null;
  return readWhole(typed, most) ?? fail("Enter a whole number, or leave it empty.");
}

/** "1,200" is 1200; null for anything that is no whole number in bounds. */
function readWhole(typed: string, most: number): number | null {
  const digits = typed.replaceAll(/[\s,]/g, "");
  if (!/^\d{1,9}$/.test(digits)) return null;
  const number = Number(digits);
  return number <= most ? number : null;
}

/** "1.65" is 165 percent; read from its digits, never as a fraction. */
function readTimes(typed: string): number | null {
  const [, whole, decimals = ""] = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** A rule as the form shows it. */
export function toPriceDraft({ base, floor, ending, compareAt }: PriceRule): PriceDraft {
  const isStep = base.kind === "multiply" || base.kind === "add";
  return {
    base: base.kind,
    value: isStep ? shownStep(base) : "",
    tiers: base.kind === "tiers" ? base.tiers.map(toTierDraft) : [],
    marginPkr: shownNumber(floor.marginPkr),
    marginPercent: shownNumber(floor.marginPercent),
    ending,
    compareAt: compareAt.kind,
    compareAtPercent: compareAt.kind === "percent_above" ? String(compareAt.percent) : "",
  };
}

function toTierDraft({ upToPkr, step }: { upToPkr: Rupees | null; step: PriceStep }): TierDraft {
  return { upTo: shownNumber(upToPkr), kind: step.kind, value: shownStep(step) };
}

function shownStep(step: PriceStep): string {
  return step.kind === "add" ? String(step.addPkr) : shownTimes(step.percent);
}

/** 165 percent is "1.65". */
export function shownTimes(percent: number): string {
  const decimals = String(percent % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${Math.floor(percent / 100)}${decimals === "" ? "" : `.${decimals}`}`;
}

function shownNumber(number: number | null): string {
  return number === null ? "" : String(number);
}
