import { Text } from "@shopify/polaris";
import { Moment } from "#app/ui/moment.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ChangesChoices } from "./changes-choices.tsx";
import { ChangesViews, changesRows } from "./changes-list.tsx";
import { changesTitle, runSentences, type ShownRun } from "./changes-words.ts";
import { RunFrame } from "./run-frame.tsx";

const LISTINGS = { content: "Listings", url: "/listings" };
const PRICES = { content: "Prices", url: "/settings/prices" };

/** A change of many listings: what it would do, how far it is, what came of it, and the way back. */
export function ChangesRun({ run }: { readonly run: ShownRun }) {
  const isRunning = run.state === "running";
  usePollingWhile(isRunning);
  return (
    <RunFrame
      title={changesTitle(run)}
      back={run.guard === null ? PRICES : LISTINGS}
      asOf={run.asOf}
      sentences={runSentences(run)}
      begun={<BegunBy run={run} />}
      progress={isRunning ? { done: run.listings.settled, total: run.listings.total } : null}
      choices={<ChangesChoices run={run} />}
      views={<ChangesViews run={run} />}
      rows={changesRows(run)}
      next={run.next}
      nextWords="Next"
    />
  );
}

function BegunBy({ run }: { readonly run: ShownRun }) {
  const who = useWho();
  if (run.state === "planned" || run.state === "asking") return null;
  return (
    <Text as="p" tone="subdued">
      <Moment at={run.startedAt} />, by {who(run.by)}
    </Text>
  );
}
