import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Pagination } from "@shopify/polaris";
import { z } from "zod";
import { listOrders } from "#app/domain/orders/list-orders.server.ts";
import { parseOrdersCursor } from "#app/domain/orders/orders-cursor.ts";
import { ordersTabs } from "#app/domain/orders/orders-tab.ts";
import { pressPlaceMany } from "#app/domain/orders/press-place-many.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useFreshWhile } from "#app/ui/use-fresh-while.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { OrderCards } from "./order-cards.tsx";
import { OrderTable } from "./order-table.tsx";
import { OrdersFilter } from "./orders-filter.tsx";
import { useOrdersUrl } from "./orders-url.ts";
import { emptyWords } from "./orders-words.ts";

const query = z.object({
  tab: z.enum(ordersTabs).nullable().catch(null),
  search: z.string().trim().max(100).catch(""),
  after: z.string().transform(parseOrdersCursor).nullable().catch(null),
});

const press = z.object({
  intent: z.literal("place"),
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).max(100)),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const asked = query.parse({
    tab: null,
    after: null,
    ...Object.fromEntries(new URL(args.request.url).searchParams),
  });
  return { ...(await listOrders(ctx, asked)), search: asked.search };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { ids } = await parseForm(args.request, press);
  return pressPlaceMany(ctx, { orderIds: ids, by });
}

export default function Orders() {
  const { rows, next, counts, tab, search, asOf } = useLoaderData<typeof loader>();
  const { goNext, goBack, isFirst } = useOrdersUrl();
  useFreshWhile(rows.some(({ state }) => state === "new" || state === "placing"));
  const empty = emptyWords(tab, search, counts.all);
  return (
    <PageFrame title="Orders" asOf={asOf} wide>
      <Card padding="0">
        <OrdersFilter tab={tab} search={search} counts={counts} />
        {rows.length > 0 ? (
          <>
            <div className="k-desk">
              <OrderTable rows={rows} asOf={asOf} selectable={tab === "to_place"} />
            </div>
            <div className="k-phone">
              <OrderCards rows={rows} asOf={asOf} />
            </div>
          </>
        ) : null}
      </Card>
      {rows.length === 0 ? <EmptyCard {...empty} /> : null}
      {next || !isFirst ? (
        <BlockStack inlineAlign="center">
          <Pagination
            hasPrevious={!isFirst}
            onPrevious={goBack}
            hasNext={next !== null}
            onNext={() => next && goNext(next)}
          />
        </BlockStack>
      ) : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
