import type { SerializeFrom } from "@remix-run/node";
import { Button, ButtonGroup, InlineStack, Select, Text } from "@shopify/polaris";
import { memo } from "react";
import {
  type CatalogFilter,
  type CatalogSort,
  isNarrowed,
} from "#app/domain/catalog/browse/catalog-filter.ts";
import type { CatalogPage } from "#app/domain/catalog/browse/list-catalog.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { reviewOfAll } from "./import-address.ts";
import type { Choosing } from "./use-chosen-products.ts";

type CatalogHeadProps = {
  readonly page: SerializeFrom<CatalogPage>;
  readonly filter: CatalogFilter;
  readonly sort: CatalogSort;
  readonly view: string;
  /** Whether every product of the page is chosen. */
  readonly isWhole: boolean;
  readonly onChoose: Choosing["choose"];
};

const SORTS = [
  { value: "catalog", label: "As in the catalog" },
  { value: "cheapest", label: "Lowest cost first" },
  { value: "dearest", label: "Highest cost first" },
];

/** How many were found, in which order and shape they are shown, and the ways to choose many. */
export const CatalogHead = memo(function CatalogHead({
  page,
  filter,
  sort,
  view,
  isWhole,
  onChoose,
}: CatalogHeadProps) {
  const { change } = useListUrl("at");
  const ids = page.cards.map(({ supplierProductId }) => supplierProductId);
  const { found } = page;
  return (
    <div className="k-catalog-head">
      <InlineStack gap="300" blockAlign="center">
        {found === null ? null : <Text as="span">{foundWords(found)}</Text>}
        {ids.length > 0 ? (
          <Button variant="plain" onClick={() => onChoose(ids, !isWhole)}>
            {isWhole ? "Choose none of this page" : "Choose this page"}
          </Button>
        ) : null}
        {found !== null && found > 0 ? (
          <Button variant="plain" url={reviewOfAll(filter)}>
            {`Import all ${found.toLocaleString("en-US")}${isNarrowed(filter) ? " found" : ""}`}
          </Button>
        ) : null}
      </InlineStack>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        {page.source === "live" ? null : (
          <Select
            label="Order"
            labelHidden
            options={SORTS}
            value={sort}
            onChange={(value) => change({ sort: value === "catalog" ? "" : value })}
          />
        )}
        <div className="k-desk">
          <ButtonGroup variant="segmented">
            <Button pressed={view === "cards"} onClick={() => change({ view: "" })}>
              Cards
            </Button>
            <Button pressed={view === "table"} onClick={() => change({ view: "table" })}>
              Table
            </Button>
          </ButtonGroup>
        </div>
      </InlineStack>
    </div>
  );
});

function foundWords(found: number): string {
  return countOf(found, "product", "products");
}
