import { Checkbox, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ListingChoices } from "#app/domain/catalog/import/listing-choices.ts";
import type { ReviewProduct, ReviewVariant } from "#app/domain/catalog/import/review-import.server.ts";
import { formatRupees } from "#app/domain/orders/money/format-rupees.ts";
import { Money } from "#app/ui/money.tsx";

type ReviewVariantsProps = {
  readonly product: ReviewProduct;
  readonly choices: ListingChoices;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (changes: ListingChoices) => void;
};

/** Every variant with its price; the rule's proposal and the lowest price stand under it. */
export function ReviewVariants({ product, choices, problems, onChange }: ReviewVariantsProps) {
  const leftOut = choices.variantsLeftOut ?? [];
  const setKept = (id: string, isKept: boolean) =>
    onChange({ variantsLeftOut: isKept ? leftOut.filter((each) => each !== id) : [...leftOut, id] });
  const setPrice = (id: string, price: number | null) => {
    const { [id]: _, ...others } = choices.prices ?? {};
    onChange({ prices: price === null ? others : { ...others, [id]: price } });
  };
  return (
    <ul className="k-review-variants">
      {product.variants.map((variant) => {
        const isKept = !leftOut.includes(variant.id);
        const isLast = isKept && leftOut.length === product.variants.length - 1;
        return (
          <li key={variant.id} className="k-review-variant">
            <div>
              <Checkbox
                label={variant.name || "Sell it"}
                checked={isKept}
                disabled={isLast}
                onChange={(checked) => setKept(variant.id, checked)}
              />
              <Text as="p" tone="subdued" variant="bodySm">
                {variant.stock > 0 ? `${variant.stock.toLocaleString("en-US")} in stock` : "Out of stock"} ·
                costs <Money amount={variant.wholesalePkr} />
              </Text>
            </div>
            {isKept ? (
              <Price
                variant={variant}
                chosen={choices.prices?.[variant.id]}
                problem={problems[variant.id]}
                onChange={(price) => setPrice(variant.id, price)}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

type PriceProps = {
  readonly variant: ReviewVariant;
  readonly chosen: number | undefined;
  readonly problem: string | undefined;
  readonly onChange: (price: number | null) => void;
};

function Price({ variant, chosen, problem, onChange }: PriceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { pricePkr, floorPkr, minResalePkr } = variant;
  const price = chosen ?? pricePkr;
  const isTooLow = price < minResalePkr;
  const error = isTooLow ? `The lowest the supplier allows is ${formatRupees(minResalePkr)}.` : problem;
  const change = (text: string) => {
    setTyped(text);
    const amount = Number(text.replaceAll(",", ""));
    onChange(Number.isSafeInteger(amount) && amount > 0 && amount !== pricePkr ? amount : null);
  };
  return (
    <TextField
      label={`Price${variant.name ? ` of ${variant.name}` : ""}`}
      labelHidden
      prefix="Rs"
      autoComplete="off"
      inputMode="numeric"
      maxLength={9}
      value={typed ?? String(price)}
      onChange={change}
      onBlur={() => setTyped(null)}
      error={error ?? false}
      helpText={helpOf(price, pricePkr, floorPkr)}
    />
  );
}

function helpOf(price: number, rulePkr: number, floorPkr: number): string {
  const rule = price === rulePkr ? "By your rule" : `Your rule: ${formatRupees(rulePkr)}`;
  const below = price < floorPkr ? ", below your least margin" : "";
  return `${rule} · your lowest ${formatRupees(floorPkr)}${below}`;
}
