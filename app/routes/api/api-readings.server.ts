import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import { ordersViews } from "#app/domain/orders/list/orders-tab.ts";
import { payoutStates } from "#app/domain/payouts/payout.ts";
import { payoutKinds } from "#app/domain/payouts/payouts-filter.ts";
import type { ApiRight } from "#app/domain/read-api/api-rights.ts";
import { readHolds } from "#app/domain/read-api/read-holds.server.ts";
import { readOrders } from "#app/domain/read-api/read-orders.server.ts";
import { readPayouts } from "#app/domain/read-api/read-payouts.server.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { paymentModes } from "#app/supplier/payment-mode.ts";
import { dayInUrl } from "../admin/day-in-url.ts";

/** What an address of the API answers with, from the query behind it. */
export type ApiReading = (ctx: ShopContext, query: URLSearchParams) => Promise<object>;

/** A query that names what there is not, or holds what cannot be. */
export class ApiQueryError extends Error {}

const after = z
  .string()
  .transform((text, context) => {
    const cursor = parsePageCursor(text);
    // Each list of this API is in the order of a time; the app's own pages have others.
    if (!(cursor?.key instanceof Date)) context.addIssue("not a `next` of this API");
    return cursor;
  })
  .default(null);

const ordersQuery = z.strictObject({
  view: z.enum(ordersViews).default("all"),
  payment: z.enum(paymentModes).nullable().default(null),
  from: dayInUrl.nullable().default(null),
  to: dayInUrl.nullable().default(null),
  after,
});

const holdsQuery = z.strictObject({ after });

const payoutsQuery = z.strictObject({
  dated: z.stringbool({ truthy: ["true"], falsy: ["false"] }).default(true),
  state: z.enum(payoutStates).nullable().default(null),
  kind: z.enum(payoutKinds).nullable().default(null),
  after,
});

export const apiReadings: Readonly<Record<ApiRight, ApiReading>> = {
  orders: (ctx, query) => {
    const { view, payment, from, to, after } = parseQuery(ordersQuery, query);
    return readOrders(ctx, { view, filter: { ...noFilter, route: payment, from, to }, after });
  },
  holds: (ctx, query) => readHolds(ctx, parseQuery(holdsQuery, query)),
  payouts: (ctx, query) => {
    const { dated, state, kind, after } = parseQuery(payoutsQuery, query);
    return readPayouts(ctx, { span: dated ? "dated" : "undated", filter: { state, kind }, after });
  },
};

/** @throws ApiQueryError naming each part that was not understood */
function parseQuery<Schema extends z.ZodType>(schema: Schema, query: URLSearchParams): z.output<Schema> {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ApiQueryError(`\`${twice}\` is there twice.`);
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new ApiQueryError(`Not understood: ${faults.join("; ")}.`);
}
