import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack } from "@shopify/polaris";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { isUnplaced } from "#app/domain/orders/page/order-actions.ts";
import { isFinished } from "#app/domain/orders/reconcile/order-age.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { TimelineCard } from "#app/ui/timeline-card.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { answerCommand } from "./answer-command.server.ts";
import { ContactCard } from "./contact-card.tsx";
import { CustomerCard } from "./customer-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { HoldCard, WaitCard } from "./hold-card.tsx";
import { ItemsCard } from "./items-card.tsx";
import { MoneyCard } from "./money-card.tsx";
import { OrderActionsCard } from "./order-actions-card.tsx";
import { OrderStatus } from "./order-status.tsx";
import { ParcelCard } from "./parcel-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { requireOrderId } from "./require-order-id.ts";
import { WalletRefusal } from "./wallet-refusal.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const page = await findOrderPage(ctx, requireOrderId(args.params.orderId), by);
  if (!page) throw notFound();
  return page;
}

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer | Response> {
  const visit = await requireShop(args);
  return answerCommand(args, visit, requireOrderId(args.params.orderId));
}

export default function Order() {
  const order = useLoaderData<typeof loader>();
  const back = useListAddress("/orders");
  usePollingWhile(!isFinished(order.state));
  return (
    <PageFrame
      title={order.name || "New order"}
      titleMetadata={<OrderStatus order={order} />}
      backAction={{ content: "Orders", url: back }}
      secondaryActions={[{ content: "Trace", url: `/orders/${order.id}/trace` }]}
      asOf={order.asOf}
    >
      {order.walletRefusal ? <WalletRefusal refusal={order.walletRefusal} /> : null}
      {order.holds.length > 0 ? <HoldCard order={order} /> : <WaitCard order={order} />}
      <div className="k-order">
        <div className="k-order-main">
          <ItemsCard order={order} />
          {order.parcels.length > 0 ? (
            <BlockStack gap="400" id="parcels">
              {order.parcels.map((parcel) => (
                <ParcelCard
                  key={parcel.id}
                  parcel={parcel}
                  simulate={order.actions.simulate[parcel.id] ?? []}
                  isPayable={order.actions.pay.includes(parcel.id)}
                />
              ))}
            </BlockStack>
          ) : null}
          <div className="k-order-last">
            <TimelineCard
              lines={order.timeline}
              empty="What happens to this order appears here, line by line."
            />
          </div>
        </div>
        <div className="k-order-side">
          <MoneyCard order={order} />
          {isUnplaced(order.state) ? <PreviewCard orderId={order.id} /> : null}
          {order.contact ? <ContactCard order={order} contact={order.contact} /> : null}
          {order.customer ? (
            <CustomerCard orderId={order.id} customer={order.customer} fixes={order.fixes} />
          ) : null}
          {order.history ? <HistoryCard order={order} history={order.history} /> : null}
          <OrderActionsCard order={order} />
        </div>
      </div>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
