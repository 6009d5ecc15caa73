import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { previewOrders } from "#app/domain/orders/bulk/preview-orders.server.ts";
import { spendsByCities, startOrdersRun } from "#app/domain/orders/bulk/start-orders-run.server.ts";
import { bulkActions } from "#app/domain/orders/commands/registry.ts";
import { toSearchInUrl } from "#app/domain/orders/search/search-in-url.server.ts";
import { type OrderId, toBulkRunId } from "#app/platform/ids.ts";
import { jsonText } from "#app/platform/json-text.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { runUrl } from "#app/ui/run-url.ts";
import { rememberActor } from "../refuse-spending.server.ts";
import { refuseUnlessGranted } from "../refuse-unless-granted.server.ts";
import type { Visit } from "../require-shop.server.ts";
import { chosenIds, findChosenOrders } from "./chosen-orders.server.ts";

const cities = jsonText(100_000).pipe(
  z.array(z.object({ spelling: z.string().min(1).max(200), city: z.string().max(100).nullable() })).max(100),
);

/** The address a form was sent from, without the path. */
const address = z.string().max(2000).default("");

export const ordersForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("search"), text: z.string().trim().max(100), address }),
  z.object({
    intent: z.literal("bulk"),
    action: z.enum(bulkActions),
    /** Those chosen, those of a run whose press is taken back, or everything the address shows. */
    ids: chosenIds.default([]),
    ofRun: z.uuid().transform(toBulkRunId).optional(),
    all: z.literal("1").optional(),
    cities: cities.optional(),
    address,
  }),
]);

type OrdersForm = z.output<typeof ordersForm>;

/** What the forms of the orders' list do. */
export function doOrders(args: ActionFunctionArgs, visit: Visit, form: OrdersForm) {
  return form.intent === "search" ? toSearch(visit, form) : startBulkAction(args, visit, form);
}

/** The address of a search, with what is looked for sealed. */
function toSearch(
  { ctx }: Visit,
  { text, address: before }: Extract<OrdersForm, { intent: "search" }>,
): Response {
  const params = new URLSearchParams(before);
  for (const key of ["after", "search", "q"]) params.delete(key);
  for (const [key, value] of Object.entries(toSearchInUrl(ctx, text)))
    if (value !== "") params.set(key, value);
  return redirect(`/orders?${params}`);
}

async function startBulkAction(
  args: ActionFunctionArgs,
  visit: Visit,
  form: Extract<OrdersForm, { intent: "bulk" }>,
): Promise<Response | ActionAnswer> {
  const refusal = await refuseSpendingMany(args, visit, form);
  if (refusal) return refusal;
  // Which of the others spend the wallet shows when their turn comes.
  if (form.action !== "cancel") await rememberActor(args, visit);
  const { action, cities: answers } = form;
  const orderIds = await findActionOrders(visit, form);
  const started = await startOrdersRun(visit.ctx, { action, orderIds, cities: answers, by: visit.by });
  return started.ok ? redirect(runUrl("orders", started.runId)) : started;
}

async function refuseSpendingMany(
  args: ActionFunctionArgs,
  visit: Visit,
  { action, cities: answers = [] }: Extract<OrdersForm, { intent: "bulk" }>,
): Promise<Response | null> {
  if (action === "pay") return refuseUnlessGranted(args, visit, "pay");
  const spends = action === "choose_city" && (await spendsByCities(visit.ctx, answers));
  return spends ? refuseUnlessGranted(args, visit, "pay", CITIES_SPEND) : null;
}

const CITIES_SPEND = {
  reason: "A prepaid order waits with one of these spellings, and placing it takes money from the wallet.",
  detail: "Ask the owner to press it, or to let you pay from the wallet. Other spellings you can choose now.",
};

/** Of all that a view shows only those a press fits, as they were counted before it. */
async function findActionOrders(
  { ctx, by }: Visit,
  form: Extract<OrdersForm, { intent: "bulk" }>,
): Promise<readonly OrderId[]> {
  const orderIds = await findChosenOrders(ctx, form);
  if (!form.all || form.action === "choose_city") return orderIds;
  return (await previewOrders(ctx, { action: form.action, orderIds, by })).able;
}
