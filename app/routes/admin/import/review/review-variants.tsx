import { BlockStack, Checkbox, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ListingChoices } from "#app/domain/catalog/import/listing-choices.ts";
import type { ReviewProduct, ReviewVariant } from "#app/domain/catalog/import/review-import.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import {
  type PricedVariant,
  priceFieldId,
  priceVariant,
  type Reckoning,
  unchangedPrice,
} from "./review-prices.ts";

type ReviewVariantsProps = {
  readonly product: ReviewProduct;
  readonly choices: ListingChoices;
  readonly reckoning: Reckoning;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (changes: ListingChoices) => void;
};

/** Every variant with its price; the rule's proposal and the lowest price stand under it. */
export function ReviewVariants({ product, choices, reckoning, problems, onChange }: ReviewVariantsProps) {
  const leftOut = choices.variantsLeftOut ?? [];
  const setKept = (id: SupplierVariantId, isKept: boolean) =>
    onChange({ variantsLeftOut: isKept ? leftOut.filter((each) => each !== id) : [...leftOut, id] });
  const setPrice = (id: string, price: Rupees | null) => {
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
            <div className="k-review-goods">
              {product.variants.length > 1 ? <ProductImage url={variant.imageUrl} size="thumb" /> : null}
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
            </div>
            {isKept ? (
              <Price
                variant={variant}
                priced={priceVariant(product, variant, choices, reckoning)}
                unchangedPkr={unchangedPrice(product, variant, reckoning)}
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
  readonly priced: PricedVariant;
  /** What stands there before anybody types. */
  readonly unchangedPkr: Rupees;
  readonly problem: string | undefined;
  readonly onChange: (price: Rupees | null) => void;
};

function Price({ variant, priced, unchangedPkr, problem, onChange }: PriceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { minResalePkr } = variant;
  const { pricePkr: price, isTooLow, deliveredPkr } = priced;
  const error = isTooLow ? `The lowest the supplier allows is ${formatRupees(minResalePkr)}.` : problem;
  const change = (text: string) => {
    setTyped(text);
    const amount = Number(text.replaceAll(",", ""));
    onChange(Number.isSafeInteger(amount) && amount > 0 && amount !== unchangedPkr ? rupees(amount) : null);
  };
  return (
    <BlockStack gap="100">
      <TextField
        id={priceFieldId(variant.id)}
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
        helpText={helpOf(price, variant)}
      />
      <Text as="p" variant="bodySm" tone={deliveredPkr < 0 ? "critical" : undefined}>
        {bringsWords(deliveredPkr)}
      </Text>
    </BlockStack>
  );
}

/** About, for one unit sold alone with free delivery. */
function bringsWords(deliveredPkr: Rupees): string {
  return deliveredPkr < 0
    ? `Loses about ${formatRupees(-deliveredPkr)} when delivered`
    : `Brings about ${formatRupees(deliveredPkr)} when delivered`;
}

function helpOf(price: Rupees, { pricePkr: rulePkr, floorPkr }: ReviewVariant): string {
  const rule = price === rulePkr ? "By your rule" : `Your rule: ${formatRupees(rulePkr)}`;
  const below = price < floorPkr ? ", below your least margin" : "";
  return `${rule} · your lowest ${formatRupees(floorPkr)}${below}`;
}
