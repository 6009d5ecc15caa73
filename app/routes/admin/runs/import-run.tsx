import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { AllowPublishing } from "#app/routes/admin/settings/channels/allow-publishing.tsx";
import { ActionButton } from "#app/ui/action-button.tsx";
import { StartedAt } from "#app/ui/started-at.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ImportRow } from "./import-row.tsx";
import { isImporting } from "./import-strip.tsx";
import { productsInWords, summaryOf, trailerOf } from "./import-words.ts";
import type { loadRun } from "./load-run.server.ts";
import { RunFrame } from "./run-frame.tsx";

type ImportShown = Extract<SerializeFrom<Awaited<ReturnType<typeof loadRun>>>, { subject: "imports" }>;
type ImportRunProps = { readonly shown: ImportShown };

/** One import of many products: how far it is, and what became of each. */
export function ImportRun({ shown }: ImportRunProps) {
  const { run, isSandbox, canPublish } = shown;
  const isMoving = isImporting(run);
  // Allowed on this very page: what was imported is being published.
  const [wasAsked] = useState(!canPublish);
  usePollingWhile(isMoving || (wasAsked && canPublish && !isSandbox && run.unpublished > 0));
  const { total, done, refused } = run;
  return (
    <RunFrame
      title={`Import of ${productsInWords(total)}`}
      back={{ content: "Catalog", url: "/products" }}
      asOf={run.asOf}
      sentences={[summaryOf(run)]}
      begun={<StartedAt at={run.startedAt} asOf={run.asOf} />}
      progress={isMoving ? { done: done + refused, total } : null}
      choices={<ImportChoices shown={shown} />}
      rows={run.rows.map((row) => ({
        id: row.listingId,
        row: <ImportRow row={row} canRetry={!isMoving || row.state === "refused"} />,
      }))}
      next={run.next}
      nextWords="Next products"
    />
  );
}

function ImportChoices({ shown }: ImportRunProps) {
  const { run, isSandbox, canPublish, whenCostChanges } = shown;
  return (
    <>
      <Text as="p" tone="subdued">
        {trailerOf({ ...run, whenCostChanges })}
      </Text>
      {run.unpublished > 0 && isSandbox ? <Sandbox /> : null}
      {run.unpublished > 0 && !isSandbox && !canPublish ? <Unpublished /> : null}
      <ImportButtons shown={shown} />
    </>
  );
}

function ImportButtons({ shown: { run, onlyRefused } }: ImportRunProps) {
  const { change } = useListUrl("after");
  const { refused, total, state } = run;
  return (
    <InlineStack gap="200">
      {state === "running" ? <ActionButton label="Stop" intent="stop" /> : null}
      {!isImporting(run) && refused > 0 ? (
        <ActionButton
          label={state === "stopped" ? "Continue with the rest" : "Try those again"}
          intent="retry"
        />
      ) : null}
      {refused > 0 && refused < total ? (
        <Button onClick={() => change({ only: onlyRefused ? "" : "refused" })}>
          {onlyRefused ? "Show all" : "Show those not imported"}
        </Button>
      ) : null}
    </InlineStack>
  );
}

/** Customers of a real store must not buy what nobody ships (R37). */
function Sandbox() {
  return (
    <Text as="p">
      These came with a test key, so they are not published by themselves: what a test key orders is never
      shipped. You can publish one on its own page.
    </Text>
  );
}

function Unpublished() {
  return (
    <BlockStack gap="200">
      <Text as="p">
        Shopify shows an imported product only once it is published on a sales channel. Let Karwan publish
        them in your online store.
      </Text>
      <AllowPublishing />
    </BlockStack>
  );
}
