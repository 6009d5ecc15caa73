import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, Card } from "@shopify/polaris";
import type { TraceLine } from "#app/domain/activity/trace/trace-line.ts";
import { traceOrder } from "#app/domain/activity/trace/trace-order.server.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useFileExport } from "#app/ui/use-csv-export.tsx";
import { requireOrderId } from "../require-order-id.ts";
import { TraceRow } from "./trace-row.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const trace = await traceOrder(ctx, requireOrderId(args.params.orderId));
  if (!trace) throw notFound();
  return trace;
}

/** One order from its first webhook to its last ledger line. */
export default function Trace() {
  const { id, name, lines, isCut, asOf } = useLoaderData<typeof loader>();
  const path = `/orders/${id}/trace/export`;
  const csv = useFileExport({ path, name: "trace", format: "csv" });
  const json = useFileExport({ path, name: "trace", format: "json" });
  return (
    <PageFrame
      title={`Trace of ${name || "a new order"}`}
      backAction={{ content: "Order", url: `/orders/${id}` }}
      secondaryActions={[csv.action, json.action]}
      asOf={asOf}
    >
      {csv.refusal ?? json.refusal}
      {isCut ? (
        <Banner tone="info">
          <p>More happened than fits here: of each kind the newest 500 are shown.</p>
        </Banner>
      ) : null}
      <Card padding="0">
        <h2 className="k-unseen">What happened, by time</h2>
        <ol className="k-rows">
          {lines.map((line: SerializeFrom<TraceLine>) => (
            <li key={line.key}>
              <TraceRow line={line} />
            </li>
          ))}
        </ol>
      </Card>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
