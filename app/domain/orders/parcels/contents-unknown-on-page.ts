import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { HandoffId } from "#app/platform/ids.ts";
import { type ContentsUnknownLine, findContentsUnknown } from "./contents-unknown.ts";

/** What a person needs to say which parcel holds what: whole rupees of the service's goods on both sides. */
export type ContentsUnknownOnPage = {
  readonly handoffId: HandoffId;
  readonly lines: readonly ContentsUnknownLine[];
  readonly parcels: readonly Pick<
    ParcelRecord,
    "id" | "part" | "orderNumber" | "trackingNumber" | "wholesalePkr"
  >[];
};

/** One, or none where everything is clear. */
export function toContentsUnknownOnPage(handoff: HandoffRecord): readonly ContentsUnknownOnPage[] {
  const found = findContentsUnknown(handoff);
  if (!found) return [];
  const parcels = found.parcels.map(({ id, part, orderNumber, trackingNumber, wholesalePkr }) => ({
    ...{ id, part, orderNumber, trackingNumber, wholesalePkr },
  }));
  return [{ handoffId: handoff.id, lines: found.lines, parcels }];
}
