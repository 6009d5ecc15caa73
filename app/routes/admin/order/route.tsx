import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { answerHold } from "#app/domain/orders/answer-hold.server.ts";
import { findOrderPage } from "#app/domain/orders/get-order-page.server.ts";
import {
  pressCancel,
  pressPay,
  pressPlace,
  pressRetry,
  pressSimulate,
} from "#app/domain/orders/press.server.ts";
import { pressDoubt } from "#app/domain/orders/press-doubt.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { orderWords } from "#app/ui/status-words.ts";
import { useFreshWhile } from "#app/ui/use-fresh-while.ts";
import { notFound } from "../not-found.ts";
import { parseForm } from "../parse-form.server.ts";
import { refuseUnlessOwner } from "../refuse-unless-owner.server.ts";
import { requireShop, type Visit } from "../require-shop.server.ts";
import { afterPlacing, doneAfterPlacing, isAfterPlacing, pressAfterPlacing } from "./after-placing.server.ts";
import { CustomerCard } from "./customer-card.tsx";
import { HoldCard } from "./hold-card.tsx";
import { MoneyCard } from "./money-card.tsx";
import { OrderActionsCard } from "./order-actions-card.tsx";
import { ParcelCard } from "./parcel-card.tsx";
import { TimelineCard } from "./timeline-card.tsx";

const simulated = z.enum(["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"]);

const pressed = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("place") }),
  z.object({ intent: z.literal("retry") }),
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("adopt") }),
  z.object({ intent: z.literal("place_again") }),
  z.object({ intent: z.literal("city_as_written") }),
  z.object({ intent: z.literal("choose_city"), city: z.string().min(1).max(100) }),
  z.object({ intent: z.literal("how_paid"), answer: z.enum(["cod", "bank_transfer", "wait"]) }),
  z.object({ intent: z.literal("pay"), parcelId: z.uuid() }),
  z.object({ intent: z.literal("simulate"), parcelId: z.uuid(), status: simulated }),
  z.object({ intent: z.enum(afterPlacing) }),
]);

const DONE = {
  place: "The order is being placed",
  retry: "Looking at it again",
  cancel: "The order is being cancelled",
  adopt: "The supplier's order is being taken over",
  place_again: "The order is being placed again",
  city_as_written: "Remembered; the order goes on",
  choose_city: "Remembered; the order goes on",
  how_paid: "Remembered; the order goes on",
  pay: "Paid from the wallet",
  simulate: "The test parcel moves on",
} as const;

function requireOrderId(id: string | undefined): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const page = await findOrderPage(ctx, requireOrderId(args.params.orderId));
  if (!page) throw notFound();
  return page;
}

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer | Response> {
  const visit = await requireShop(args);
  const press = await parseForm(args.request, pressed);
  const orderId = requireOrderId(args.params.orderId);
  const refusal = press.intent === "pay" ? await refuseUnlessOwner(args, visit) : null;
  if (refusal) return refusal;
  const answer = await doPress(visit, orderId, press);
  if (!answer.ok) return answer;
  const { intent } = press;
  return { ok: true, done: isAfterPlacing(intent) ? doneAfterPlacing(intent) : DONE[intent] };
}

function doPress({ ctx, by }: Pick<Visit, "ctx" | "by">, orderId: string, press: z.output<typeof pressed>) {
  switch (press.intent) {
    case "place":
      return pressPlace(ctx, { orderId, by });
    case "retry":
      return pressRetry(ctx, { orderId, by });
    case "cancel":
      return pressCancel(ctx, { orderId, by });
    case "adopt":
    case "place_again":
      return pressDoubt(ctx, { orderId, by, choice: press.intent });
    case "city_as_written":
      return answerHold(ctx, { orderId, by, answer: { kind: "city_as_written" } });
    case "choose_city":
      return answerHold(ctx, { orderId, by, answer: { kind: "city_chosen", city: press.city } });
    case "how_paid":
      return answerHold(ctx, { orderId, by, answer: { kind: "how_paid", answer: press.answer } });
    case "pay":
      return pressPay(ctx, { parcelId: press.parcelId, by });
    case "simulate":
      return pressSimulate(ctx, { parcelId: press.parcelId, status: press.status, by });
    default:
      return pressAfterPlacing({ ctx, by }, orderId, press.intent);
  }
}

const FINAL = new Set(["delivered", "refused", "cancelled", "not_ours"]);

export default function Order() {
  const order = useLoaderData<typeof loader>();
  useFreshWhile(!FINAL.has(order.state));
  return (
    <PageFrame
      title={order.name || "New order"}
      titleMetadata={<StatusBadge {...orderWords(order.state)} />}
      backAction={{ content: "Orders", url: "/orders" }}
      asOf={order.asOf}
    >
      {order.needs.length > 0 ? <HoldCard order={order} /> : null}
      <div className="k-order">
        <div className="k-order-main" id="parcels">
          {order.parcels.map((parcel) => (
            <ParcelCard key={parcel.id} parcel={parcel} simulate={order.actions.simulate[parcel.id] ?? []} />
          ))}
          <div className="k-order-last">
            <TimelineCard lines={order.timeline} />
          </div>
        </div>
        <div className="k-order-side">
          <OrderActionsCard order={order} />
          <MoneyCard order={order} />
          {order.customer ? <CustomerCard customer={order.customer} /> : null}
        </div>
      </div>
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
