import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  findPayoutIds,
  loadParcels,
  type PayoutRow,
  type PayoutsSlice,
  toPayoutRow,
} from "#app/domain/payouts/list-payouts.server.ts";
import type { PayoutsFilter } from "#app/domain/payouts/payouts-filter.ts";
import { type PageCursor, toPageCursor } from "#app/platform/database/page-cursor.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";
import { API_PAGE_SIZE, type ApiPage } from "./api-page.ts";

type ApiPayout = Pick<PayoutRow, "state" | "amountPkr" | "releaseAt" | "kind" | "deliveredAt"> & {
  /** Of the parcel it is for. */
  readonly id: ParcelId;
  /** "2 of 3"; null for the only parcel of its order. */
  readonly part: string | null;
  readonly order: { readonly id: OrderId; readonly name: string };
};

type ReadPayoutsInput = {
  /** What has a date of release, or what has none yet. */
  readonly span: Extract<PayoutsSlice["span"], string>;
  readonly filter: PayoutsFilter;
  readonly after: PageCursor | null;
};

/** In order of their release; those without a date by their ids. */
export async function readPayouts(
  ctx: ShopContext,
  { span, filter, after }: ReadPayoutsInput,
): Promise<ApiPage<ApiPayout>> {
  const found = await findPayoutIds(ctx, { span, filter, after, limit: API_PAGE_SIZE + 1 });
  const page = found.slice(0, API_PAGE_SIZE);
  const last = page.at(-1);
  const parcels = await loadParcels(
    ctx,
    page.map(({ id }) => id),
  );
  return {
    data: parcels.flatMap((parcel) => toPayoutRow(parcel) ?? []).map(toApiPayout),
    next: found.length > API_PAGE_SIZE && last ? toPageCursor(last) : null,
    asOf: ctx.clock.now(),
  };
}

function toApiPayout(row: PayoutRow): ApiPayout {
  const { id, part, kind, state, amountPkr, releaseAt, deliveredAt, orderId, orderName } = row;
  return {
    ...{ id, part, kind, state, amountPkr, releaseAt, deliveredAt },
    order: { id: orderId, name: orderName },
  };
}
