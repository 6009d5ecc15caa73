import type { ListingsFilter as Filter } from "#app/domain/catalog/listings/list/listings-filter.ts";
import type { ListingsSort } from "#app/domain/catalog/listings/list/listings-sort.ts";
import { ListFilters } from "#app/ui/list-filters.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { SORTS } from "./listings-words.ts";

type ListingsFilterProps = {
  readonly filter: Filter;
  readonly search: string;
  readonly sort: ListingsSort;
  readonly categories: readonly { readonly id: string; readonly label: string }[];
};

const ORIGINS = [
  { value: "imported", label: "Added by Karwan" },
  { value: "mapped", label: "Yours before" },
];

export function ListingsFilter({ filter, search, sort, categories }: ListingsFilterProps) {
  const { change } = useListUrl("after", "before");
  return (
    <ListFilters
      search={search}
      placeholder="Title or SKU"
      searchOn="typing"
      onSearch={(text) => change({ search: text })}
      onChange={change}
      filters={[
        ...(categories.length > 0
          ? [
              {
                kind: "choice" as const,
                key: "category",
                label: "Category",
                value: filter.category ?? "",
                options: categories.map(({ id, label }) => ({ value: id, label })),
              },
            ]
          : []),
        {
          kind: "choice",
          key: "origin",
          label: "How it came",
          value: filter.origin ?? "",
          options: ORIGINS,
        },
        {
          ...{ kind: "choice", key: "sort", label: "Sort", pinned: true },
          value: sort === "newest" ? "" : sort,
          options: SORTS.map(({ value, label }) => ({ value: value === "newest" ? "" : value, label })),
        },
      ]}
    />
  );
}
