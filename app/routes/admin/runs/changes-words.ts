import type { SerializeFrom } from "@remix-run/node";
import type { PriceRunOnPage, PriceView } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { shownTimes } from "#app/domain/policy/pricing/price-draft.ts";
import type { PriceRule, PriceStep } from "#app/domain/policy/pricing/price-rule.ts";
import { GOES_ON } from "#app/ui/run-words.ts";

export type ShownRun = SerializeFrom<PriceRunOnPage> & { readonly view: PriceView };

export function changesTitle(run: ShownRun): string {
  if (run.guard !== null) return `Out of stock: ${countOf(run.listings.total, "listing", "listings")}`;
  const prices = countOf(run.prices, "price", "prices");
  switch (run.state) {
    case "planned":
    case "asking":
      return `${prices} would change`;
    case "running":
      return run.kind === "undo" ? `Putting back ${prices}` : `Changing ${prices}`;
    case "done":
    case "stopped":
      return run.kind === "undo" ? `${countOf(run.done, "price", "prices")} put back` : `Change of ${prices}`;
  }
}

const BASES: Readonly<Record<string, string>> = { suggested: "the supplier's suggested price" };
const ENDINGS: Readonly<Record<string, string>> = {
  "99": "ending in 99",
  "49": "ending in 49",
  "950": "ending in 950",
};

/** A rule in one sentence. */
export function ruleWords({ base, floor, ending, compareAt }: PriceRule): string {
  const parts = [
    base.kind === "tiers"
      ? tierWords(base.tiers)
      : base.kind === "suggested"
        ? BASES.suggested
        : stepWords(base),
    floor.marginPkr === null ? null : `at least ${formatRupees(floor.marginPkr)} left`,
    floor.marginPercent === null ? null : `at least ${floor.marginPercent} % of the cost left`,
    ENDINGS[ending] ?? null,
    compareAt.kind === "percent_above" ? `${compareAt.percent} % more crossed out` : null,
    compareAt.kind === "suggested_if_higher" ? "the suggested price crossed out where it is higher" : null,
    compareAt.kind === "supplier_if_higher"
      ? "the one the supplier names crossed out where it is higher"
      : null,
  ];
  return `Price: ${parts.filter((part) => part !== null).join(", ")}.`;
}

function stepWords(step: PriceStep): string {
  return step.kind === "add"
    ? `cost plus ${formatRupees(step.addPkr)}`
    : `cost × ${shownTimes(step.percent)}`;
}

function tierWords(tiers: readonly { upToPkr: Rupees | null; step: PriceStep }[]): string {
  return tiers
    .map(({ upToPkr, step }) =>
      upToPkr === null
        ? `${tiers.length === 1 ? "" : "above that "}${stepWords(step)}`
        : `up to ${formatRupees(upToPkr)} ${stepWords(step)}`,
    )
    .join(", ");
}

/** What a run is about, in the sentences of its first card. */
export function runSentences(run: ShownRun): readonly string[] {
  if (run.guard !== null && run.state === "asking") return changeGuardSentences(run.guard, run.toDraft);
  switch (run.state) {
    case "planned":
      return [...plannedSentences(run), "Nothing has changed yet."];
    case "running":
      return [
        `${countOf(run.listings.settled, "product", "products")} of ${run.listings.total} done. ${GOES_ON}`,
      ];
    default:
      return resultSentences(run);
  }
}

type ChangeGuardStop = NonNullable<ShownRun["guard"]>;

function changeGuardSentences(
  { changing, of, percent }: ChangeGuardStop,
  toDraft: number,
): readonly string[] {
  const ranOut = `${changing.toLocaleString("en-US")} of your ${countOf(of, "listing", "listings")} ran out of stock at once. They show 0 already, so that nothing is sold that is not there.`;
  return toDraft === 0
    ? [ranOut, "They stay up, and sell again as soon as there is stock."]
    : [
        ranOut,
        `Your settings would take ${countOf(toDraft, "product", "products")} off the store as ${toDraft === 1 ? "a draft" : "drafts"}. More than ${percent} % stops and asks you first.`,
      ];
}

function plannedSentences(run: ShownRun): readonly string[] {
  const sentences = run.rule === null ? [] : [ruleWords(run.rule)];
  if (run.unchanged !== null && run.unchanged > 0)
    sentences.push(`${countOf(run.unchanged, "price stays as it is", "prices stay as they are")}.`);
  if (run.raised > 0)
    sentences.push(
      `${countOf(run.raised, "price is", "prices are")} raised to the lowest price allowed or to your least margin.`,
    );
  return sentences;
}

function resultSentences(run: ShownRun): readonly string[] {
  if (run.guard !== null) return stockResult(run);
  if (run.prices > 0 && run.done + run.refused === 0)
    return ["Nothing was changed. Prices stay as they are."];
  const total = run.prices > 0 ? run.prices : run.listings.total;
  const sentences = [`${run.done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} changed.`];
  if (run.refused > 0)
    sentences.push(`${countOf(run.refused, "stays as it was", "stay as they were")}; each says why below.`);
  if (run.state === "stopped") sentences.push("It was stopped before the end.");
  if (run.undoneAt !== null) sentences.push("These prices were put back since.");
  return sentences;
}

function stockResult({ listings: { total, settled } }: ShownRun): readonly string[] {
  return settled === 0
    ? ["They were left up, shown as sold out. They sell again as soon as there is stock."]
    : [
        `${settled.toLocaleString("en-US")} of ${countOf(total, "listing was", "listings were")} gone through.`,
      ];
}
