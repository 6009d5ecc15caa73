import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import { publishesByItself } from "#app/domain/catalog/channels/sales-channels.ts";
import { findImportRun } from "#app/domain/catalog/import/find-import-run.server.ts";
import { retryImport } from "#app/domain/catalog/import/retry-import.server.ts";
import { stopRun } from "#app/domain/catalog/import/stop-run.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { AllowPublishing } from "#app/routes/admin/settings/channels/allow-publishing.tsx";
import { mayPublish } from "#app/shopify/scopes.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { StartedAt } from "#app/ui/started-at.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ImportRow } from "./import-row.tsx";
import { productsInWords, summaryOf, trailerOf } from "./import-words.ts";

const query = z.object({
  after: z.coerce.number().int().min(-1).max(20_000).catch(-1),
  only: z.literal("refused").nullable().catch(null),
});

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("stop") }),
  z.object({ intent: z.literal("retry"), listingId: z.uuid().optional() }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const { after, only } = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const [run, { whenCostChanges }] = await Promise.all([
    findImportRun(ctx, { runId: readRunId(args.params.runId), after, only }),
    loadListingSettings(ctx),
  ]);
  if (!run) throw notFound();
  const isSandbox = run.mode !== null && !publishesByItself(run.mode, ctx.shop);
  return { run, only, isSandbox, whenCostChanges, canPublish: mayPublish(ctx.shop.grantedScopes) };
}

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx } = await requireShop(args);
  const runId = readRunId(args.params.runId);
  const asked = await parseForm(args.request, form);
  if (asked.intent === "stop") {
    const { kind } = await stopRun(ctx, runId);
    return kind === "stopped"
      ? { ok: true, done: "Stopped" }
      : { ok: false, reason: "It is over already.", gone: true };
  }
  const retried = await retryImport(ctx, { runId, listingId: asked.listingId });
  return retried.kind === "begun"
    ? { ok: true, done: `Importing ${productsInWords(retried.products)} again` }
    : { ok: false, reason: "There is nothing left to try again.", gone: true };
}

function readRunId(param: string | undefined): string {
  const runId = z.uuid().safeParse(param);
  if (!runId.success) throw notFound();
  return runId.data;
}

/** One import of many products: how far it is, and what became of each. */
export default function ImportRun() {
  const { run, only, isSandbox, whenCostChanges, canPublish } = useLoaderData<typeof loader>();
  const { change, goNext, goBack, isFirst } = useListUrl("after");
  const isMoving = run.state === "running" || run.state === "stopping";
  // Allowed on this very page: what was imported is being published.
  const [wasAsked] = useState(!canPublish);
  usePollingWhile(isMoving || (wasAsked && canPublish && !isSandbox && run.unpublished > 0));
  const { total, done, refused } = run;
  return (
    <PageFrame
      title={`Import of ${productsInWords(total)}`}
      backAction={{ content: "Catalog", url: "/products" }}
      asOf={run.asOf}
    >
      <Card>
        <BlockStack gap="300">
          <Text as="p">{summaryOf(run)}</Text>
          <StartedAt at={run.startedAt} asOf={run.asOf} />
          {isMoving ? <Progress done={done + refused} total={total} /> : null}
          <Text as="p" tone="subdued">
            {trailerOf({ ...run, whenCostChanges })}
          </Text>
          {run.unpublished > 0 && isSandbox ? <Sandbox /> : null}
          {run.unpublished > 0 && !isSandbox && !canPublish ? <Unpublished /> : null}
          <InlineStack gap="200">
            {run.state === "running" ? <ActionButton label="Stop" intent="stop" /> : null}
            {!isMoving && refused > 0 ? (
              <ActionButton
                label={run.state === "stopped" ? "Continue with the rest" : "Try those again"}
                intent="retry"
              />
            ) : null}
            {refused > 0 && refused < total ? (
              <Button onClick={() => change({ only: only ? "" : "refused" })}>
                {only ? "Show all" : "Show those not imported"}
              </Button>
            ) : null}
          </InlineStack>
        </BlockStack>
      </Card>
      <Card padding="0">
        <ul className="k-rows">
          {run.rows.map((row) => (
            <li key={row.listingId}>
              <ImportRow row={row} canRetry={!isMoving || row.state === "refused"} />
            </li>
          ))}
        </ul>
        {run.next !== null || !isFirst ? (
          <Box padding="400">
            <InlineStack gap="200" align="center">
              {isFirst ? null : <Button onClick={goBack}>Back</Button>}
              {run.next === null ? null : (
                <Button onClick={() => goNext(String(run.next))}>Next products</Button>
              )}
            </InlineStack>
          </Box>
        ) : null}
      </Card>
    </PageFrame>
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

export const ErrorBoundary = RouteError;
