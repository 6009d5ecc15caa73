import { type ProductGid, toVariantGid, type VariantGid } from "#app/platform/ids.ts";
import type { MappingPart } from "./mapping-part.ts";
import { findPartsRefusal, MOST_UNITS } from "./mapping-part.ts";
import type { CsvRow } from "./read-mapping-csv.ts";

/** What is known of the shop's variant of a row. */
export type KnownVariant = {
  readonly variantGid: VariantGid;
  readonly productGid: ProductGid;
  /** Product and variant, as the merchant calls them. */
  readonly title: string;
  /** Karwan made its product, so its variants are linked already. */
  readonly isImported: boolean;
  /** What it is now; empty when it is mapped to nothing. */
  readonly parts: readonly Pick<MappingPart, "supplierVariantId" | "quantity">[];
};

export type CsvFacts = {
  readonly variants: ReadonlyMap<VariantGid, KnownVariant>;
  /** By the service's variant; absent: the service does not sell it. */
  readonly goods: ReadonlyMap<string, Omit<MappingPart, "quantity">>;
};

export type RowResult = {
  readonly line: number;
  /** change: it will be written · same: it is so already · skipped: nothing to do · refused: it is wrong */
  readonly outcome: "change" | "same" | "skipped" | "refused";
  readonly title: string;
  /** What it becomes, or why not, as the merchant reads it. */
  readonly words: string;
};

export type CsvPlan = {
  readonly results: readonly RowResult[];
  /** What is right and new: variant by variant, all its parts. */
  readonly changes: readonly { readonly variant: KnownVariant; readonly parts: readonly MappingPart[] }[];
};

type CheckedRow = {
  readonly row: CsvRow;
  readonly variantGid: VariantGid | null;
  readonly part: MappingPart | null;
  readonly refusal: string | null;
};

const VARIANT = /^(?:gid:\/\/shopify\/ProductVariant\/)?(\d{1,20})$/;

/** The variant a cell names: its gid, or its number as Shopify's own files have it. Null for anything else. */
export function findVariantGid(cell: string): VariantGid | null {
  const number = VARIANT.exec(cell)?.[1];
  return number === undefined ? null : toVariantGid(`gid://shopify/ProductVariant/${number}`);
}

/**
 * What a file would change, with a result for every row. Rows of one variant belong together: where one of them is
 * wrong, none of them counts, as half a bundle would be another product.
 */
export function planCsv(rows: readonly CsvRow[], facts: CsvFacts): CsvPlan {
  const checked = rows.map((row) => checkRow(row, facts));
  const groups = Map.groupBy(
    checked.filter(({ row }) => row.supplierVariantId !== ""),
    ({ variantGid }) => variantGid,
  );
  const verdicts = new Map(
    [...groups].flatMap(([gid, group]) =>
      gid === null ? [] : [[gid, planVariant(group, facts.variants.get(gid))] as const],
    ),
  );
  return {
    results: checked.map((each) => toResult(each, facts, findOf(verdicts, each))),
    changes: [...verdicts.values()].flatMap((verdict) =>
      verdict.kind === "change" ? [{ variant: verdict.variant, parts: verdict.parts }] : [],
    ),
  };
}

function findOf<Known>(known: ReadonlyMap<VariantGid, Known>, { variantGid }: CheckedRow): Known | undefined {
  return variantGid === null ? undefined : known.get(variantGid);
}

function checkRow(row: CsvRow, { variants, goods }: CsvFacts): CheckedRow {
  const variantGid = findVariantGid(row.variant);
  const no = (refusal: string): CheckedRow => ({ row, variantGid, part: null, refusal });
  if (row.supplierVariantId === "") return { row, variantGid, part: null, refusal: null };
  if (variantGid === null) return no(invalidVariantText(row.variant));
  const variant = variants.get(variantGid);
  if (variant === undefined) return no("Your store has no variant of this number.");
  if (variant.isImported) return no("Karwan added this product, so it is linked already.");
  const quantity = toQuantity(row.quantity);
  if (quantity === null) return no(`The quantity must be a whole number from 1 to ${MOST_UNITS}.`);
  const found = goods.get(row.supplierVariantId);
  if (found === undefined) return no(`The supplier sells no variant ${shorten(row.supplierVariantId)}.`);
  return { row, variantGid, part: { ...found, quantity }, refusal: null };
}

function invalidVariantText(cell: string): string {
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(cell))
    return "The spreadsheet shortened this number. Format the column as text, or use the gid.";
  return cell === "" ? "The variant is missing." : `“${shorten(cell)}” is not a variant of Shopify.`;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** An empty cell is one unit. */
function toQuantity(cell: string): number | null {
  if (cell === "") return 1;
  const number = /^\d{1,4}$/.test(cell) ? Number(cell) : 0;
  return number >= 1 && number <= MOST_UNITS ? number : null;
}

type VariantPlan =
  | { readonly kind: "change"; readonly variant: KnownVariant; readonly parts: readonly MappingPart[] }
  | { readonly kind: "same" }
  /** The line whose fault it is; null where it is of them all. */
  | { readonly kind: "refused"; readonly line: number | null; readonly reason: string };

function planVariant(group: readonly CheckedRow[], variant: KnownVariant | undefined): VariantPlan {
  const wrong = group.find(({ refusal }) => refusal !== null);
  if (wrong?.refusal || variant === undefined)
    return { kind: "refused", line: wrong?.row.line ?? null, reason: wrong?.refusal ?? "" };
  const parts: MappingPart[] = [];
  for (const { part, row } of group) {
    if (part === null) continue;
    const samePart = parts.find(({ supplierVariantId }) => supplierVariantId === part.supplierVariantId);
    if (samePart) {
      const reason = "This part stands there twice. Give it once, with its quantity.";
      return { kind: "refused", line: row.line, reason };
    }
    parts.push(part);
  }
  const reason = findPartsRefusal(parts);
  if (reason !== null) return { kind: "refused", line: null, reason };
  return isSame(parts, variant.parts) ? { kind: "same" } : { kind: "change", variant, parts };
}

function isSame(left: KnownVariant["parts"], right: KnownVariant["parts"]): boolean {
  const key = (parts: KnownVariant["parts"]) =>
    parts
      .map(({ supplierVariantId, quantity }) => `${supplierVariantId}×${quantity}`)
      .toSorted()
      .join(" ");
  return key(left) === key(right);
}

function toResult(checked: CheckedRow, facts: CsvFacts, verdict: VariantPlan | undefined): RowResult {
  const { row, part, refusal } = checked;
  const title = findOf(facts.variants, checked)?.title ?? row.product;
  const result = (outcome: RowResult["outcome"], words: string) => ({
    line: row.line,
    outcome,
    title,
    words,
  });
  if (row.supplierVariantId === "") return result("skipped", "No supplier variant given: nothing changes.");
  if (refusal !== null) return result("refused", refusal);
  if (verdict === undefined || part === null) return result("skipped", "Nothing changes.");
  const becomes = part.quantity === 1 ? part.title : `${part.quantity} × ${part.title}`;
  switch (verdict.kind) {
    case "change":
      return result("change", `Becomes ${becomes}.`);
    case "same":
      return result("same", `Is ${becomes} already.`);
    case "refused":
      return verdict.line === null || verdict.line === row.line
        ? result("refused", verdict.reason)
        : result("refused", `Another row of this variant is wrong (line ${verdict.line}).`);
  }
}
