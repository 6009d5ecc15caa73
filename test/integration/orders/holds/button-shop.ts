import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import { findSupplierVariants } from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { CommandForm } from "#app/domain/orders/commands/registry.ts";
import { runCommand } from "#app/domain/orders/commands/run-command.server.ts";
import { findOrderPage, type OrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { MoveParcel } from "#test/standins/supplier/control.ts";
import { asId } from "#test/support/as-id.ts";
import { createChangeWatch, endGathering } from "#test/support/end-gathering.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startPlacingShop } from "../placing-shop.ts";

const SECOND_MS = 1000;
const WAIT_MS = 40 * SECOND_MS;

const DAY_MS = 24 * 60 * 60 * SECOND_MS;

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Another customer each time: the same phone and items within hours would be asked about. */
let phones = 0;

export type ButtonShop = Awaited<ReturnType<typeof startButtonShop>>;

/** A shop that has placed by itself for a quarter of a year, whose orders are pressed on as their page is. */
export async function startButtonShop(options: Parameters<typeof startPlacingShop>[0] = {}) {
  const shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker", "lantern"], ...options });
  const { db } = shop.app;
  const since = daysAgo(90);
  await db.shop.updateMany({ data: { installedAt: since, autoCodSince: since, autoPrepaidSince: since } });
  await db.supplierConnection.updateMany({ data: { connectedAt: since, activatedAt: since } });
  const first = await db.listingVariant.findFirstOrThrow({
    where: { listing: { supplierProductId: asId("prd_cooker") } },
  });
  const pageOf = async ({ id }: Pick<OrderRow, "id">): Promise<OrderPage> => {
    const page = await findOrderPage(await shop.context(), id);
    if (!page) throw new Error("The order has no page");
    return page;
  };
  /** Some of these wait for a second try of the app's own. */
  const soon = <T>(what: string, look: () => Promise<T | null | false | undefined>) =>
    waitFor(look, { what, everyMs: 50, timeoutMs: WAIT_MS });
  /** The order's work, while nobody does it or soon will. */
  const findResting = async (gid: string) => {
    const work = await endGathering(shop, gid);
    if (!work) return null;
    const { isTaken, nextRunAt } = work;
    const isSoon = nextRunAt !== null && nextRunAt.getTime() <= Date.now() + 2 * SECOND_MS;
    return isTaken || isSoon ? null : work;
  };
  const until = (gid: string, what: string, isSo: (page: OrderPage) => boolean) => {
    const mayDiffer = createChangeWatch();
    return waitFor(
      async () => {
        // While somebody works on it, and until something has changed, its page, which costs more, need not be read.
        const work = await findResting(gid);
        if (!work || !mayDiffer(work)) return null;
        const row = await shop.findOrder(gid);
        if (!row || !isSo(await pageOf(row))) return null;
        // Looked at last: a run may show a hold before it is over, and what Shopify opens anew is read by the next.
        return (await findResting(gid)) ? row : null;
      },
      {
        ...{ what, everyMs: 50, timeoutMs: WAIT_MS },
        async describe() {
          const row = await shop.findOrder(gid);
          const page = row && (await pageOf(row));
          return `it is ${page?.state} (${row?.holdCode}): ${page?.holds.map(({ code }) => code).join(", ")}`;
        },
      },
    );
  };
  const has = (code: HoldCode) => (page: OrderPage) =>
    page.holds.some((issue) => issue.code === code) || page.waits?.code === code;
  return {
    ...{ ...shop, soon },
    ...{ pageOf, has },
    accountId: (await db.supplierConnection.findFirstOrThrow()).accountId,
    cookerVariant: first.supplierVariantId,
    untilPage: until,
    /** Waits until the order's page shows the hold, and nobody works on it. */
    reached: (gid: string, code: HoldCode) => until(gid, `the order to be ${code}`, has(code)),
    async reach(code: HoldCode, order: Placing): Promise<OrderRow> {
      const { gid } = await shop.place(order);
      return until(gid, `the order to be ${code}`, has(code));
    },
    /** What happens to an order while placing is paused, its work at rest; the end of the pause has it looked at again. */
    async buyPaused(order: Placing, happens: (row: OrderRow) => Promise<unknown>): Promise<OrderRow> {
      await shop.settings({ paused: true });
      const row = await shop.buy(order, "waiting");
      await happens(row);
      await shop.settings({ paused: false });
      return row;
    },
    /** As the page's own buttons send it, by the shop's owner. */
    press: async ({ id }: Pick<OrderRow, "id">, form: CommandForm) =>
      runCommand({ ctx: await shop.context(), by: "1" }, id, form),
    async moveParcels(row: OrderRow, ...statuses: MoveParcel["status"][]): Promise<void> {
      const current = (await shop.findOrder(row.orderGid)) ?? row;
      for (const { id } of await shop.atService(current))
        for (const status of statuses) await shop.supplier.control.moveParcel({ id, status });
    },
    /** A correction of the customer with nothing left to ask. */
    goodCustomer() {
      phones += 1;
      return {
        ...{ name: "Ayesha Example", phone: `0301 ${2_000_000 + phones}`, secondPhone: "", landmark: "" },
        ...{ address: "House 7, Street 9, Block C", city: "Lahore", cityAsWritten: false, seenEditAt: "" },
      };
    },
    /** For a hold that the stand-ins cannot bring about: its rows as a run writes them. */
    async writeHold(order: Placing, code: HoldCode, state: OrderState = "held"): Promise<OrderRow> {
      await shop.settings({ paused: true });
      const row = await shop.buy(order, "waiting");
      const { crypto } = shop.app;
      const written = { shopId: shop.shopId, now: new Date(), crypto };
      const where = { shopId_id: { shopId: shop.shopId, id: row.id } };
      await db.$transaction(async (tx) => {
        await tx.work.updateMany({ where: { subject: row.orderGid }, data: { nextRunAt: null } });
        await tx.order.update({ where, data: { state, holdCode: code, hasOpenIssue: state === "held" } });
        if (state === "held") await openAttention(tx, written, { code, thing: "order", thingId: row.id });
      });
      await shop.settings({ paused: false });
      return row;
    },
    /** Another of the service's products an item can be linked to. */
    otherProduct: async () => {
      const [choice] = (await findSupplierVariants(await shop.context(), asId("prd_mugs"))) ?? [];
      if (!choice) throw new Error("The service has no mugs");
      const { supplierProductId, supplierVariantId } = choice;
      return { supplierProductId, supplierVariantId };
    },
    /** What came back or was moved on by somebody else is read again, as after a sweep. */
    async readAgain(row: OrderRow): Promise<void> {
      await db.parcel.updateMany({ where: { handoff: { orderId: row.id } }, data: { readAt: null } });
      await shop.wake(row.orderGid);
    },
    /** What the stand-in of Shopify was told to do wrong; the echo of a new order stays lost. */
    clearFaults(): void {
      const { control } = shop.shopify;
      control.faults({ clear: true });
      control.faults({ webhooks: [{ kind: "lost", topic: "orders/create", times: 10_000 }] });
    },
    async openFulfillmentOrder(gid: string): Promise<string> {
      const ours = await shop.ours(gid);
      const open = ours.findLast(({ status }) => !["CLOSED", "CANCELLED"].includes(status)) ?? ours.at(-1);
      return open?.id ?? "";
    },
    async emptyWallet(): Promise<void> {
      const { wallets } = await shop.supplier.control.audit();
      const available = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
      if (available > 0) await shop.supplier.control.withdraw({ amount: available });
    },
  };
}
