import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card } from "@shopify/polaris";
import { z } from "zod";
import { browseCatalog, listCategories } from "#app/domain/catalog/browse-catalog.server.ts";
import { importProduct } from "#app/domain/catalog/import-product.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { CatalogFilter } from "./catalog-filter.tsx";
import { toCatalogTrouble, toImportAnswer } from "./catalog-words.ts";
import { ProductCard } from "./product-card.tsx";

const optional = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit)
    .transform((text) => text || undefined)
    .optional()
    .catch(undefined);

const query = z.object({
  search: optional(100),
  category: optional(200),
  cursor: optional(2048),
  inStock: z
    .literal("1")
    .transform(() => true)
    .optional()
    .catch(undefined),
});

const form = z.object({ intent: z.literal("import"), supplierProductId: z.string().min(1).max(200) });

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const filter = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const [page, categories] = await Promise.all([browseCatalog(ctx, filter), listCategories(ctx)]);
  return {
    filter,
    categories: categories.kind === "categories" ? categories.categories : [],
    page: page.kind === "page" ? page : null,
    trouble: page.kind === "page" ? null : toCatalogTrouble(page),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { supplierProductId } = await parseForm(args.request, form);
  return toImportAnswer(await importProduct(ctx, { supplierProductId, by }));
}

/** Each look at the catalog counts against the day's requests: an import changes one card, which asks for itself. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === "POST" ? false : defaultShouldRevalidate;
}

export default function Catalog() {
  const { filter, categories, page, trouble } = useLoaderData<typeof loader>();
  const { goNext, goFirst } = useListUrl("cursor");
  const isFirst = filter.cursor === undefined;
  return (
    <PageFrame title="Catalog" wide>
      {trouble ? <EmptyCard {...trouble} /> : null}
      {page ? (
        <Card padding="0">
          <CatalogFilter filter={filter} categories={categories} />
        </Card>
      ) : null}
      {page && page.cards.length === 0 ? (
        <EmptyCard title="No product found" text="Try another word, or another category." />
      ) : null}
      {page ? (
        <ul className="k-grid">
          {page.cards.map((card) => (
            <li key={card.supplierProductId}>
              <ProductCard card={card} />
            </li>
          ))}
        </ul>
      ) : null}
      {page && (page.nextCursor || !isFirst) ? (
        <BlockStack inlineAlign="center" gap="200">
          {page.nextCursor ? (
            <Button onClick={() => goNext(page.nextCursor ?? "")}>Next products</Button>
          ) : null}
          {isFirst ? null : (
            <Button variant="plain" onClick={goFirst}>
              Back to the first
            </Button>
          )}
        </BlockStack>
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
