import { createOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import type { ButtonShop } from "./button-shop.ts";
import { type HoldScenarios, scenarioTools } from "./hold-scenario.ts";

type Code =
  | "awaiting_confirmation"
  | "city_ambiguous"
  | "city_unknown"
  | "customer_blocked"
  | "customer_data_missing"
  | "customer_data_not_approved"
  | "customer_edit_outdated"
  | "held_by_rule"
  | "looks_twice"
  | "not_confirmed"
  | "not_in_pakistan"
  | "phone_foreign"
  | "phone_invalid"
  | "quote_refused"
  | "validation_error";

let people = 0;

const calledBy = (phone: string): Partial<Placing> => ({
  customer: { firstName: "Ayesha", lastName: "Example", phone },
  shippingAddress: { phone },
});

/** An order whose customer is to confirm it. */
async function unconfirmed(shop: ButtonShop, order: Placing): Promise<OrderRow> {
  const draft = { kind: "value", limit: "1000" } as const;
  await createOrderRule(await shop.context(), { effect: "confirm", draft, by: "Ali" });
  return shop.reach("awaiting_confirmation", order);
}

/** Holds for whom the parcel goes to. */
export function scenariosOfCustomers(shop: ButtonShop): Pick<HoldScenarios, Code> {
  const { cooker, held, service, shopify } = scenarioTools(shop);
  const address = (change: Parameters<typeof shopify.editAddress>[0]["address"]) => {
    return async ({ orderGid }: { readonly orderGid: string }) => {
      shopify.editAddress({ orderId: orderGid, address: change });
      await shop.wake(orderGid);
    };
  };
  const cancelled = async ({ orderGid }: { readonly orderGid: string }) => {
    shopify.cancelOrder({ orderId: orderGid });
    await shop.wake(orderGid);
  };
  const cleared = () => service.clearFaults();
  const refuse = (path: string, message: string) =>
    service.armFault({
      kind: "refused",
      code: "validation_error",
      method: "POST",
      path,
      message,
      times: 1000,
    });
  return {
    customer_data_missing: {
      hold: () => held("customer_data_missing", { shippingAddress: { address1: "", address2: null } }),
      mend: address({ address1: "House 7, Street 9, Block C" }),
    },
    customer_data_not_approved: {
      async hold() {
        shopify.setShop({ customerDataApproved: false });
        return held("customer_data_not_approved");
      },
      mend: async () => shopify.setShop({ customerDataApproved: true }),
      restore: async () => shopify.setShop({ customerDataApproved: true }),
    },
    customer_edit_outdated: {
      async hold() {
        await shop.settings({ paused: true });
        const row = await shop.buy(cooker(), "waiting");
        await shop.press(row, { intent: "edit_customer", ...shop.goodCustomer() });
        shopify.editAddress({ orderId: row.orderGid, address: { address1: "House 99, Newer Street 3" } });
        await shop.settings({ paused: false });
        await shop.wake(row.orderGid);
        return shop.reached(row.orderGid, "customer_edit_outdated");
      },
      mend: (row) => shop.press(row, { intent: "keep_edit" }),
    },
    phone_invalid: {
      hold: () => held("phone_invalid", calledBy("0923001234511")),
      mend: address({ phone: "+923001234513" }),
    },
    phone_foreign: {
      hold: () => held("phone_foreign", calledBy("+442079460958")),
      mend: address({ phone: "+923001234514" }),
    },
    city_unknown: {
      hold() {
        people += 1;
        return held("city_unknown", { shippingAddress: { city: `Qasba Nowhere ${"x".repeat(people)}` } });
      },
      mend: address({ city: "Lahore" }),
    },
    city_ambiguous: {
      hold: () => held("city_ambiguous", { shippingAddress: { city: "guj" } }),
      mend: address({ city: "Lahore" }),
      restore: () => shop.app.db.rememberedAnswer.deleteMany(),
    },
    looks_twice: {
      async hold() {
        people += 1;
        const order = cooker(calledBy(`+9230099${String(10_000 + people)}`));
        await shop.buy(order);
        return shop.reach("looks_twice", order);
      },
      mend: cancelled,
      mended: "cancelled",
    },
    held_by_rule: {
      async hold() {
        const draft = { kind: "value", limit: "1000" } as const;
        await createOrderRule(await shop.context(), { effect: "hold", draft, by: "Ali" });
        return held("held_by_rule");
      },
      mend: cancelled,
      mended: "cancelled",
      restore: () => shop.app.db.orderRule.deleteMany(),
    },
    awaiting_confirmation: {
      hold: () => unconfirmed(shop, cooker()),
      mend: cancelled,
      mended: "cancelled",
      restore: () => shop.app.db.orderRule.deleteMany(),
    },
    not_confirmed: {
      async hold() {
        const { id, orderGid } = await unconfirmed(shop, cooker());
        const dueAt = new Date(Date.now() - 1000);
        await shop.app.db.orderConfirmation.updateMany({ where: { orderId: id }, data: { dueAt } });
        await shop.wake(orderGid);
        return shop.reached(orderGid, "not_confirmed");
      },
      mend: cancelled,
      mended: "cancelled",
      // Then it waits for its customer.
      ends: { ask_again: "held" },
      restore: () => shop.app.db.orderRule.deleteMany(),
    },
    not_in_pakistan: {
      hold: () => held("not_in_pakistan", { shippingAddress: { countryCode: "AE", city: "Dubai" } }),
      mend: address({ countryCode: "PK", city: "Lahore" }),
    },
    customer_blocked: {
      async hold(way) {
        people += 1;
        const person = calledBy(`+9230098${String(10_000 + people)}`);
        await service.setTerms({ blacklistRefusals: 0 });
        const refused = await held("customer_blocked", person);
        if (way !== "ask_supplier_again" && way !== "forget_block") return refused;
        await service.setTerms({ blacklistRefusals: 1000 });
        // Not asked again for another order of the same phone.
        return held("customer_blocked", { ...person, lines: [shop.line("cooker", 1600, 2)] });
      },
      mend: cancelled,
      mended: "cancelled",
      restore: () => service.setTerms({ blacklistRefusals: 1000 }),
    },
    quote_refused: {
      async hold() {
        await refuse("/shipping/quote", "No courier goes there");
        return held("quote_refused");
      },
      ...{ mend: cleared, mendFirst: ["edit_customer"], restore: cleared },
    },
    validation_error: {
      async hold() {
        await refuse("/orders", "The address is too short");
        return held("validation_error");
      },
      ...{ mend: cleared, mendFirst: ["edit_customer"], restore: cleared },
    },
  };
}
