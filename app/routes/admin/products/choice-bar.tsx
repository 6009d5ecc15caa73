import { Button, InlineStack, Text } from "@shopify/polaris";
import { type CatalogFilter, isNarrowed } from "#app/domain/catalog/browse/catalog-filter.ts";
import { MOST_CHOSEN, reviewOf, reviewOfAll } from "./import-address.ts";
import type { Choosing } from "./use-chosen-products.ts";

type ChoiceBarProps = {
  readonly choosing: Choosing;
  readonly filter: CatalogFilter;
  /** How many products the filter finds; null while that is not known. */
  readonly found: number | null;
};

/** In reach while products are chosen: what is done with them. */
export function ChoiceBar({ choosing, filter, found }: ChoiceBarProps) {
  const { ids, clear } = choosing;
  if (ids.length === 0) return null;
  const isTooMany = ids.length > MOST_CHOSEN;
  return (
    <section className="k-choice-bar k-choice-float" aria-label="Chosen products">
      <Button variant="primary" url={reviewOf(ids)} disabled={isTooMany}>
        {`Import ${ids.length}`}
      </Button>
      {found !== null && found > 0 && isNarrowed(filter) ? (
        <Button url={reviewOfAll(filter)}>{`Import all ${found.toLocaleString("en-US")} found`}</Button>
      ) : null}
      <Button variant="plain" onClick={clear}>
        Clear
      </Button>
      {isTooMany ? (
        <InlineStack>
          <Text as="span" tone="subdued">
            {`At most ${MOST_CHOSEN} at once: choose fewer, or narrow the list and import all it finds.`}
          </Text>
        </InlineStack>
      ) : null}
    </section>
  );
}
