/** A piece of a sanitised description, for a page that writes no HTML of others. */
export type RichText = string | { readonly tag: string; readonly children: readonly RichText[] };

const TOKEN = /<(\/?)([a-z][a-z0-9]*)\s*\/?>/g;
const EMPTY = new Set(["br", "hr"]);
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&", "&nbsp;": "\u00a0" },
};

/**
 * The tree of a description that `sanitizeDescription` made: tags without attributes, well nested. Anything else in it
 * stays text.
 */
export function toRichText(html: string): readonly RichText[] {
  const root: RichText[] = [];
  const open: { readonly tag: string; readonly children: RichText[] }[] = [];
  const add = (piece: RichText) => (open.at(-1)?.children ?? root).push(piece);
  let from = 0;
  for (const token of html.matchAll(TOKEN)) {
    const [whole, slash, tag = ""] = token;
    addText(html.slice(from, token.index), add);
    from = token.index + whole.length;
    if (EMPTY.has(tag)) add({ tag, children: [] });
    else if (slash === "") {
      const element = { tag, children: [] };
      add(element);
      open.push(element);
    } else if (open.at(-1)?.tag === tag) open.pop();
  }
  addText(html.slice(from), add);
  return root;
}

function addText(text: string, add: (piece: RichText) => void): void {
  const plain = text.replace(/&(?:lt|gt|quot|amp|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  if (plain !== "") add(plain);
}
