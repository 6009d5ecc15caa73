import { Text } from "@shopify/polaris";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";

/** One of the supplier's products as a search finds it. */
export type FoundGoods = {
  readonly supplierProductId: string;
  readonly title: string;
  readonly stock: number;
  readonly imageUrl: string | null;
  readonly wholesalePkr: Rupees;
  readonly storeName: string | null;
};

/** By its picture, what it costs, how much there is of it and where it comes from. */
export function GoodsFacts({
  goods: { title, stock, imageUrl, wholesalePkr, storeName },
}: {
  goods: FoundGoods;
}) {
  return (
    <>
      <ProductImage url={imageUrl} size="thumb" />
      <div className="k-listing-words">
        <Text as="p">
          <bdi>{title}</bdi>
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          costs <Money amount={wholesalePkr} /> · {stock.toLocaleString("en-US")} in stock
          {storeName === null ? null : (
            <>
              {" · "}
              <bdi>{storeName}</bdi>
            </>
          )}
        </Text>
      </div>
    </>
  );
}
