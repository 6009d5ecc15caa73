import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";
import { findBulkRun } from "#app/domain/bulk-actions/orders/find-bulk-run.server.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { doingWords, ordersInWords } from "#app/routes/admin/orders/bulk-words.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { StartedAt } from "#app/ui/started-at.tsx";
import { useListUrl } from "#app/ui/use-list-url.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { ResultRow } from "./result-row.tsx";

const query = z.object({ after: z.coerce.number().int().min(-1).max(10_000).catch(-1) });

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const runId = z.uuid().safeParse(args.params.runId);
  if (!runId.success) throw notFound();
  const { after } = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const run = await findBulkRun(ctx, { runId: runId.data, after });
  if (!run) throw notFound();
  return run;
}

/** What became of one press on many orders, row by row. */
export default function BulkRun() {
  const run = useLoaderData<typeof loader>();
  const back = useListAddress("/orders");
  const { goNext, goBack, isFirst } = useListUrl("after");
  const { action, total, done, refused, next, isFinished } = run;
  usePollingWhile(!isFinished || run.rows.some(({ state }) => state === "working"));
  return (
    <PageFrame
      title={doingWords(action, total)}
      backAction={{ content: "Orders", url: back }}
      asOf={run.asOf}
    >
      <Card>
        <BlockStack gap="300">
          <Text as="p">{summaryOf(run)}</Text>
          <StartedAt at={run.startedAt} asOf={run.asOf} />
          {isFinished ? null : <Progress done={done + refused} total={total} />}
          {isFinished && action === "cancel" && done > 0 ? (
            <ActionButton
              label={`Undo: resume ${ordersInWords(done)}`}
              intent="bulk"
              action="/orders"
              fields={{ action: "resume", ofRun: run.id }}
            />
          ) : null}
        </BlockStack>
      </Card>
      <Card padding="0">
        <ul className="k-rows">
          {run.rows.map((row) => (
            <li key={row.order.id}>
              <ResultRow row={row} action={action} />
            </li>
          ))}
        </ul>
        {next !== null || !isFirst ? (
          <Box padding="400">
            <InlineStack gap="200" align="center">
              {isFirst ? null : <Button onClick={goBack}>Back</Button>}
              {next === null ? null : <Button onClick={() => goNext(String(next))}>Next orders</Button>}
            </InlineStack>
          </Box>
        ) : null}
      </Card>
    </PageFrame>
  );
}

type Summed = {
  readonly total: number;
  readonly done: number;
  readonly refused: number;
  readonly isFinished: boolean;
  /** Those on this page. */
  readonly rows: readonly { readonly state: string; readonly reason: string | null }[];
};

function summaryOf({ total, done, refused, isFinished, rows }: Summed): string {
  const parts = [
    `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} done`,
    ...(refused > 0 ? [`${refused.toLocaleString("en-US")} not possible`] : []),
  ];
  const kept = rows.filter(({ state, reason }) => state !== "refused" && reason !== null).length;
  const waits =
    kept === 0 ? "" : kept === 1 ? " 1 still waits: it says why." : ` ${kept} still wait: each says why.`;
  const rest = isFinished ? "" : " You may leave this page: it goes on by itself.";
  return `${parts.join(", ")}.${waits}${rest}`;
}

export const ErrorBoundary = RouteError;
