import type { CatalogFilter as Filter } from "#app/domain/catalog/browse/catalog-filter.ts";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";

type CatalogFilterProps = {
  readonly filter: Filter;
  /** Each search is a request to the supplier: it waits for Enter. */
  readonly isLive: boolean;
};

export function CatalogFilter({ filter, isLive }: CatalogFilterProps) {
  const { change } = useListUrl("at");
  return (
    <ListFilters
      search={filter.search}
      placeholder={isLive ? "Search products, then press Enter" : "Search title, brand, tag or SKU"}
      searchOn={isLive ? "enter" : "typing"}
      onSearch={(search) => change({ search })}
      filters={[
        {
          ...{ kind: "choice", key: "inStock", label: "Stock", value: filter.inStock ? "1" : "" },
          options: [{ label: "In stock only", value: "1" }],
        },
        {
          ...{ kind: "choice", key: "unlisted", label: "Your store", value: filter.unlisted ? "1" : "" },
          options: [{ label: "Only what is not in it", value: "1" }],
        },
        { ...price, key: "min", label: "Cost from", value: wordsOf(filter.minPkr) },
        { ...price, key: "max", label: "Cost up to", value: wordsOf(filter.maxPkr) },
      ]}
      onChange={change}
    />
  );
}

const price = { kind: "text", help: "Whole rupees." } as const;

function wordsOf(pkr: number | null): string {
  return pkr === null ? "" : String(pkr);
}
