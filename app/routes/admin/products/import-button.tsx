import { useFetcher } from "@remix-run/react";
import { Button, InlineStack, Link, Spinner, Text } from "@shopify/polaris";
import { useEffect } from "react";
import type { Visibility } from "#app/domain/catalog/channels/visibility.ts";
import type { ImportStep, ListingState } from "#app/domain/catalog/listings/listing-state.ts";
import { importedWords } from "#app/routes/admin/settings/channels/visibility-words.ts";
import { importStepWords } from "#app/ui/import-step-words.ts";
import { Refusal } from "#app/ui/refusal.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { loader as progressLoader } from "../listing-progress.ts";
import type { ImportAnswer } from "./catalog-words.ts";
import { reviewOf } from "./import-address.ts";

const POLL_MS = 1500;

type ImportButtonProps = {
  readonly card: {
    readonly supplierProductId: string;
    readonly title: string;
    readonly listing: {
      readonly id: string;
      readonly state: ListingState;
      readonly visibility: Visibility;
    } | null;
  };
};

/** Leads to the review; what was begun shows its progress here, and what failed is tried again as it was asked for. */
export function ImportButton({ card }: ImportButtonProps) {
  const fetcher = useFetcher<ImportAnswer>();
  const begun = fetcher.data?.ok ? fetcher.data.listingId : undefined;
  const listingId = begun ?? card.listing?.id ?? null;
  const before = begun ? "importing" : (card.listing?.state ?? null);
  const progress = useProgress(listingId, before);
  const state = progress?.state ?? before;
  const press = () =>
    fetcher.submit({ intent: "try_again", supplierProductId: card.supplierProductId }, { method: "post" });
  const visibility = progress?.visibility ?? card.listing?.visibility ?? { kind: "unknown" };
  if (state === "ready") return <Imported listingId={listingId} visibility={visibility} />;
  if (state === "importing") return <Adding step={progress?.step ?? null} />;
  const refusal = fetcher.data && !fetcher.data.ok ? fetcher.data : progress?.refusal;
  if (state !== "failed")
    return (
      <Button url={reviewOf([card.supplierProductId])} accessibilityLabel={`Import ${card.title}`}>
        Import
      </Button>
    );
  return (
    <div>
      {refusal ? <Refusal answer={refusal} /> : null}
      <Button
        onClick={press}
        loading={fetcher.state !== "idle"}
        accessibilityLabel={`Try again: ${card.title}`}
      >
        Try again
      </Button>
    </div>
  );
}

function Imported({ listingId, visibility }: { listingId: string | null; visibility: Visibility }) {
  const badge = <StatusBadge {...importedWords(visibility)} />;
  return listingId === null ? badge : <Link url={`/listings/${listingId}`}>{badge}</Link>;
}

function Adding({ step }: { step: ImportStep | null }) {
  return (
    <InlineStack gap="200" blockAlign="center">
      <Spinner size="small" accessibilityLabel="Adding" />
      <Text as="span" tone="subdued">
        {importStepWords(step ?? "product")}
      </Text>
    </InlineStack>
  );
}

/** Asks after an import under way until it has ended. */
function useProgress(listingId: string | null, before: string | null) {
  const fetcher = useFetcher<typeof progressLoader>();
  const state = fetcher.data?.state ?? before;
  useEffect(() => {
    if (listingId === null || state !== "importing" || fetcher.state !== "idle") return;
    const timer = setTimeout(() => fetcher.load(`/listings/${listingId}/progress`), POLL_MS);
    return () => clearTimeout(timer);
  }, [listingId, state, fetcher]);
  return fetcher.data ?? null;
}
