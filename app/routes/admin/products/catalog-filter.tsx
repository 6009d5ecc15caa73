import { Checkbox, Icon, InlineGrid, Select, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useState } from "react";
import { useCatalogUrl } from "./catalog-url.ts";

type Category = {
  readonly id: string;
  readonly name: string;
  readonly children: readonly { readonly id: string; readonly name: string }[];
};

type CatalogFilterProps = {
  readonly filter: { readonly search?: string; readonly category?: string; readonly inStock?: boolean };
  readonly categories: readonly Category[];
};

export function CatalogFilter({ filter, categories }: CatalogFilterProps) {
  const { change } = useCatalogUrl();
  const options = categories.flatMap(({ id, name, children }) => [
    { label: name, value: id },
    ...children.map((child) => ({ label: `– ${child.name}`, value: child.id })),
  ]);
  return (
    <InlineGrid columns={{ xs: 1, md: "2fr 1fr auto" }} gap="300" alignItems="center">
      <CatalogSearch search={filter.search ?? ""} onSearch={(search) => change({ search })} />
      <Select
        label="Category"
        labelHidden
        options={[{ label: "All categories", value: "" }, ...options]}
        value={filter.category ?? ""}
        onChange={(category) => change({ category })}
      />
      <Checkbox
        label="In stock only"
        checked={filter.inStock ?? false}
        onChange={(isOn) => change({ inStock: isOn ? "1" : "" })}
      />
    </InlineGrid>
  );
}

/** Searches on Enter: every search is a request to the supplier. */
function CatalogSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <TextField
        label="Search products"
        labelHidden
        placeholder="Search products, then press Enter"
        prefix={<Icon source={SearchIcon} />}
        value={text}
        onChange={setText}
        clearButton
        onClearButtonClick={() => onSearch("")}
        autoComplete="off"
      />
    </form>
  );
}
