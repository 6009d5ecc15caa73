import { Prisma } from "@prisma/client";

/** Entries that name an order, as `ledger_entry_order_sums_idx` holds those that are not missing. */
export const isOfOrder = Prisma.sql`coalesce(supplier_order_id, external_order_id) is not null`;

/** Movements of the account itself, as `ledger_entry_movement_idx` holds them. */
export const isOfNoOrder = Prisma.sql`owner_shop_id is null and supplier_order_id is null and external_order_id is null`;
