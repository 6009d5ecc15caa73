import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card } from "@shopify/polaris";
import { findRunning } from "#app/domain/bulk-actions/find-running.server.ts";
import { findLinkingProgress } from "#app/domain/catalog/adoption/adopt-listings.server.ts";
import { countUnseen } from "#app/domain/catalog/channels/find-unseen.server.ts";
import { findLatestImport } from "#app/domain/catalog/import/find-import-run.server.ts";
import { listListingCategories } from "#app/domain/catalog/listings/list/list-listing-categories.server.ts";
import { listListings } from "#app/domain/catalog/listings/list/list-listings.server.ts";
import { isListingsFiltered } from "#app/domain/catalog/listings/list/listings-filter.ts";
import { pressedActions } from "#app/domain/catalog/listings/run/listing-actions.ts";
import { ImportStrip, isImporting } from "#app/routes/admin/runs/import-strip.tsx";
import { UnseenCard } from "#app/routes/admin/settings/channels/unseen-card.tsx";
import { mayPublish } from "#app/shopify/scopes.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { LinkingProgress } from "#app/ui/linking-progress.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useResourcePage } from "#app/ui/resource-list/use-resource-page.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { runUrl } from "#app/ui/run-url.ts";
import { RunningStrip } from "#app/ui/running-strip.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { doingWords } from "./bulk-words.ts";
import { doListings, listingsForm } from "./do-listings.server.ts";
import { ListingsFilter } from "./listings-filter.tsx";
import { ListingsList } from "./listings-list.tsx";
import { readListingsQuery } from "./listings-query.server.ts";
import { ListingsViews } from "./listings-views.tsx";
import { emptyWords } from "./listings-words.ts";
import { NotConnected } from "./not-connected.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const query = readListingsQuery(new URL(args.request.url).searchParams);
  const [page, categories, linking, running, imported, unseen] = await Promise.all([
    listListings(ctx, query),
    listListingCategories(ctx),
    findLinkingProgress(ctx),
    findRunning(ctx, pressedActions),
    findLatestImport(ctx),
    countUnseen(ctx),
  ]);
  const { search, sort, filter } = query;
  return {
    ...{ ...page, search, sort, filter, categories, linking, running, imported },
    isConnected: ctx.connection !== null,
    unseen: { count: unseen, canPublish: mayPublish(ctx.shop.grantedScopes) },
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  return doListings(visit, await parseForm(args.request, listingsForm));
}

export default function Listings() {
  const page = useLoaderData<typeof loader>();
  const { listings, next, previous, counts, view, search, sort, filter, asOf, linking, running, imported } =
    page;
  const isWaiting = listings.some(({ listingStatus }) => listingStatus === "waiting");
  const { place, onChoosing } = useResourcePage({
    pageKeys: ["after", "before"],
    isMoving: running !== null || isImporting(imported) || isWaiting || linking !== null,
  });
  const exporting = useCsvExport({ path: "/listings/export", name: "listings" });
  const total = counts.all + counts.unlinked;
  return (
    <PageFrame
      title="Listings"
      asOf={asOf}
      wide
      primaryAction={{ content: "Add products", url: "/products" }}
      secondaryActions={[{ content: "Map a product you already have", url: "/mapping" }, exporting.action]}
    >
      {exporting.refusal}
      {page.isConnected ? <LinkingProgress linking={linking} /> : <NotConnected />}
      <ImportStrip run={imported} />
      <UnseenCard unseen={page.unseen} />
      {running ? (
        <RunningStrip
          run={running}
          words={doingWords(running.kind, running.total)}
          url={runUrl("listings", running.id)}
        />
      ) : null}
      {total === 0 ? null : (
        <Card padding="0">
          <ListingsViews view={view} counts={counts} />
          <ListingsFilter {...{ filter, search, sort }} categories={page.categories} />
          {listings.length > 0 ? (
            <ListBody>
              <ListingsList
                key={place}
                {...{ listings, asOf, sort }}
                hasMore={next !== null}
                onChoosing={onChoosing}
              />
            </ListBody>
          ) : null}
        </Card>
      )}
      {listings.length === 0 ? (
        <EmptyCard {...emptyWords({ view, search, isFiltered: isListingsFiltered(filter), total })} />
      ) : null}
      <ListPages {...{ next, previous }} backKey="before" />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
