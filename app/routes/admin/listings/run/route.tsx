import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";
import { findListingRun } from "#app/domain/catalog/listings/run/find-listing-run.server.ts";
import type { RunItemState } from "#app/domain/idempotency/run-item-state.ts";
import { doingWords } from "#app/routes/admin/listings/bulk-words.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { StartedAt } from "#app/ui/started-at.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";

const query = z.object({
  after: z.coerce.number().int().min(-1).max(100_000).catch(-1),
  only: z.literal("refused").nullable().catch(null),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const runId = z.uuid().safeParse(args.params.runId);
  if (!runId.success) throw notFound();
  const { after, only } = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const onlyRefused = only !== null;
  const run = await findListingRun(ctx, { runId: runId.data, after, onlyRefused });
  if (!run) throw notFound();
  return { ...run, onlyRefused };
}

/** What became of one press on many listings, row by row. */
export default function ListingRun() {
  const run = useLoaderData<typeof loader>();
  const back = useListAddress("/listings");
  const { change, goNext, goBack, isFirst } = useListUrl("after");
  const { action, total, done, refused, next, isFinished, onlyRefused } = run;
  usePollingWhile(!isFinished);
  return (
    <PageFrame
      title={doingWords(action, total)}
      backAction={{ content: "Listings", url: back }}
      asOf={run.asOf}
    >
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">{summaryOf(run)}</Text>
          <StartedAt at={run.startedAt} asOf={run.asOf} />
          {isFinished ? null : (
            <Box width="100%">
              <Progress done={done + refused} total={total} />
            </Box>
          )}
          {refused > 0 ? (
            <Button variant="plain" onClick={() => change({ only: onlyRefused ? "" : "refused" })}>
              {onlyRefused ? "Show all" : "Show only what was not possible"}
            </Button>
          ) : null}
        </BlockStack>
      </Card>
      <Card padding="0">
        <ul className="k-rows">
          {run.rows.map((row) => (
            <li key={row.listing.id}>
              <Link to={`/listings/${row.listing.id}`} className="k-row">
                <div className="k-row-line">
                  <Text as="span" fontWeight="semibold" truncate>
                    <bdi>{row.listing.title || "A product of the catalog"}</bdi>
                  </Text>
                  <StatusBadge {...resultWords(row.state)} />
                </div>
                {row.reason ? (
                  <Text as="p" tone="subdued" variant="bodySm">
                    {row.reason}
                  </Text>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
        {next !== null || !isFirst ? (
          <Box padding="400">
            <InlineStack gap="200" align="center">
              {isFirst ? null : <Button onClick={goBack}>Back</Button>}
              {next === null ? null : <Button onClick={() => goNext(String(next))}>Next listings</Button>}
            </InlineStack>
          </Box>
        ) : null}
      </Card>
    </PageFrame>
  );
}

function resultWords(state: RunItemState): StatusWords {
  if (state === "done") return { label: "Done", tone: "success" };
  return state === "refused"
    ? { label: "Not possible", tone: "warning" }
    : { label: "In the queue", tone: "plain" };
}

type RunSummary = {
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly isFinished: boolean;
};

function summaryOf({ total, done, refused, isFinished }: RunSummary): string {
  const parts = [
    `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} done`,
    ...(refused > 0 ? [`${refused.toLocaleString("en-US")} not possible`] : []),
  ];
  const rest = isFinished ? "" : " You may leave this page: it goes on by itself.";
  return `${parts.join(", ")}.${rest}`;
}

export const ErrorBoundary = RouteError;
