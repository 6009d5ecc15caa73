import type { SerializeFrom } from "@remix-run/node";
import { useFetcher, useRevalidator } from "@remix-run/react";
import { Button, InlineStack, Spinner, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { CatalogState } from "#app/domain/catalog/browse/catalog-state.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatClock, formatDay } from "#app/platform/time/format-time.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { Progress } from "#app/ui/progress.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { failureWords } from "../activity/checks-words.ts";
import type { loader as progressLoader } from "../catalog-progress.ts";

type State = SerializeFrom<CatalogState>;
type WalkStripProps = { readonly state: State; readonly total: number | null };

const POLL_MS = 2000;

/** How old our copy of the catalog is, how far its renewal has come, and the press that brings that forward. */
export function WalkStrip({ state: loaded, total }: WalkStripProps) {
  const refresh = useFetcher<ActionAnswer>();
  const { state, watch } = useWalk(loaded);
  const press = () => {
    watch();
    refresh.submit({ intent: "refresh" }, { method: "post" });
  };
  const refused = refresh.data && !refresh.data.ok ? refresh.data : null;
  if (!state.isWalked) return <FirstWalk state={state} onPress={press} />;
  return (
    <div className="k-walk" role="status">
      {state.isWalking ? (
        <Walking seen={state.seen} total={total} />
      ) : (
        <InlineStack gap="200" blockAlign="center">
          <AsOfWalk at={state.asOf} />
          <Button variant="plain" onClick={press} loading={refresh.state !== "idle"}>
            Refresh
          </Button>
        </InlineStack>
      )}
      {state.failure === null ? null : (
        <Text as="p" tone="subdued">
          {failureWords(state.failure)}
        </Text>
      )}
      {refused ? <Refusal answer={refused} /> : null}
    </div>
  );
}

function AsOfWalk({ at }: { at: string | null }) {
  const { timezone } = useShopFacts();
  if (at === null) return null;
  return (
    <Text as="span" tone="subdued" variant="bodySm">
      as of {formatDay(at, timezone)}, {formatClock(at, timezone)}
    </Text>
  );
}

function Walking({ seen, total }: { seen: number; total: number | null }) {
  const products = countOf(total || seen, "product", "products");
  const words = total ? `${count(seen)} of about ${products}` : products;
  return (
    <InlineStack gap="300" blockAlign="center">
      <Text as="span">Reading the supplier's catalog: {words}</Text>
      <div className="k-strip-bar">
        <Progress done={seen} total={total ?? 0} />
      </div>
    </InlineStack>
  );
}

/** Before our copy is whole for the first time: what is shown comes from the supplier itself, page by page. */
function FirstWalk({ state, onPress }: { state: State; onPress: () => void }) {
  return (
    <div className="k-strip" role="status">
      <InlineStack gap="300" blockAlign="center">
        {state.isWalking ? <Spinner size="small" accessibilityLabel="Reading" /> : null}
        <div className="k-need-text">
          <Text as="p" fontWeight="semibold">
            {state.isWalking
              ? `Reading the whole catalog for the first time: ${countOf(state.seen, "product", "products")} so far`
              : "The whole catalog has not been read yet"}
          </Text>
          <Text as="p" tone="subdued">
            {state.failure === null
              ? "You can look around and import meanwhile. Sorting and importing all of a search come when it is read."
              : failureWords(state.failure)}
          </Text>
        </div>
        {state.isWalking ? null : <Button onClick={onPress}>Read it now</Button>}
      </InlineStack>
    </div>
  );
}

/** Looks how far a walk is, without a call to the supplier, and has the page read again once it is over. */
function useWalk(loaded: State): { readonly state: State; readonly watch: () => void } {
  const fetcher = useFetcher<typeof progressLoader>();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(loaded);
  const [pressedAt, setPressedAt] = useState<string | null | undefined>(undefined);
  const isWatching = state.isWalking || (state.asOf === pressedAt && state.failure === null);
  const wasWatching = useRef(false);
  useEffect(() => setState(loaded), [loaded]);
  useEffect(() => {
    if (fetcher.data?.state) setState(fetcher.data.state);
  }, [fetcher.data]);
  useEffect(() => {
    if (!isWatching && wasWatching.current) revalidate();
    wasWatching.current = isWatching;
  }, [isWatching, revalidate]);
  useEffect(() => {
    if (!isWatching || fetcher.state !== "idle") return;
    const timer = setTimeout(() => fetcher.load("/catalog-progress"), POLL_MS);
    return () => clearTimeout(timer);
  }, [isWatching, fetcher]);
  return { state, watch: () => setPressedAt(state.asOf) };
}

function count(products: number): string {
  return products.toLocaleString("en-US");
}
