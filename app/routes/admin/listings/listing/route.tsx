import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { getListingPage } from "#app/domain/catalog/listings/page/get-listing-page.server.ts";
import { type ListingId, toListingId } from "#app/platform/ids.ts";
import { listingStatusWords } from "#app/routes/admin/listings/listings-words.ts";
import { NotConnected } from "#app/routes/admin/listings/not-connected.tsx";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { TimelineCard } from "#app/ui/timeline-card.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ActionsCard } from "./actions-card.tsx";
import { doListing, listingForm } from "./do-listing.server.ts";
import { KeptCard } from "./kept-card.tsx";
import { LastPricesCard } from "./last-prices-card.tsx";
import { LeaveCard } from "./leave-card.tsx";
import { OwnRuleCard } from "./own-rule-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { SidesCard } from "./sides-card.tsx";
import { StateCard } from "./state-card.tsx";
import { VariantsCard } from "./variants-card.tsx";

function requireListingId(id: string | undefined): ListingId {
  const parsed = z.uuid().transform(toListingId).safeParse(id);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const page = await getListingPage(ctx, requireListingId(args.params.listingId));
  if (!page) throw notFound();
  return page;
}

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const visit = await requireShop(args);
  const form = await parseForm(args.request, listingForm);
  return doListing(visit, requireListingId(args.params.listingId), form);
}

export default function Listing() {
  const page = useLoaderData<typeof loader>();
  const { listing } = page;
  const back = useListAddress("/listings");
  // Allowed on this very page: it is being published.
  const [wasAsked] = useState(!listing.canPublish);
  const { canPublish, isSandbox, visibility } = listing;
  const isPublishing = wasAsked && canPublish && !isSandbox && visibility.kind === "nowhere";
  usePollingWhile(
    isPublishing ||
      page.leaving !== null ||
      page.lastPrices?.isRunning === true ||
      listing.listingStatus === "waiting" ||
      page.variants.some(({ isStockDue }) => isStockDue),
  );
  const canLeave =
    listing.listingStatus !== "unlinked" && listing.listingStatus !== "waiting" && page.leaving === null;
  const canPrice = listing.listingStatus !== "unlinked" && listing.productGid !== null;
  return (
    <PageFrame
      title={listing.title || "A product of the catalog"}
      titleMetadata={<StatusBadge {...listingStatusWords(listing)} />}
      backAction={{ content: "Listings", url: back }}
      asOf={page.asOf}
    >
      {page.isConnected ? null : <NotConnected />}
      <StateCard page={page} />
      {page.lastPrices ? <LastPricesCard last={page.lastPrices} /> : null}
      <div className="k-order">
        <div className="k-order-main">
          <SidesCard page={page} />
          <VariantsCard page={page} />
          {canPrice ? <OwnRuleCard page={page} /> : null}
          <div className="k-order-last">
            <TimelineCard
              lines={page.timeline}
              empty="What happens to this listing appears here, line by line."
            />
          </div>
        </div>
        <div className="k-order-side">
          <ActionsCard page={page} />
          <KeptCard
            kept={page.kept}
            variants={page.variants}
            listingStatus={listing.listingStatus}
            isMapped={listing.origin === "mapped"}
          />
          {listing.listingStatus === "unlinked" ? null : <PolicyCard policy={page.policy} />}
          {canLeave ? <LeaveCard page={page} /> : null}
        </div>
      </div>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
