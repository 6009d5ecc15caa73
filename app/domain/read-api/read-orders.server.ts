import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { citySent, type ExportedOrder, loadExported } from "#app/domain/orders/list/export-orders.server.ts";
import { findOrderIds } from "#app/domain/orders/list/find-order-ids.server.ts";
import type { OrdersFilter } from "#app/domain/orders/list/orders-filter.ts";
import type { OrdersView } from "#app/domain/orders/list/orders-tab.ts";
import { isOnlyTest } from "#app/domain/orders/money/counted-handoffs.ts";
import { projectMargin } from "#app/domain/orders/money/project-margin.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { API_PAGE_SIZE, type ApiPage } from "./api-page.ts";

type ApiParcel = {
  /** The supplier's number. */
  readonly number: string | null;
  /** The service's own word. */
  readonly status: string;
  readonly cashPkr: Rupees | null;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
};

/** Money, places and numbers of an order; nothing by which its customer could be known. */
type ApiOrder = {
  readonly id: OrderId;
  readonly name: string;
  readonly orderedAt: Date;
  readonly state: OrderState;
  readonly payment: PaymentMode | null;
  readonly isTest: boolean;
  readonly totalPkr: Rupees | null;
  readonly city: string | null;
  /** Null while it is not known, and of a test. */
  readonly bringsPkr: Rupees | null;
  readonly isFinal: boolean;
  readonly parcels: readonly ApiParcel[];
};

type ReadOrdersInput = {
  readonly view: OrdersView;
  readonly filter: OrdersFilter;
  readonly after: PageCursor | null;
};

/** The newest order first. */
export async function readOrders(
  ctx: ShopContext,
  { view, filter, after }: ReadOrdersInput,
): Promise<ApiPage<ApiOrder>> {
  const limit = API_PAGE_SIZE + 1;
  const found = await findOrderIds(ctx, { view, filter, search: "", sort: "newest", after, limit });
  const page = found.slice(0, API_PAGE_SIZE);
  const last = page.at(-1);
  const orders = await loadExported(
    ctx,
    page.map(({ id }) => id),
  );
  return {
    data: orders.map(toApiOrder),
    next: found.length > API_PAGE_SIZE && last ? toPageCursor(last) : null,
    asOf: ctx.clock.now(),
  };
}

function toApiOrder(order: ExportedOrder): ApiOrder {
  const { id, name, listedAt, state, route, totalPkr, handoffs } = order;
  const isTest = handoffs.length > 0 && isOnlyTest(handoffs);
  const margin = isTest ? null : projectMargin(order);
  return {
    ...{ id, name, orderedAt: listedAt, state, payment: route, isTest, totalPkr },
    ...{ city: citySent(order), bringsPkr: margin?.netPkr ?? null, isFinal: margin?.final ?? false },
    parcels: handoffs.flatMap(({ parcels }) => parcels.map(toApiParcel)),
  };
}

function toApiParcel({
  orderNumber,
  status,
  codPkr,
  courier,
  trackingNumber,
}: ExportedOrder["handoffs"][number]["parcels"][number]): ApiParcel {
  return { number: orderNumber, status, cashPkr: codPkr, courier, trackingNumber };
}
