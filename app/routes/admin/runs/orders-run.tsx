import type { SerializeFrom } from "@remix-run/node";
import { InlineStack } from "@shopify/polaris";
import type { BulkRow, OrdersRun as Run } from "#app/domain/orders/bulk/find-orders-run.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { doingWords, ordersInWords } from "#app/routes/admin/orders/bulk-words.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { runSummary, waitsWords } from "#app/ui/run-words.ts";
import { StartedAt } from "#app/ui/started-at.tsx";
import { orderWords, type StatusWords } from "#app/ui/status-words.ts";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { RunFrame } from "./run-frame.tsx";
import { IN_QUEUE, NOT_POSSIBLE, RunRow } from "./run-row.tsx";

type ShownRun = SerializeFrom<Run>;

/** What became of one press on many orders, row by row. */
export function OrdersRun({ run }: { readonly run: ShownRun }) {
  const back = useListAddress("/orders");
  const { action, total, done, refused, isFinished } = run;
  usePollingWhile(!isFinished || run.rows.some(({ state }) => state === "working"));
  return (
    <RunFrame
      title={doingWords(action, total)}
      back={{ content: "Orders", url: back }}
      asOf={run.asOf}
      sentences={[runSummary(run, waitsWords(countWaiting(run)))]}
      begun={<StartedAt at={run.startedAt} asOf={run.asOf} />}
      progress={isFinished ? null : { done: done + refused, total }}
      choices={isFinished && action === "cancel" && done > 0 ? <Undo run={run} /> : null}
      rows={run.rows.map((row) => ({ id: row.order.id, row: <OrderResult row={row} action={action} /> }))}
      next={run.next}
      nextWords="Next orders"
    />
  );
}

function Undo({ run }: { readonly run: ShownRun }) {
  return (
    <InlineStack>
      <ActionButton
        label={`Undo: resume ${ordersInWords(run.done)}`}
        intent="bulk"
        action="/orders"
        fields={{ action: "resume", ofRun: run.id }}
      />
    </InlineStack>
  );
}

/** How many on this page were pressed and wait all the same. */
function countWaiting({ rows }: ShownRun): number {
  return rows.filter(({ state, reason }) => state !== "refused" && reason !== null).length;
}

type OrderResultProps = { readonly row: SerializeFrom<BulkRow>; readonly action: BulkAction };

function OrderResult({ row, action }: OrderResultProps) {
  const { order, reason } = row;
  const title = [order.name || "New order", order.customer].filter(Boolean).join(" · ");
  return (
    <RunRow to={`/orders/${order.id}`} title={title} status={resultWords(row, action)} reason={reason} />
  );
}

function resultWords({ state, order }: OrderResultProps["row"], action: BulkAction): StatusWords {
  switch (state) {
    case "waiting":
      return IN_QUEUE;
    case "working":
      return { label: "Being worked on", tone: "info" };
    case "refused":
      return NOT_POSSIBLE;
    case "done":
      return action === "pay" ? { label: "Paid", tone: "success" } : orderWords(order.state);
  }
}
