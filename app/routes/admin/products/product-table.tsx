import {
  BlockStack,
  IndexTable,
  type IndexTableProps,
  IndexTableSelectionType,
  Link,
  Text,
} from "@shopify/polaris";
import { memo } from "react";
import type { CatalogSort } from "#app/domain/catalog/browse/catalog-filter.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { type SortedColumn, tableSort } from "#app/ui/table-sort.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { parcelWords, stockWords } from "./catalog-words.ts";
import { ImportButton } from "./import-button.tsx";
import { productAddress, type ShownCard } from "./product-card.tsx";
import type { Choosing } from "./use-chosen-products.ts";

type ProductTableProps = {
  readonly cards: readonly ShownCard[];
  readonly choosing: Choosing;
  /** Null while pages are read live, as the supplier orders them. */
  readonly sort: CatalogSort | null;
};

const HEADINGS: IndexTableProps["headings"] = [
  { title: "Product" },
  { title: "Cost", alignment: "end", defaultSortDirection: "ascending" },
  { title: "Your price", alignment: "end" },
  { title: "Margin, COD", alignment: "end" },
  { title: "Margin, prepaid", alignment: "end" },
  { title: "Your store" },
];

/** About as many as a phone shows at once. */
const FIRST_ROWS = 6;

const SORTED: readonly SortedColumn<CatalogSort>[] = [
  {
    ...{ column: 1, ascending: "cheapest", descending: "dearest" },
    words: { ascending: "lowest first", descending: "highest first" },
  },
];

/** The same products in rows, for comparing; the ones chosen are those of the cards. */
export function ProductTable({ cards, choosing, sort }: ProductTableProps) {
  const { change: changeUrl } = useListUrl("at");
  const ids = cards.map(({ supplierProductId }) => supplierProductId);
  const chosen = ids.filter(choosing.has);
  const change: IndexTableProps["onSelectionChange"] = (type, isOn, one) => {
    if (type === IndexTableSelectionType.Single && typeof one === "string") choosing.choose([one], isOn);
    else if (type === IndexTableSelectionType.Multi && Array.isArray(one))
      choosing.choose(ids.slice(one[0], one[1] + 1), isOn);
    else choosing.choose(ids, isOn);
  };
  return (
    <IndexTable
      resourceName={{ singular: "product", plural: "products" }}
      itemCount={cards.length}
      headings={HEADINGS}
      {...(sort === null
        ? {}
        : tableSort({
            ...{ columns: SORTED, headings: HEADINGS.length, sort },
            onSort: (next) => changeUrl({ sort: next === "catalog" ? "" : next }),
          }))}
      selectedItemsCount={chosen.length}
      onSelectionChange={change}
    >
      {cards.map((card, position) => (
        <IndexTable.Row
          id={card.supplierProductId}
          key={card.supplierProductId}
          position={position}
          selected={choosing.has(card.supplierProductId)}
        >
          <ProductCells card={card} isInSight={position < FIRST_ROWS} />
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

const ProductCells = memo(function ProductCells({
  card,
  isInSight,
}: {
  card: ShownCard;
  isInSight: boolean;
}) {
  const { about } = card;
  return (
    <>
      <IndexTable.Cell>
        <div className="k-product-name">
          <ProductImage url={card.imageUrl} size="thumb" isInSight={isInSight} />
          <BlockStack>
            <Link url={productAddress(card.supplierProductId)} dataPrimaryLink removeUnderline monochrome>
              <Text as="span" fontWeight="semibold">
                <bdi>{card.title}</bdi>
              </Text>
            </Link>
            <Text as="span" tone="subdued" variant="bodySm">
              {[card.categoryName, stockWords(card)].filter(Boolean).join(" · ")}
            </Text>
            <Text as="span" tone="subdued" variant="bodySm">
              {parcelWords(card)}
            </Text>
          </BlockStack>
        </div>
      </IndexTable.Cell>
      <Sum amount={card.wholesalePkr} />
      <Sum
        amount={card.pricePkr}
        isStrong
        under={card.suggestedPkr === null ? null : { words: "suggested", amount: card.suggestedPkr }}
      />
      <Sum amount={about.deliveredPkr} under={{ words: "refused", amount: about.refusedPkr }} />
      <Sum amount={about.deliveredPkr} under={{ words: "wallet", amount: rupees(-about.walletPkr) }} />
      <IndexTable.Cell>
        <ImportButton card={card} />
      </IndexTable.Cell>
    </>
  );
});

type SumProps = {
  readonly amount: Rupees;
  readonly isStrong?: boolean;
  readonly under?: { readonly words: string; readonly amount: Rupees } | null;
};

function Sum({ amount, isStrong = false, under = null }: SumProps) {
  return (
    <IndexTable.Cell>
      <Text
        as="p"
        alignment="end"
        fontWeight={isStrong ? "semibold" : undefined}
        tone={amount < 0 ? "critical" : undefined}
      >
        <Money amount={amount} />
      </Text>
      {under ? (
        <Text as="p" alignment="end" tone="subdued" variant="bodySm">
          {under.words} <Money amount={under.amount} />
        </Text>
      ) : null}
    </IndexTable.Cell>
  );
}
