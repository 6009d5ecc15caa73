import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card } from "@shopify/polaris";
import { findRunning } from "#app/domain/bulk-actions/find-running.server.ts";
import { bulkActions } from "#app/domain/orders/commands/registry.ts";
import { listCities } from "#app/domain/orders/customer/pakistan-cities.ts";
import { listOrders } from "#app/domain/orders/list/list-orders.server.ts";
import { isFiltered } from "#app/domain/orders/list/orders-filter.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useResourcePage } from "#app/ui/resource-list/use-resource-page.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { runUrl } from "#app/ui/run-url.ts";
import { RunningStrip } from "#app/ui/running-strip.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { doingWords } from "./bulk-words.ts";
import { doOrders, ordersForm } from "./do-orders.server.ts";
import { OrdersFilter } from "./orders-filter.tsx";
import { OrdersList } from "./orders-list.tsx";
import { readOrdersQuery } from "./orders-query.server.ts";
import { OrdersViews } from "./orders-views.tsx";
import { emptyWords } from "./orders-words.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const query = readOrdersQuery(ctx, new URL(args.request.url).searchParams);
  const [page, running] = await Promise.all([listOrders(ctx, query), findRunning(ctx, bulkActions)]);
  const asksForCity = page.rows.some(({ askedCity }) => askedCity !== null);
  return {
    ...page,
    running,
    search: query.search,
    filter: query.filter,
    cities: asksForCity ? listCities().map(({ name }) => name) : [],
  };
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireShop(args);
  return doOrders(args, visit, await parseForm(args.request, ordersForm));
}

const CALLS = { content: "Calls", url: "/orders/calls" };
const FUNDS = { content: "Pay what waits", url: "/wallet/funds" };

export default function Orders() {
  const { rows, next, counts, view, search, sort, filter, asOf, running, cities } =
    useLoaderData<typeof loader>();
  const { place, onChoosing } = useResourcePage({
    pageKeys: ["after"],
    isMoving: running !== null || rows.some(({ state }) => state === "new" || state === "placing"),
  });
  const exporting = useCsvExport({ path: "/orders/export", name: "orders" });
  const more = view === "awaiting_funds" ? [FUNDS] : [];
  return (
    <PageFrame title="Orders" asOf={asOf} wide secondaryActions={[...more, CALLS, exporting.action]}>
      {exporting.refusal}
      {running ? (
        <RunningStrip
          run={running}
          words={doingWords(running.kind, running.total)}
          url={runUrl("orders", running.id)}
        />
      ) : null}
      <Card padding="0">
        <OrdersViews view={view} counts={counts} />
        <OrdersFilter {...{ filter, search, sort }} />
        {rows.length > 0 ? (
          <ListBody>
            <OrdersList
              key={place}
              {...{ rows, asOf, sort, cities }}
              hasMore={next !== null}
              onChoosing={onChoosing}
            />
          </ListBody>
        ) : null}
      </Card>
      {rows.length === 0 ? (
        <EmptyCard {...emptyWords({ view, search, isFiltered: isFiltered(filter), total: counts.all })} />
      ) : null}
      <ListPages next={next} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
