import type { SerializeFrom } from "@remix-run/node";
import { Button, InlineStack } from "@shopify/polaris";
import type { ItemState } from "#app/domain/bulk-actions/item-state.ts";
import type { ListingsRun as Run } from "#app/domain/catalog/listings/run/find-listings-run.server.ts";
import { doingWords } from "#app/routes/admin/listings/bulk-words.ts";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { runSummary } from "#app/ui/run-words.ts";
import { StartedAt } from "#app/ui/started-at.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { RunFrame } from "./run-frame.tsx";
import { IN_QUEUE, NOT_POSSIBLE, RunRow } from "./run-row.tsx";

type ListingsRunProps = { readonly run: SerializeFrom<Run>; readonly onlyRefused: boolean };

/** What became of one press on many listings, row by row. */
export function ListingsRun({ run, onlyRefused }: ListingsRunProps) {
  const back = useListAddress("/listings");
  const { action, total, done, refused, isFinished } = run;
  usePollingWhile(!isFinished);
  return (
    <RunFrame
      title={doingWords(action, total)}
      back={{ content: "Listings", url: back }}
      asOf={run.asOf}
      sentences={[runSummary(run)]}
      begun={<StartedAt at={run.startedAt} asOf={run.asOf} />}
      progress={isFinished ? null : { done: done + refused, total }}
      choices={refused > 0 ? <OnlyRefused isOn={onlyRefused} /> : null}
      rows={run.rows.map((row) => ({ id: row.listing.id, row: <ListingResult row={row} /> }))}
      next={run.next}
      nextWords="Next listings"
    />
  );
}

function OnlyRefused({ isOn }: { readonly isOn: boolean }) {
  const { change } = useListUrl("after");
  return (
    <InlineStack>
      <Button variant="plain" onClick={() => change({ only: isOn ? "" : "refused" })}>
        {isOn ? "Show all" : "Show only what was not possible"}
      </Button>
    </InlineStack>
  );
}

function ListingResult({ row }: { readonly row: ListingsRunProps["run"]["rows"][number] }) {
  const { listing, reason } = row;
  return (
    <RunRow
      to={`/listings/${listing.id}`}
      title={<bdi>{listing.title || "A product of the catalog"}</bdi>}
      status={resultWords(row.state)}
      reason={reason}
    />
  );
}

function resultWords(state: ItemState): StatusWords {
  if (state === "done") return { label: "Done", tone: "success" };
  return state === "refused" ? NOT_POSSIBLE : IN_QUEUE;
}
