import { Link, useSearchParams } from "@remix-run/react";
import { Select, Text } from "@shopify/polaris";
import type { CategoryLeaf, CategoryNode } from "#app/domain/catalog/browse/category-tree.server.ts";
import { ownSearch } from "#app/ui/own-search.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";

type CategoriesProps = {
  readonly categories: readonly CategoryNode[];
  readonly chosen: string | null;
  /** False while our copy is not whole: then nobody knows how many products each holds. */
  readonly isCounted: boolean;
};

/** The tree at the side of a desk; a main category opens to its own when it, or one of them, is chosen. */
export function CategoryList({ categories, chosen, isCounted }: CategoriesProps) {
  const shown = ({ id, name, count }: CategoryLeaf) => ({ id, name, count: isCounted ? count : null });
  return (
    <nav className="k-categories k-desk" aria-label="Categories">
      <Text as="h2" variant="headingSm">
        Categories
      </Text>
      <ul>
        <CategoryLink id="" name="All products" count={null} chosen={chosen ?? ""} />
        {categories.map((main) => (
          <CategoryLink key={main.id} {...shown(main)} chosen={chosen}>
            {isOpen(main, chosen) && main.children.length > 0 ? (
              <ul>
                {main.children.map((child) => (
                  <CategoryLink key={child.id} {...shown(child)} chosen={chosen} />
                ))}
              </ul>
            ) : null}
          </CategoryLink>
        ))}
      </ul>
    </nav>
  );
}

type CategoryLinkProps = Omit<CategoryLeaf, "count"> & {
  readonly count: number | null;
  readonly chosen: string | null;
  readonly children?: React.ReactNode;
};

function CategoryLink({ id, name, count, chosen, children }: CategoryLinkProps) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.delete("at");
  if (id === "") next.delete("category");
  else next.set("category", id);
  return (
    <li>
      <Link
        to={{ search: ownSearch(next.toString()) }}
        className="k-category"
        aria-current={id === chosen ? "page" : undefined}
        preventScrollReset
      >
        <bdi>{name}</bdi>
        {count === null ? null : <span className="k-category-count">{count.toLocaleString("en-US")}</span>}
      </Link>
      {children}
    </li>
  );
}

/** The same on a phone. */
export function CategorySelect({ categories, chosen, isCounted }: CategoriesProps) {
  const { change } = useListUrl("at");
  if (categories.length === 0) return null;
  const label = ({ name, count }: CategoryLeaf) =>
    isCounted ? `${name} (${count.toLocaleString("en-US")})` : name;
  const options = categories.flatMap((main) => [
    { value: main.id, label: label(main) },
    ...main.children.map((child) => ({ value: child.id, label: `– ${label(child)}` })),
  ]);
  return (
    <div className="k-phone k-views">
      <Select
        label="Category"
        labelHidden
        options={[{ value: "", label: "All categories" }, ...options]}
        value={chosen ?? ""}
        onChange={(category) => change({ category })}
      />
    </div>
  );
}

function isOpen({ id, children }: CategoryNode, chosen: string | null): boolean {
  return chosen !== null && (id === chosen || children.some((child) => child.id === chosen));
}
