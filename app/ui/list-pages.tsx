import { BlockStack, Pagination } from "@shopify/polaris";
import { useListUrl } from "./use-list-url.ts";

type ListPagesProps = {
  /** The cursor of what follows; null on the last page. */
  readonly next: string | null;
  /** The cursor of what comes before, in lists that can be asked for it; else the browser's own way back is taken. */
  readonly previous?: string | null;
  /** What carries the cursors in the address; `backKey` only where a list is read backwards too. */
  readonly pageKey?: string;
  readonly backKey?: string;
};

/** The way on in a list that is read page by page, and back; nothing where all is on one page. */
export function ListPages({ next, previous = null, pageKey = "after", backKey }: ListPagesProps) {
  const { goNext, goPrevious, goBack, isFirst } = useListUrl(pageKey, backKey);
  const hasPrevious = backKey === undefined ? !isFirst : previous !== null;
  if (next === null && !hasPrevious) return null;
  return (
    <BlockStack inlineAlign="center">
      <Pagination
        hasPrevious={hasPrevious}
        onPrevious={() => (previous === null ? goBack() : goPrevious(previous))}
        hasNext={next !== null}
        onNext={() => next !== null && goNext(next)}
      />
    </BlockStack>
  );
}
