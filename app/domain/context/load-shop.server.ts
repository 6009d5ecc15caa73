import { Prisma, type PrismaClient, type Shop, type SupplierConnection } from "@prisma/client";
import { type Field, fieldsOf } from "#app/platform/database/columns.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";

export type ShopWithConnections = Shop & { readonly connections: readonly SupplierConnection[] };

type Row = Readonly<Record<string, unknown>>;

/** Of a row of the connection, beside those of the shop. */
const OF_CONNECTION = "connection.";

const shopFields = fieldsOf("Shop");
const connectionFields = fieldsOf("SupplierConnection");
const columns = Prisma.raw(
  [
    ...shopFields.map(({ name, column }) => `shop.${column} as "${name}"`),
    ...connectionFields.map(({ name, column }) => `connection.${column} as "${OF_CONNECTION}${name}"`),
  ].join(", "),
);

/**
 * A shop and its connections, in one statement that goes past Prisma, as every run of work begins with it (D-69). Null
 * where there is no such shop.
 */
export async function loadShop(db: PrismaClient, shopId: ShopId): Promise<ShopWithConnections | null> {
  const rows = await queryRows<Row>(
    db,
    Prisma.sql`
    select ${columns} from shop left join supplier_connection as connection on connection.shop_id = shop.id
    where shop.id = ${shopId}::uuid`,
  );
  const [first] = rows;
  if (!first) return null;
  const connections = rows.filter((row) => row[`${OF_CONNECTION}id`] !== null);
  return {
    ...(pick(first, shopFields) as Shop),
    connections: connections.map((row) => pick(row, connectionFields, OF_CONNECTION) as SupplierConnection),
  };
}

function pick(row: Row, fields: readonly Field[], prefix = ""): Row {
  return Object.fromEntries(fields.map(({ name }) => [name, row[`${prefix}${name}`]]));
}
