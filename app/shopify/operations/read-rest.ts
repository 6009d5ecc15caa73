export type Page<Node> = {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

/** Far more than any order or product has; a cursor that never ends stops here. */
const MOST_PAGES = 100;

/** All nodes of a connection whose first page is at hand. `readPage` returns null where the owner is gone. */
export async function readRest<Node>(
  first: Page<Node>,
  readPage: (after: string) => Promise<Page<Node> | null>,
): Promise<Node[]> {
  const nodes = [...first.nodes];
  let { pageInfo } = first;
  for (let page = 1; pageInfo.hasNextPage && pageInfo.endCursor && page < MOST_PAGES; page += 1) {
    const next = await readPage(pageInfo.endCursor);
    if (next === null) break;
    nodes.push(...next.nodes);
    pageInfo = next.pageInfo;
  }
  return nodes;
}
