import { type Order, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { emptyEntriesOf } from "#app/domain/wallet/ledger/erase-owners.server.ts";
import type { OrderId, ShopId } from "#app/platform/ids.ts";
import { refreshSearchTerms, searchedRows } from "../orders/search/save-search-terms.server.ts";

type Tx = Prisma.TransactionClient;

/** How many rows of each table lost what was personal in them. */
export type Erased = Readonly<Record<string, number>>;

export type ErasableOrder = Pick<Order, "id" | "orderGid">;

/**
 * Takes the customer out of an order and everything under it: sealed columns, hashes, words to search by, received bodies. Amounts,
 * ids and what happened stay. May be repeated; what is empty already is not counted.
 */
export async function eraseOrder(
  ctx: Pick<ShopContext, "shop" | "crypto" | "clock">,
  tx: Tx,
  { id, orderGid }: ErasableOrder,
): Promise<Erased> {
  const shopId = ctx.shop.id;
  const erased: Record<string, number> = {};
  for (const column of await listPersonalColumns(tx)) {
    const rows = await emptyColumn(tx, shopId, id, column);
    if (rows > 0) erased[column.table] = Math.max(erased[column.table] ?? 0, rows);
  }
  const received = await emptyDeliveries(tx, shopId, { id, orderGid });
  const connections = await eraseHealthMessages(tx, shopId);
  const entries = await emptyEntriesOf(tx, shopId, id);
  await tx.handoff.updateMany({ where: { shopId, orderId: id }, data: { city: null } });
  await tx.profitShare.updateMany({ where: { shopId, orderId: id }, data: { city: null } });
  const order = await tx.order.update({
    where: { shopId_id: { shopId, id } },
    data: { city: null, cityKey: null, erasedAt: ctx.clock.now() },
    include: searchedRows,
  });
  await refreshSearchTerms(ctx, tx, order);
  return {
    ...erased,
    ...(received > 0 && { delivery: received }),
    ...(entries > 0 && { ledger_entry: entries }),
    ...(connections > 0 && { supplier_connection: connections }),
  };
}

type PersonalColumn = {
  readonly table: string;
  readonly column: string;
  readonly isBinary: boolean;
  readonly isNullable: boolean;
  /** By which column a row belongs to an order. */
  readonly owner: "id" | "order_id" | "handoff_id" | "thing_id";
};

/**
 * Every sealed column and search hash of a row that belongs to an order, as the database itself lists them: a column
 * added later is erased without a change here.
 */
async function listPersonalColumns(tx: Pick<Tx, "$queryRaw">): Promise<readonly PersonalColumn[]> {
  return tx.$queryRaw<PersonalColumn[]>`
    select personal.table_name as "table", personal.column_name as "column",
      personal.data_type = 'bytea' as "isBinary", personal.is_nullable = 'YES' as "isNullable",
      case when personal.table_name = 'order' then 'id' else owner.column_name end as "owner"
    from information_schema.columns as personal
    left join information_schema.columns as owner on owner.table_schema = personal.table_schema
      and owner.table_name = personal.table_name and owner.column_name in ('order_id', 'handoff_id', 'thing_id')
    where personal.table_schema = current_schema()
      and (right(personal.column_name, 4) = '_enc' or right(personal.column_name, 5) = '_hash'
        or personal.column_name = 'hash')
      and (personal.table_name = 'order' or owner.column_name is not null)
    order by 1, 2`;
}

async function emptyColumn(
  tx: Tx,
  shopId: ShopId,
  orderId: OrderId,
  { table, column, isBinary, isNullable, owner }: PersonalColumn,
): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  const field = Prisma.raw(`"${column}"`);
  const belongs =
    owner === "handoff_id"
      ? Prisma.sql`handoff_id in (select id from handoff where shop_id = ${shopId}::uuid and order_id = ${orderId}::uuid)`
      : owner === "thing_id"
        ? Prisma.sql`thing = 'order' and thing_id = ${orderId}`
        : Prisma.sql`${Prisma.raw(owner)} = ${orderId}::uuid`;
  const where = Prisma.sql`shop_id = ${shopId}::uuid and ${belongs}`;
  if (column === "hash") return tx.$executeRaw`delete from ${name} where ${where}`;
  if (isNullable)
    return tx.$executeRaw`update ${name} set ${field} = null where ${where} and ${field} is not null`;
  const empty = isBinary ? Prisma.sql`''::bytea` : Prisma.sql`''`;
  return tx.$executeRaw`update ${name} set ${field} = ${empty} where ${where} and ${field} <> ${empty}`;
}

/** What was received about the order, under Shopify's id of it or ours at the service. */
async function emptyDeliveries(tx: Tx, shopId: ShopId, { id, orderGid }: ErasableOrder): Promise<number> {
  return tx.$executeRaw`
    update delivery set body_enc = ''::bytea,
      ignored = case when folded_at is null and ignored is null then 'erased' else ignored end
    where shop_id = ${shopId}::uuid and body_enc <> ''::bytea and (subject = ${orderGid} or subject in (
      select external_order_id from handoff where shop_id = ${shopId}::uuid and order_id = ${id}::uuid))`;
}

/** What the service said of a connection may quote any order; the next check that is refused writes it anew. */
async function eraseHealthMessages(tx: Tx, shopId: ShopId): Promise<number> {
  const connections = await tx.$executeRaw`
    update supplier_connection set health_message_enc = null
    where shop_id = ${shopId}::uuid and health_message_enc is not null`;
  await tx.$executeRaw`
    update attention set words_enc = null
    where shop_id = ${shopId}::uuid and thing = 'connection' and words_enc is not null`;
  return connections;
}
