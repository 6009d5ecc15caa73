import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Liquid } from "liquidjs";
import { z } from "zod";
import { type Paisa, toFixedDecimal } from "../money.ts";

/** What of Shopify's Liquid the blocks use; anything else is refused, also what only the library here knows. */
const TAGS = new Set(["assign", "if", "liquid", "render", "#"]);
const FILTERS = new Set(["append", "escape", "escape_once", "strip_html", "url_encode"]);

/** Prices as the blocks see them: whole paisas. */
export type BlockScene = {
  readonly shop: { readonly name: string };
  /** The language the page is in. */
  readonly locale: string;
  readonly request: { readonly page_type: "index" | "product" | "cart" };
  /** Null on a page that is not a product's. */
  readonly product: { readonly price: Paisa; readonly price_varies: boolean } | null;
  readonly cart: { readonly item_count: number; readonly total_price: Paisa };
};

const setting = z.object({
  id: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const blockSchema = z.object({
  target: z.literal("section"),
  enabled_on: z.object({ templates: z.array(z.string()) }).optional(),
  settings: z.array(setting),
});

export type BlockSettings = Readonly<Record<string, string | number | boolean>>;

/**
 * A block of the app's theme extension, rendered from its own files: in the element Shopify puts around it, with the settings
 * of its schema unless a merchant changed them.
 * https://shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration
 *
 * @throws Error Where it uses what is not modelled here, or stands on a page its schema does not allow.
 */
export function renderAppBlock(
  folder: string,
  name: string,
  { scene, settings = {} }: { readonly scene: BlockScene; readonly settings?: BlockSettings },
): string {
  const { code, schema } = readBlock(folder, name);
  const pages = schema.enabled_on?.templates;
  if (pages && !pages.includes(scene.request.page_type))
    throw new Error(`The block ${name} is for pages of ${pages.join(", ")}`);
  // An empty text has no default in Shopify, and is blank.
  const defaults = Object.fromEntries(schema.settings.map((each) => [each.id, each.default ?? ""]));
  const unknown = Object.keys(settings).find((id) => !Object.hasOwn(defaults, id));
  if (unknown !== undefined) throw new Error(`The block ${name} has no setting ${unknown}`);
  const { shop, request, product, cart } = scene;
  const block = { id: `A${name}`, settings: { ...defaults, ...settings } };
  const html = createEngine(folder, scene.locale).parseAndRenderSync(
    code,
    { block },
    {
      globals: { shop, request, product, cart },
    },
  );
  return `<div id="shopify-block-${block.id}" class="shopify-block shopify-app-block">${html}</div>`;
}

function readBlock(folder: string, name: string) {
  const source = readFileSync(path.join(folder, "blocks", `${name}.liquid`), "utf8");
  const [code = "", schema = "", ...more] = source.split(/\{%-?\s*(?:end)?schema\s*-?%\}/);
  if (more.join("").trim() !== "") throw new Error(`The block ${name} has no schema at its end, or several`);
  return { code, schema: blockSchema.parse(JSON.parse(schema)) };
}

function createEngine(folder: string, locale: string): Liquid {
  const engine = new Liquid({
    partials: path.join(folder, "snippets"),
    ...{ extname: ".liquid", relativeReference: false },
    ...{ strictFilters: true, strictVariables: true, ownPropertyOnly: true },
  });
  for (const tag of Object.keys(engine.tags)) if (!TAGS.has(tag)) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters)) if (!FILTERS.has(filter)) delete engine.filters[filter];
  const words = readWords(folder, locale);
  engine.registerFilter("t", (key: string, ...values: readonly (readonly [string, unknown])[]) =>
    translate(words, key, Object.fromEntries(values)),
  );
  engine.registerFilter("money", (paisa: Paisa) => `Rs.${toFixedDecimal(paisa)}`);
  return engine;
}

/** The words of a page's language; the default ones where the extension has none of it. */
function readWords(folder: string, locale: string): unknown {
  const fileOf = (name: string) => path.join(folder, "locales", `${name}.json`);
  const file = existsSync(fileOf(locale)) ? fileOf(locale) : fileOf("en.default");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Shopify prints the key that has no words; here it is a mistake. */
function translate(words: unknown, key: string, values: Readonly<Record<string, unknown>>): string {
  const found = key
    .split(".")
    .reduce<unknown>(
      (part, name) =>
        typeof part === "object" && part !== null && Object.hasOwn(part, name)
          ? Reflect.get(part, name)
          : undefined,
      words,
    );
  if (typeof found !== "string") throw new Error(`There are no words for ${key}`);
  return found.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`The words of ${key} need ${name}`);
    return String(values[name]);
  });
}
