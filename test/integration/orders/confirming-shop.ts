import { askAgain } from "#app/domain/orders/confirmation/ask-again.server.ts";
import { undoContact } from "#app/domain/orders/confirmation/undo-contact.server.ts";
import type { ContactResult } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import { createOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import type { OrderRuleDraft } from "#app/domain/orders/rules/order-rule-draft.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { startPlacingShop } from "./placing-shop.ts";

const AS_AT_FIRST = {
  confirmationAsker: "shop",
  confirmationLimitHours: 24,
  confirmationReminderHours: 4,
  whenNotConfirmed: "hold",
  paused: false,
} as const;

export type ConfirmingShop = Awaited<ReturnType<typeof startConfirmingShop>>;

let people = 0;

/** A shop whose customers can be asked whether they mean their orders. */
export async function startConfirmingShop() {
  const shop = await startPlacingShop({ products: ["cooker"] });
  const { db } = shop.app;
  /** Another customer each time, unless one is given. */
  const order = (change: Partial<Placing> = {}): Placing => {
    people += 1;
    const phone = `+92300${String(7_300_000 + people)}`;
    return {
      lines: [shop.line("cooker", 1600)],
      customer: { firstName: "Ayesha", lastName: "Example", phone },
      ...change,
    };
  };
  const askFor = async (kind: OrderRuleDraft["kind"] = "value", limit = "1000"): Promise<void> => {
    const draft = { kind, limit };
    const made = await createOrderRule(await shop.context(), { effect: "confirm", draft, by: "Ali" });
    if (!made.ok) throw new Error(`The rule was refused: ${made.reason}`);
  };
  /** The limit has passed since. */
  const passLimit = async ({ id }: OrderRow): Promise<void> => {
    const dueAt = new Date(Date.now() - 1000);
    await db.orderConfirmation.updateMany({ where: { orderId: id }, data: { dueAt } });
  };
  return {
    ...{ ...shop, order, askFor, passLimit },
    async forgetRules() {
      await shop.supplier.control.clearFaults();
      await db.orderRule.deleteMany();
      await shop.settings(AS_AT_FIRST);
    },
    async buyAsked(change: Partial<Placing> = {}): Promise<OrderRow> {
      await askFor();
      return shop.buy(order(change), "held");
    },
    contact: async ({ id }: Pick<OrderRow, "id">, result: ContactResult, by = "Ali") =>
      recordContact(await shop.context(), { orderId: id, how: "call", result, by }),
    undo: async ({ id }: Pick<OrderRow, "id">, result: ContactResult) =>
      undoContact(await shop.context(), { orderId: id, result, by: "Ali" }),
    askAgain: async ({ id }: Pick<OrderRow, "id">) =>
      askAgain(await shop.context(), { orderId: id, by: "Ali" }),
    confirmationOf: ({ id }: Pick<OrderRow, "id">) =>
      db.orderConfirmation.findFirstOrThrow({ where: { orderId: id } }),
    decisionOf: ({ id }: Pick<OrderRow, "id">, kind: "confirmed" | "cancel") =>
      db.orderDecision.findFirst({ where: { orderId: id, kind } }),
    untilHeldBy: (row: OrderRow, code: string) =>
      shop.soon(`${row.name} to be ${code}`, async () => {
        const now = await shop.findOrder(row.orderGid);
        return now?.holdCode === code && (await shop.openCodes(now)).includes(code) ? now : null;
      }),
    async passLimitAndLook(row: OrderRow): Promise<void> {
      await passLimit(row);
      await shop.wake(row.orderGid);
    },
  };
}
