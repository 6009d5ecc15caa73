import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { API_PAGE_SIZE, type ApiPage } from "./api-page.ts";

/** Why an order waits for a person. Its sentence may name the customer: only the code leaves. */
type ApiHold = {
  readonly id: string;
  readonly code: AttentionCode;
  readonly openedAt: Date;
  readonly order: { readonly id: OrderId; readonly name: string };
};

type HoldRow = Pick<ApiHold, "id" | "code" | "openedAt"> & {
  readonly orderId: OrderId;
  readonly orderName: string;
};

/** What is open about orders, the oldest first. */
export async function readHolds(
  { db, shop, clock }: Pick<ShopContext, "shop" | "clock"> & { readonly db: Db },
  { after }: { readonly after: PageCursor | null },
): Promise<ApiPage<ApiHold>> {
  const behind =
    after?.key instanceof Date
      ? Prisma.sql`(a.opened_at, a.id) > (${after.key}::timestamptz, ${after.id}::uuid)`
      : Prisma.sql`true`;
  const found = await queryRows<HoldRow>(
    db,
    Prisma.sql`
    with open as materialized (
      select a.id, a.code, a.opened_at, a.thing_id from attention a
      where a.shop_id = ${shop.id}::uuid and a.thing = 'order' and a.resolved_at is null and ${behind})
    select a.id, a.code, a.opened_at as "openedAt", o.id as "orderId", o.name as "orderName"
    from open a join "order" o on o.shop_id = ${shop.id}::uuid and o.id = a.thing_id::uuid
    order by a.opened_at, a.id limit ${API_PAGE_SIZE + 1}`,
  );
  const page = found.slice(0, API_PAGE_SIZE);
  const last = page.at(-1);
  return {
    data: page.map(({ orderId, orderName, ...hold }) => ({
      ...hold,
      order: { id: orderId, name: orderName },
    })),
    next: found.length > API_PAGE_SIZE && last ? toPageCursor({ key: last.openedAt, id: last.id }) : null,
    asOf: clock.now(),
  };
}
