import { rupees } from "#app/domain/money/rupees.ts";
import type { SupplierOrderId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import type { PlacingShop } from "../orders/placing-shop.ts";

/** Copies the stand-in's ledger as it is now, the way the sweep of the ledger does: by parcel where there is one. */
export async function bookLedger({ app, supplier, shopId }: PlacingShop): Promise<void> {
  const connection = await app.db.supplierConnection.findFirstOrThrow({ where: { shopId, mode: "live" } });
  const accountKey = accountKeyOf(connection.accountId ?? "");
  const { wallets } = await supplier.control.audit();
  const ledger = wallets.find(({ accountId, mode }) => mode === "live" && accountId === connection.accountId);
  const parcels = await app.db.parcel.findMany({ where: { shopId }, include: { handoff: true } });
  const now = new Date();
  await app.db.ledgerEntry.deleteMany({ where: { accountKey } });
  await app.db.ledgerEntry.createMany({
    data: (ledger?.ledger ?? []).map(({ id, kind, amount, orderId, at }) => {
      const parcel = parcels.find(({ supplierOrderId }) => supplierOrderId === orderId);
      return {
        ...{
          accountKey,
          mode: "live",
          entryId: asId(id),
          amountPkr: rupees(amount),
          type: kind,
          status: "completed",
        },
        ...{
          bookedAt: new Date(at),
          supplierOrderId: orderId === null ? null : asId<SupplierOrderId>(orderId),
          seenAt: now,
        },
        ...(parcel && {
          ...{ ownerShopId: shopId, ownerOrderId: parcel.handoff.orderId, ownerParcelId: parcel.id },
          externalOrderId: parcel.handoff.externalOrderId,
        }),
      };
    }),
  });
  await app.db.ledgerCopy.upsert({
    where: { accountKey_mode: { accountKey, mode: "live" } },
    create: { accountKey, mode: "live", copiedAt: now },
    update: { copiedAt: now, unreadable: 0 },
  });
}
