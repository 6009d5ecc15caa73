import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { openCustomer, openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { toHandoffId } from "#app/platform/ids.ts";
import type { ChangedField } from "./find-difference.ts";

/** One row of what was sent beside what the order says now. */
export type ChangedRow = {
  readonly what: ChangedField | "item" | "amount";
  /** Of an item: its title. */
  readonly title: string | null;
  readonly sent: string;
  readonly now: string;
};

const field = z.enum(["name", "phone", "address", "city", "secondPhone", "landmark"]);

const holdParams = z.object({
  handoffId: z.string().transform(toHandoffId),
  fields: z.array(field),
  corrected: z.array(field).default([]),
  items: z.array(z.object({ title: z.string(), sent: z.number(), now: z.number() })),
});

type OpenHoldRow = { readonly code: string; readonly params: unknown };

/** What `changed_after_placing` is about; the customer's words come from the sealed columns, not from the question (R40). */
export function toChangeOnPage(
  ctx: ShopContext,
  order: OrderRecord,
  holds: readonly OpenHoldRow[],
): readonly ChangedRow[] {
  const hold = holds.find(({ code }) => code === "changed_after_placing");
  const params = holdParams.safeParse(hold?.params);
  const handoff = order.handoffs.find(({ id }) => params.success && id === params.data.handoffId);
  if (!params.success || !handoff) return [];
  const sent = openSentCustomer(ctx, handoff);
  const inOrder = openCustomer(ctx, order);
  const edit = openCustomerEdit(ctx, order)?.edit;
  const { corrected } = params.data;
  const fields = params.data.fields.map((what) => ({
    ...{ what, title: null, sent: wordOf(sent, what) },
    now: wordOf(corrected.includes(what) ? edit : inOrder, what),
  }));
  const items = params.data.items.map((item) => ({
    ...{ what: "item" as const, title: item.title, sent: String(item.sent), now: String(item.now) },
  }));
  return [...fields, ...items, ...toAmount(holds)];
}

type Words = Readonly<Partial<Record<ChangedField, string | null>>>;

function wordOf(words: Words | null | undefined, what: ChangedField): string {
  return words?.[what] ?? "—";
}

const courierParams = z.object({ courierCollects: z.number(), outstandingPaisa: z.number() });

/** As the alert beside it says. */
function toAmount(holds: readonly OpenHoldRow[]): ChangedRow[] {
  const alert = holds.find(({ code }) => code === "courier_will_collect_too_much");
  const { data } = courierParams.safeParse(alert?.params);
  if (!data) return [];
  const now = Math.round(data.outstandingPaisa / 100);
  return [{ what: "amount", title: null, sent: String(data.courierCollects), now: String(now) }];
}
