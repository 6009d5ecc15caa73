import { randomUUID } from "node:crypto";
import type { OrderGid } from "#app/platform/ids.ts";
import { DEMO_LIVE_KEY, DEMO_LIVE_KEY_ID, DEMO_LIVE_SECRET } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { type ButtonShop, daysAgo } from "./button-shop.ts";
import { type HoldScenario, type HoldScenarios, scenarioTools } from "./hold-scenario.ts";

type Code =
  | "account_not_connected"
  | "answer_too_late"
  | "cod_below_cost"
  | "daily_cap_reached"
  | "deposit_required"
  | "dropship_disabled"
  | "duplicate_differs"
  | "idempotency_key_reused"
  | "insufficient_balance"
  | "invalid_key"
  | "ip_not_allowed"
  | "out_of_stock"
  | "placing_delayed"
  | "prepaid_disabled"
  | "reseller_not_active"
  | "reseller_suspended"
  | "variant_not_found";

type Row = { readonly id: string; readonly orderGid: string };

const post = { method: "POST", path: "/orders" } as const;

/** Holds for what the service answers before it takes an order. */
export function scenariosOfTheService(shop: ButtonShop): Pick<HoldScenarios, Code> {
  const { cooker, held, service } = scenarioTools(shop);
  const { db } = shop.app;
  const variantId = shop.cookerVariant;
  const cleared = async () => {
    await service.clearFaults();
    await shop.forgetLimits();
  };
  const account = (change: Parameters<typeof service.setAccount>[0]) => () => service.setAccount(change);
  type AccountHold = {
    readonly code: Code;
    readonly begin: () => Promise<unknown>;
    readonly end: () => Promise<unknown>;
  };
  /** The reason is the account's or its key's: it ends there, and a new connection or a look finds it. */
  const ofAccount = ({ code, begin, end }: AccountHold): HoldScenario => ({
    async hold() {
      await begin();
      return held(code);
    },
    ...{ mend: end, restore: end },
  });
  /** The service was asked, and no answer came. */
  const unanswered = async () => {
    await service.armFault({ kind: "cut", when: "before", times: 1000, ...post });
    const { gid } = await shop.place(cooker());
    const where = { handoff: { order: { orderGid: asId<OrderGid>(gid) } }, sends: { gt: 0 } };
    await shop.soon("the first sending", async () => (await db.handoffAttempt.count({ where })) > 0);
    return gid;
  };
  const connectAgain = async () => {
    await db.supplierConnection.updateMany({ data: { accountId: shop.accountId } });
    await cleared();
    await shop.connect(DEMO_LIVE_KEY);
  };
  const stocked = async () => {
    await service.clearFaults();
    await service.setStock({ variantId, stock: 500 });
    // Until Shopify has it back, it routes orders elsewhere.
    const where = { supplierVariantId: variantId, pushedQuantity: { gt: 0 } };
    await shop.soon("the stock to be back in Shopify", () => db.listedVariant.findFirst({ where }));
  };
  const restored = async () => {
    await service.clearFaults();
    for (const productId of ["prd_cooker", "prd_lantern"]) await service.restoreProduct({ productId });
    // What was read while it was away may have been written to Shopify: other stock is told, and written anew.
    await service.setStock({ variantId, stock: 499 });
    await stocked();
  };
  return {
    invalid_key: ofAccount({
      code: "invalid_key",
      begin: () => service.revokeKey({ keyId: DEMO_LIVE_KEY_ID }),
      end: () => service.addKey({ id: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET, mode: "live" }),
    }),
    ip_not_allowed: ofAccount({
      code: "ip_not_allowed",
      begin: account({ allowedIps: ["203.0.113.9"] }),
      end: account({ allowedIps: null }),
    }),
    reseller_suspended: ofAccount({
      code: "reseller_suspended",
      begin: account({ status: "suspended", statusReason: "Documents missing" }),
      end: account({ status: "active" }),
    }),
    reseller_not_active: ofAccount({
      code: "reseller_not_active",
      begin: account({ status: "pending" }),
      end: account({ status: "active" }),
    }),
    dropship_disabled: ofAccount({
      code: "dropship_disabled",
      begin: () => service.setPaused({ paused: true }),
      end: () => service.setPaused({ paused: false }),
    }),
    deposit_required: ofAccount({
      code: "deposit_required",
      begin: account({ deposit: 0 }),
      end: account({ deposit: 2000 }),
    }),
    insufficient_balance: ofAccount({
      code: "insufficient_balance",
      begin: shop.emptyWallet,
      end: () => service.topUp({ amount: 1_000_000 }),
    }),
    out_of_stock: ofAccount({
      code: "out_of_stock",
      async begin() {
        // No event of it comes: Shopify still has it, and routes the next order here.
        await service.armFault({ kind: "webhook_lost", times: 100 });
        await service.setStock({ variantId, stock: 0 });
      },
      end: stocked,
    }),
    variant_not_found: {
      // What is linked once stays linked: the others are pressed on a product of their own.
      async hold(way) {
        const product = way === "map_variant" ? "lantern" : "cooker";
        // No event of it comes: the listing stays as it is for the next order.
        await service.armFault({ kind: "webhook_lost", times: 100 });
        await service.removeProduct({ productId: `prd_${product}` });
        return held("variant_not_found", { lines: [shop.line(product, 3000)] });
      },
      ...{ mend: restored, restore: restored },
    },
    prepaid_disabled: {
      async hold() {
        await service.setTerms({ allowPrepaid: false });
        return held("prepaid_disabled", { payment: "paid" });
      },
      mend: () => service.setTerms({ allowPrepaid: true }),
      restore: () => service.setTerms({ allowPrepaid: true }),
    },
    cod_below_cost: {
      async hold() {
        await service.setPrice({ variantId, wholesalePrice: 1500 });
        return held("cod_below_cost", { shipping: 0 });
      },
      mend: () => service.setPrice({ variantId, wholesalePrice: 1000 }),
      restore: () => service.setPrice({ variantId, wholesalePrice: 1000 }),
    },
    daily_cap_reached: {
      async hold() {
        await service.armFault({ kind: "refused", code: "daily_cap_reached", times: 1000, ...post });
        return held("daily_cap_reached");
      },
      ...{ mend: cleared },
      async restore() {
        await cleared();
        await db.supplierConnection.updateMany({ data: { capUntil: null } });
      },
    },
    placing_delayed: {
      async hold() {
        await service.armFault({ kind: "error", when: "before", times: 1000, ...post });
        return held("placing_delayed");
      },
      ...{ mend: cleared, restore: cleared },
    },
    account_not_connected: {
      async hold() {
        const gid = await unanswered();
        await db.supplierConnection.updateMany({ data: { accountId: asId("somebody-else") } });
        await db.work.updateMany({
          where: { subject: gid },
          data: { nextRunAt: new Date(), requestedGeneration: { increment: 1 } },
        });
        return shop.reached(gid, "account_not_connected");
      },
      ...{ mend: connectAgain, restore: connectAgain },
    },
    answer_too_late: {
      async hold() {
        const gid = await unanswered();
        const where = { handoff: { order: { orderGid: asId<OrderGid>(gid) } } };
        await db.handoffAttempt.updateMany({ where, data: { createdAt: daysAgo(6.5) } });
        await db.work.updateMany({
          where: { subject: gid },
          data: { nextRunAt: new Date(), requestedGeneration: { increment: 1 } },
        });
        return shop.reached(gid, "answer_too_late");
      },
      ...{ mend: cleared, mendFirst: ["compare_and_choose"], restore: cleared },
    },
    idempotency_key_reused: {
      async hold() {
        await service.armFault({ kind: "refused", code: "idempotency_key_reused", times: 1000, ...post });
        return held("idempotency_key_reused");
      },
      ...{ mend: cleared, mendFirst: ["compare_and_choose"], restore: cleared },
    },
    duplicate_differs: {
      async hold() {
        await shop.settings({ paused: true });
        const row = await shop.buy(cooker(), "waiting");
        await orderPastTheApp(shop, row);
        await shop.settings({ paused: false });
        await shop.wake(row.orderGid);
        return shop.reached(row.orderGid, "duplicate_differs");
      },
      mend: (row) => shop.press(row, { intent: "adopt" }),
      form: { compare_and_choose: { intent: "adopt" } },
    },
  };
}

/** Somebody else uses the number the app is going to use, for another sum. */
async function orderPastTheApp(shop: ButtonShop, { orderGid }: Row): Promise<void> {
  const { gid } = await shop.app.db.shop.findFirstOrThrow();
  const externalOrderId = [gid, orderGid].map((each) => each?.split("/").at(-1)).join("-");
  await fetch(`${shop.supplier.baseUrl}/orders`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${DEMO_LIVE_KEY}`, "content-type": "application/json" },
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({
      ...{ externalOrderId, paymentMode: "COD", shippingCharged: 200 },
      customer: { name: "Ayesha", phone: "+923001234567", address: "House 12", city: "Lahore" },
      items: [{ variantId: shop.cookerVariant, quantity: 1, resalePrice: 1500 }],
    }),
  });
}
