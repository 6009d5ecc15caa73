import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Select } from "@shopify/polaris";
import { z } from "zod";
import { listOpenNeeds } from "#app/domain/attention/list-attention.server.ts";
import { findLinkingProgress } from "#app/domain/catalog/adopt-listings.server.ts";
import { describeImportFailure } from "#app/domain/catalog/import-failure.ts";
import { listListings } from "#app/domain/catalog/list-listings.server.ts";
import { VARIANTS_MISSING } from "#app/domain/catalog/plan-adoption.ts";
import { relinkListing } from "#app/domain/catalog/relink-listing.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { LinkingProgress } from "#app/ui/linking-progress.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { notFound } from "../not-found.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { ListingRow } from "./listing-row.tsx";

const query = z.object({
  state: z.enum(["needs_you", "ready", "importing", "failed"]).optional().catch(undefined),
  cursor: z.uuid().optional().catch(undefined),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const filter = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const [{ listings, nextCursor }, linking] = await Promise.all([
    listListings(ctx, filter),
    findLinkingProgress(ctx),
  ]);
  const ids = listings.map(({ id }) => id);
  const needs = await listOpenNeeds(ctx, "listing", ids);
  const withWords = listings.map((listing) => ({
    ...listing,
    trouble: listing.failure === null ? null : describeImportFailure(listing.failure),
    missing: needs.get(listing.id)?.find(({ code }) => code === VARIANTS_MISSING)?.sentence ?? null,
  }));
  return { listings: withWords, nextCursor, linking, state: filter.state ?? "", asOf: ctx.clock.now() };
}

const form = z.object({ intent: z.literal("look_again"), listingId: z.uuid() });

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx, by } = await requireShop(args);
  const { listingId } = await parseForm(args.request, form);
  const { kind } = await relinkListing(ctx, { listingId, by });
  if (kind === "not_found") throw notFound();
  return kind === "not_linked"
    ? { ok: false, reason: "This product is not in your store yet.", detail: "Import it first." }
    : { ok: true, done: "Looking again" };
}

const STATES = [
  { label: "All listings", value: "" },
  { label: "Needs you", value: "needs_you" },
  { label: "In your store", value: "ready" },
  { label: "Being added", value: "importing" },
  { label: "Could not be added", value: "failed" },
];

const EMPTY = {
  title: "No listings yet",
  text: "Products you import from the supplier's catalog appear here.",
  step: { label: "Choose products", url: "/products" },
};

export default function Listings() {
  const { listings, nextCursor, linking, state, asOf } = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  const isEmptyShop = listings.length === 0 && state === "";
  return (
    <PageFrame title="Listings" asOf={asOf} primaryAction={{ content: "Add products", url: "/products" }}>
      <LinkingProgress linking={linking} />
      {isEmptyShop ? (
        <EmptyCard {...EMPTY} />
      ) : (
        <Card padding="0">
          <Box padding="300" borderBlockEndWidth="025" borderColor="border">
            <Select
              label="Show"
              labelInline
              options={STATES}
              value={state}
              onChange={(next) => setParams(next === "" ? {} : { state: next }, { replace: true })}
            />
          </Box>
          <ul className="k-rows">
            {listings.map((listing) => (
              <li key={listing.id}>
                <ListingRow listing={listing} />
              </li>
            ))}
          </ul>
          {listings.length === 0 ? <Box padding="400">No listing is in this state.</Box> : null}
        </Card>
      )}
      {nextCursor ? (
        <BlockStack inlineAlign="center">
          <Button onClick={() => setParams({ ...(state && { state }), cursor: nextCursor })}>
            More listings
          </Button>
        </BlockStack>
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
