import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, Text } from "@shopify/polaris";
import { z } from "zod";
import { findSupplierAsking } from "#app/domain/orders/confirmation/find-supplier-asking.server.ts";
import { listCalls } from "#app/domain/orders/confirmation/list-calls.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { SupplierAsking } from "#app/ui/supplier-asking.tsx";
import { requireShop } from "../../require-shop.server.ts";
import { CallRow } from "./call-row.tsx";
import { LastAnswer } from "./last-answer.tsx";
import { useCallAnswers } from "./use-call-answers.ts";

const after = z.string().transform(parsePageCursor).nullable().catch(null);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const place = after.parse(new URL(args.request.url).searchParams.get("after"));
  const [page, supplierAsking] = await Promise.all([listCalls(ctx, place), findSupplierAsking(ctx)]);
  return { ...page, supplierAsking: ctx.shop.confirmationAsker === "shop" ? supplierAsking : null };
}

const ORDERS = { content: "Orders", url: "/orders" };

/** The customers to call before their orders are placed, the most urgent first. */
export default function Calls() {
  const { calls, next, leftToday, supplierAsking, asOf } = useLoaderData<typeof loader>();
  const { last, isBusy, answer, undo, listRef } = useCallAnswers();
  return (
    <PageFrame title="Calls" asOf={asOf} backAction={ORDERS}>
      {supplierAsking ? <SupplierAsking {...supplierAsking} hasLink /> : null}
      {calls.length === 0 ? (
        <EmptyCard
          title="Nobody to call"
          text="Orders whose customer is to confirm them before they are placed appear here, with what to say."
          step={{ label: "Choose which orders ask for it", url: "/settings/confirmation" }}
        />
      ) : (
        <Card padding="0">
          <div className="k-card-head">
            <Text as="h2" variant="headingMd">
              {leftToday === 0 ? "All called today" : `${leftToday.toLocaleString("en-US")} left today`}
            </Text>
          </div>
          <ListBody>
            <ul className="k-rows" ref={listRef}>
              {calls.map((call) => (
                <li key={call.id}>
                  <CallRow call={call} asOf={asOf} isBusy={isBusy} onAnswer={answer} />
                </li>
              ))}
            </ul>
          </ListBody>
        </Card>
      )}
      <ListPages next={next} />
      <LastAnswer last={last} isBusy={isBusy} onUndo={undo} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
