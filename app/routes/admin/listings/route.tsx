import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Select } from "@shopify/polaris";
import { z } from "zod";
import { describeImportFailure } from "#app/domain/catalog/import-failure.ts";
import { listListings } from "#app/domain/catalog/list-listings.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { requireShop } from "../require-shop.server.ts";
import { ListingRow } from "./listing-row.tsx";

const query = z.object({
  state: z.enum(["ready", "importing", "failed"]).optional().catch(undefined),
  cursor: z.uuid().optional().catch(undefined),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const filter = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { listings, nextCursor } = await listListings(ctx, filter);
  const withWords = listings.map((listing) => ({
    ...listing,
    trouble: listing.failure === null ? null : describeImportFailure(listing.failure),
  }));
  return { listings: withWords, nextCursor, state: filter.state ?? "", asOf: ctx.clock.now() };
}

const STATES = [
  { label: "All listings", value: "" },
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
  const { listings, nextCursor, state, asOf } = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  const isEmptyShop = listings.length === 0 && state === "";
  return (
    <PageFrame title="Listings" asOf={asOf} primaryAction={{ content: "Add products", url: "/products" }}>
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
