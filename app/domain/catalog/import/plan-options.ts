/** What tells one variant of a product from another. */
export type OptionFacts = {
  readonly id: string;
  readonly isDefault?: boolean | null;
  readonly color?: string | null;
  readonly size?: string | null;
  readonly title?: string | null;
  readonly sku?: string | null;
};

type PlannedOption = { readonly name: string; readonly values: readonly string[] };

export type PlannedOptions = {
  /** Empty for a product without options. */
  readonly options: readonly PlannedOption[];
  /** Per variant, one value for each option, in their order. */
  readonly valuesOf: ReadonlyMap<string, readonly string[]>;
};

type Axis = { readonly name: string; readonly valueOf: (variant: OptionFacts, index: number) => string };

const WITHOUT_VALUE = "Standard";
const MAX_VALUE_LENGTH = 255;

const color: Axis = { name: "Color", valueOf: (variant) => clean(variant.color) };
const size: Axis = { name: "Size", valueOf: (variant) => clean(variant.size) };
/** Only where color and size leave two variants the same: by title, then by SKU, then by number. */
const tieBreakers: readonly Axis[] = [
  { name: "Style", valueOf: (variant) => clean(variant.title) },
  { name: "Style", valueOf: (variant) => clean(variant.sku) },
  { name: "Style", valueOf: (_, index) => `Style ${index + 1}` },
];

/** Real options only: those the variants differ by or name. A single variant without color and size has none. */
export function planOptions(variants: readonly OptionFacts[]): PlannedOptions {
  const named = [color, size].filter((axis) =>
    variants.some((variant, index) => axis.valueOf(variant, index) !== ""),
  );
  const [first] = variants;
  const plain = variants.length <= 1 && (named.length === 0 || first?.isDefault === true);
  if (plain) return { options: [], valuesOf: new Map(variants.map((variant) => [variant.id, []])) };
  const attempts = [named, ...tieBreakers.map((axis) => [...named, axis])].filter((axes) => axes.length > 0);
  const plans = attempts.map((axes) => planAlong(axes, variants));
  const distinct = plans.find((plan) => isDistinct(plan, variants.length));
  if (distinct === undefined) throw new RangeError("Numbered styles tell all variants apart");
  return distinct;
}

function planAlong(axes: readonly Axis[], variants: readonly OptionFacts[]): PlannedOptions {
  const columns = axes.map((axis) => ({ name: axis.name, values: sameSpelling(variants.map(axis.valueOf)) }));
  return {
    options: columns.map(({ name, values }) => ({ name, values: [...new Set(values)] })),
    valuesOf: new Map(
      variants.map((variant, index) => [
        variant.id,
        columns.map(({ values }) => values[index] ?? WITHOUT_VALUE),
      ]),
    ),
  };
}

/** Shopify takes "Red" and "red" for one value: the first spelling wins. */
function sameSpelling(values: readonly string[]): readonly string[] {
  const spellings = new Map<string, string>();
  return values.map((value) => {
    const shown = value === "" ? WITHOUT_VALUE : value;
    const key = shown.toLowerCase();
    const spelling = spellings.get(key) ?? shown;
    spellings.set(key, spelling);
    return spelling;
  });
}

function isDistinct({ valuesOf }: PlannedOptions, count: number): boolean {
  return new Set([...valuesOf.values()].map((values) => JSON.stringify(values))).size === count;
}

function clean(value: string | null | undefined): string {
  return (value ?? "").normalize("NFC").replace(/\s+/g, " ").trim().slice(0, MAX_VALUE_LENGTH);
}
