import type { HandoffRecord } from "../order-record.server.ts";
import { findUnclear, type UnclearLine } from "./unclear-handoff.ts";

/** What a person needs to say which parcel holds what: whole rupees of the service's goods on both sides. */
export type UnclearOnPage = {
  readonly handoffId: string;
  readonly lines: readonly UnclearLine[];
  readonly parcels: readonly {
    readonly id: string;
    readonly part: number;
    readonly orderNumber: string | null;
    readonly trackingNumber: string | null;
    /** Null where the service has not told it. */
    readonly wholesalePkr: number | null;
  }[];
};

/** One, or none where everything is clear. */
export function toUnclearOnPage(handoff: HandoffRecord): readonly UnclearOnPage[] {
  const unclear = findUnclear(handoff);
  if (!unclear) return [];
  const parcels = unclear.parcels.map(({ id, part, orderNumber, trackingNumber, wholesalePkr }) => ({
    ...{ id, part, orderNumber, trackingNumber, wholesalePkr },
  }));
  return [{ handoffId: handoff.id, lines: unclear.lines, parcels }];
}
