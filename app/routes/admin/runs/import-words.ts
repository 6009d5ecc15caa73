import type { ImportSum } from "#app/domain/catalog/import/find-import-run.server.ts";
import { whatFollows } from "#app/domain/catalog/import/what-follows.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { describeImportFailure, isImportFailureCode } from "#app/domain/messages/failures/import-failure.ts";
import type { CostPolicy } from "#app/domain/policy/pricing/listing-policy.ts";
import { GOES_ON } from "#app/ui/run-words.ts";

export function productsInWords(count: number): string {
  return countOf(count, "product", "products");
}

type ImportSummary = Omit<ImportSum, "id">;

/** "812 of 1,000 are in your store, 3 were not imported." Only what customers see is in the store. */
export function summaryOf({ total, done, refused, inStore, unseen }: ImportSummary): string {
  const number = (count: number) => count.toLocaleString("en-US");
  const verb = done === 1 ? "is" : "are";
  const of = `${number(done)} of ${number(total)}`;
  const was = done === 1 ? "was" : "were";
  const parts = [unseen === 0 ? `${of} ${verb} in your store` : `${of} ${was} imported`];
  if (unseen > 0) parts.push(unseenWords(unseen, done));
  if (refused > 0) parts.push(`${number(refused)} ${refused === 1 ? "was" : "were"} not imported`);
  if (inStore > 0) parts.push(`${number(inStore)} more ${inStore === 1 ? "was" : "were"} there already`);
  return `${parts.join(", ")}.`;
}

function unseenWords(unseen: number, done: number): string {
  if (unseen === done) return "not visible to customers";
  return `${unseen.toLocaleString("en-US")} of them not visible to customers`;
}

/** What to expect by the shop's settings, or what to do. */
export function trailerOf({ state, stoppedBy, refused, whenCostChanges }: EndedImport): string {
  if (state === "running") return GOES_ON;
  if (state === "stopping") return "Stopped. What had begun is being brought to its end.";
  if (state === "stopped") {
    if (stoppedBy === null || !isImportFailureCode(stoppedBy))
      return "You stopped it. The rest was left out.";
    const { title } = describeImportFailure(stoppedBy);
    return `It stopped by itself. ${title} Put that right, then continue.`;
  }
  return refused > 0 ? "Each one not imported says why." : whatFollows(whenCostChanges);
}

type EndedImport = ImportSummary & { readonly whenCostChanges: CostPolicy };
