import { ListFilters } from "#app/ui/list-filters.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";

type Category = {
  readonly id: string;
  readonly name: string;
  readonly children: readonly { readonly id: string; readonly name: string }[];
};

type CatalogFilterProps = {
  readonly filter: { readonly search?: string; readonly category?: string; readonly inStock?: boolean };
  readonly categories: readonly Category[];
};

/** Searches on Enter: every search is a request to the supplier. */
export function CatalogFilter({ filter, categories }: CatalogFilterProps) {
  const { change } = useListUrl("cursor");
  const options = categories.flatMap(({ id, name, children }) => [
    { label: name, value: id },
    ...children.map((child) => ({ label: `– ${child.name}`, value: child.id })),
  ]);
  return (
    <ListFilters
      search={filter.search ?? ""}
      placeholder="Search products, then press Enter"
      searchOn="enter"
      onSearch={(search) => change({ search })}
      filters={[
        { kind: "choice", key: "category", label: "Category", value: filter.category ?? "", options },
        {
          kind: "choice",
          key: "inStock",
          label: "Stock",
          value: filter.inStock ? "1" : "",
          options: [{ label: "In stock only", value: "1" }],
        },
      ]}
      onChange={change}
    />
  );
}
