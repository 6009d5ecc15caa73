import type { Prisma } from "@prisma/client";
import type { AccountId, OrderId, ShopId } from "#app/platform/ids.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";

type Tx = Prisma.TransactionClient;

/** Takes what was received of an order's entries out of the copy; sums and dates stay. Returns how many lost something. */
export async function emptyEntriesOf(tx: Tx, shopId: ShopId, orderId: OrderId): Promise<number> {
  return tx.$executeRaw`
    update ledger_entry set raw_enc = null
    where owner_order_id = ${orderId}::uuid and owner_shop_id = ${shopId}::uuid and raw_enc is not null`;
}

/** The accounts a shop was ever connected to. Asked before its rows go. */
export async function listAccountsOf(tx: Tx, shopId: ShopId): Promise<readonly AccountId[]> {
  const rows = await tx.$queryRaw<{ accountId: AccountId }[]>`
    select account_id as "accountId" from supplier_connection where shop_id = ${shopId}::uuid
    union
    select account_id from handoff where shop_id = ${shopId}::uuid and account_id is not null`;
  return rows.map(({ accountId }) => accountId);
}

/**
 * Has the copies of ledgers forget a shop that is erased. Of an account that no shop here is connected to any more, and
 * no order here belongs to, everything goes. Returns how many entries knew the shop.
 */
export async function eraseShopInLedgers(
  tx: Tx,
  shopId: ShopId,
  accounts: readonly AccountId[],
): Promise<number> {
  const keys = accounts.map(accountKeyOf);
  // Whoever copies holds this row while it writes entries.
  await tx.$queryRaw`
    select mode from ledger_copy where account_key = any(${keys}::text[]) order by account_key, mode for update`;
  const forgotten = await tx.$executeRaw`
    update ledger_entry set owner_shop_id = null, owner_order_id = null, owner_parcel_id = null, raw_enc = null
    where owner_shop_id = ${shopId}::uuid`;
  for (const accountId of accounts) {
    const isConnected = await tx.supplierConnection.findFirst({ where: { accountId }, select: { id: true } });
    if (isConnected !== null) continue;
    const where = { accountKey: accountKeyOf(accountId) };
    const owned = { ...where, ownerShopId: { not: null } };
    if ((await tx.ledgerEntry.findFirst({ where: owned, select: { id: true } })) !== null) continue;
    await tx.ledgerEntry.deleteMany({ where });
    await tx.ledgerCopy.deleteMany({ where });
    await tx.walletReading.deleteMany({ where });
  }
  return forgotten;
}
