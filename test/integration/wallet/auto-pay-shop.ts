import { listAttention } from "#app/domain/home/issues-on-home.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { switchAutoPayOn } from "#app/domain/wallet/funds/auto-pay-setting.server.ts";
import { runAutoPay } from "#app/domain/wallet/funds/run-auto-pay.server.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

/** What the wallet pays for one waiting parcel. */
export const COST = 1200;

/** A shop whose service pays no waiting parcel by itself when money arrives. */
export type AutoPayShop = Awaited<ReturnType<typeof startAutoPayShop>>;

export async function startAutoPayShop() {
  const shop = await startPlacingShop();
  await shop.supplier.control.setUndefined({ preset: "plain", topUpPaysWaiting: false });
  return { ...shop, ...describeWallet(shop), ...describeAutoPay(shop) };
}

function describeWallet(shop: PlacingShop) {
  async function setWallet(amount: number): Promise<void> {
    const { wallets } = await shop.supplier.control.audit();
    const available = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
    if (available > 0) await shop.supplier.control.withdraw({ amount: available });
    if (amount > 0) await shop.supplier.control.topUp({ amount });
  }
  return {
    setWallet,
    /** Prepaid orders the wallet could not cover, each with a nearer deadline than the one before; nothing else waits. */
    async waiting(count: number): Promise<OrderRow[]> {
      const { parcel } = shop.app.db;
      await parcel.updateMany({ where: { status: "AWAITING_FUNDS" }, data: { status: "CANCELLED" } });
      await setWallet(0);
      const rows: OrderRow[] = [];
      for (let made = 0; made < count; made += 1) {
        const row = await shop.buy({ lines: [shop.line("cooker", 1600)], payment: "paid" }, "awaiting_funds");
        const fundsDeadline = new Date(Date.now() + (50 - made) * 3_600_000);
        const parcelId = shop.parcels(row)[0]?.id ?? "";
        await parcel.update({ where: { id: parcelId }, data: { fundsDeadline } });
        rows.push(row);
      }
      return rows;
    },
    /** How often the wallet paid for each order's parcel. */
    async timesPaid(rows: readonly OrderRow[]): Promise<number[]> {
      const { wallets } = await shop.supplier.control.audit();
      const ledger = wallets.flatMap((wallet) => wallet.ledger).filter(({ amount }) => amount < 0);
      return rows.map((row) => {
        const ids = shop.parcels(row).map(({ supplierOrderId }) => supplierOrderId);
        return ledger.filter(({ orderId }) => ids.includes(asId(orderId ?? ""))).length;
      });
    },
  };
}

function describeAutoPay(shop: PlacingShop) {
  /** One of the test before may still have been asked for. */
  async function isUnwatched(): Promise<boolean> {
    const work = await shop.app.db.work.findMany({ where: { kind: "sweep.run" } });
    return work.every(
      ({ subject, leaseToken, nextRunAt }) =>
        !subject.startsWith("funds") || (leaseToken === null && nextRunAt === null),
    );
  }
  return {
    /** No setting, a person who may pay, and no look at the funds but those a test asks for. */
    async forget(): Promise<void> {
      await shop.app.db.autoPay.deleteMany();
      await shop.app.db.schedule.updateMany({
        where: { kind: "funds" },
        data: { nextRunAt: new Date(Date.now() + 3_600_000) },
      });
      await waitFor(isUnwatched, { what: "the looks at the funds to be over" });
      await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: ["pay"] } });
    },
    run: async () => runAutoPay(await shop.context()),
    switchOn: async (daily: number) =>
      switchAutoPayOn(await shop.context(), { by: "7", dailyPkr: rupees(daily) }),
    /** The row on Home that says why nothing more is paid by itself. */
    async openIssue(): Promise<string | null> {
      const { issues } = await listAttention(await shop.context(), "7");
      return issues.find(({ code }) => code === "auto_pay_stopped")?.sentence ?? null;
    },
    async shopFacts(): Promise<string[]> {
      const where = { shopId: shop.shopId, thing: "shop" as const, code: { startsWith: "auto_pay" } };
      const rows = await shop.app.db.timelineEntry.findMany({ where, orderBy: { id: "asc" } });
      return rows.map(({ code }) => code);
    },
  };
}
