import type { SerializeFrom } from "@remix-run/node";
import { Card } from "@shopify/polaris";
import type { ReactNode } from "react";
import {
  type CatalogFilter,
  type CatalogSort,
  isNarrowed,
} from "#app/domain/catalog/browse/catalog-filter.ts";
import type { CatalogPage } from "#app/domain/catalog/browse/list-catalog.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { OwnPart } from "#app/ui/own-part.tsx";
import { CatalogHead } from "./catalog-head.tsx";
import { ChoiceBar } from "./choice-bar.tsx";
import { ProductCard } from "./product-card.tsx";
import { ProductTable } from "./product-table.tsx";
import { useChosenProducts } from "./use-chosen-products.ts";

/** On a phone two cards are in sight, on a desk a row of four. */
const FIRST_CARDS = 4;

type CatalogProductsProps = {
  readonly page: SerializeFrom<CatalogPage>;
  readonly filter: CatalogFilter;
  readonly sort: CatalogSort;
  readonly view: string;
  /** What stands above the products, and the way to more of them. */
  readonly filters: ReactNode;
  readonly pages: ReactNode;
};

/** The products of one page and what is chosen of them, which is known here alone: choosing draws no filters anew. */
export function CatalogProducts({ page, filter, sort, view, filters, pages }: CatalogProductsProps) {
  const choosing = useChosenProducts(page.mode);
  const { cards } = page;
  const isWhole = cards.length > 0 && cards.every(({ supplierProductId }) => choosing.has(supplierProductId));
  return (
    <>
      <OwnPart>
        <Card padding="0">
          {filters}
          <CatalogHead {...{ page, filter, sort, view, isWhole }} onChoose={choosing.choose} />
          {view === "table" && cards.length > 0 ? (
            <div className="k-desk">
              <ProductTable cards={cards} choosing={choosing} sort={page.source === "live" ? null : sort} />
            </div>
          ) : null}
        </Card>
      </OwnPart>
      {cards.length === 0 ? <EmptyCard {...emptyWords(page.total, isNarrowed(filter))} /> : null}
      <OwnPart>
        <ul className={view === "table" ? "k-grid k-phone-grid" : "k-grid"}>
          {cards.map((card, at) => (
            <li key={card.supplierProductId}>
              <ProductCard
                card={card}
                isChosen={choosing.has(card.supplierProductId)}
                onChoose={choosing.choose}
                isInSight={at < FIRST_CARDS}
              />
            </li>
          ))}
        </ul>
      </OwnPart>
      {pages}
      <ChoiceBar choosing={choosing} filter={filter} found={page.found} />
    </>
  );
}

function emptyWords(total: number | null, isFiltered: boolean) {
  if (total === 0 && !isFiltered)
    return { title: "The catalog is empty", text: "The supplier offers nothing to this account yet." };
  return { title: "No product found", text: "Try another word, another category or another price." };
}
