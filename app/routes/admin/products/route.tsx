import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { listCatalog } from "#app/domain/catalog/browse/list-catalog.server.ts";
import { findLatestImport } from "#app/domain/catalog/import/find-import-run.server.ts";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { toSupplierProductId } from "#app/platform/ids.ts";
import { ImportStrip } from "#app/routes/admin/runs/import-strip.tsx";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { OwnPart } from "#app/ui/own-part.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useRememberList } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { CatalogFilter } from "./catalog-filter.tsx";
import { CatalogProducts } from "./catalog-products.tsx";
import { readCatalogQuery } from "./catalog-query.ts";
import { toCatalogTrouble, toImportAnswer, toRefreshAnswer } from "./catalog-words.ts";
import { CategoryList, CategorySelect } from "./category-list.tsx";
import { WalkStrip } from "./walk-strip.tsx";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("try_again"),
    supplierProductId: z.string().min(1).max(200).transform(toSupplierProductId),
  }),
  z.object({ intent: z.literal("refresh") }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const query = readCatalogQuery(new URL(args.request.url).searchParams);
  const [{ page, categories }, imported] = await Promise.all([
    listCatalog(ctx, query),
    findLatestImport(ctx),
  ]);
  const { filter, sort, view } = query;
  const trouble = page.kind === "page" ? null : toCatalogTrouble(page);
  return { filter, sort, view, categories, imported, page: page.kind === "page" ? page : null, trouble };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const asked = await parseForm(args.request, form);
  if (asked.intent === "try_again")
    return toImportAnswer(await importProduct(ctx, { supplierProductId: asked.supplierProductId, by }));
  const mode = ctx.connection?.mode ?? null;
  return toRefreshAnswer(mode === null ? null : await runSweepNow(ctx, { kind: "catalog", mode }));
}

/** An import changes one card, which asks for itself; while pages are read live each look would be a call. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === "POST" ? false : defaultShouldRevalidate;
}

export default function Catalog() {
  const { filter, sort, view, categories, page, imported, trouble } = useLoaderData<typeof loader>();
  const tree = { categories, chosen: filter.category, isCounted: page?.source === "cache" };
  useRememberList();
  return (
    <PageFrame title="Catalog" wide>
      <ImportStrip run={imported} />
      {trouble ? <EmptyCard {...trouble} /> : null}
      {page ? (
        <div className="k-catalog">
          {categories.length > 0 ? (
            <OwnPart>
              <CategoryList {...tree} />
            </OwnPart>
          ) : null}
          <div className="k-catalog-main">
            <WalkStrip state={page.state} total={page.total} />
            <CatalogProducts
              {...{ page, filter, sort, view }}
              filters={
                <>
                  <CategorySelect {...tree} />
                  <CatalogFilter filter={filter} isLive={page.source === "live"} />
                </>
              }
              pages={<ListPages next={page.next} previous={page.previous} pageKey="at" />}
            />
          </div>
        </div>
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
