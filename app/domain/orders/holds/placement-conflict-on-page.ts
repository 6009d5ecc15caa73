import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { findConflictChoice } from "#app/domain/orders/placement/find-conflict-choice.ts";
import {
  parseParcelSummaries,
  type SupplierParcelSummary,
} from "#app/domain/orders/placement/supplier-parcel-summary.ts";
import type {
  HandoffRecord,
  ItemRecord,
  OrderRecord,
} from "#app/domain/orders/reconcile/order-record.server.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

type ConflictedHandoff = Pick<
  HandoffRecord,
  "id" | "state" | "placementConflict" | "paymentMode" | "collectsPkr" | "found" | "foundAt"
> & { readonly items: readonly Pick<ItemRecord, "quantity" | "wholesalePkr">[] };

/** What was sent beside what the service holds, for the person who has to choose; whole rupees. */
export type PlacementConflictOnPage = {
  readonly sent: {
    readonly paymentMode: PaymentMode;
    readonly collectsPkr: Rupees;
    readonly wholesalePkr: Rupees;
    readonly units: number;
  };
  readonly found: readonly SupplierParcelSummary[];
  /** Only what is there can be taken over; only where nothing is there it may be placed again. */
  readonly choice: "adopt" | "place_again" | "not_looked_yet";
  /** Chosen, and being done. */
  readonly isChosen: boolean;
};

/** Null while no placing of the order waits for such a choice. */
export function toPlacementConflictOnPage(
  handoffs: readonly ConflictedHandoff[],
  decisions: OrderRecord["decisions"],
): PlacementConflictOnPage | null {
  const handoff = handoffs.find(
    ({ state, placementConflict }) => state === "sending" && placementConflict !== null,
  );
  if (!handoff) return null;
  const found = parseParcelSummaries(handoff.found);
  const sum = (of: (item: ConflictedHandoff["items"][number]) => number) =>
    handoff.items.reduce((total, item) => total + of(item), 0);
  return {
    sent: {
      paymentMode: handoff.paymentMode,
      collectsPkr: handoff.collectsPkr,
      wholesalePkr: rupees(sum(({ wholesalePkr, quantity }) => wholesalePkr * quantity)),
      units: sum(({ quantity }) => quantity),
    },
    found,
    choice: handoff.foundAt === null ? "not_looked_yet" : found.length > 0 ? "adopt" : "place_again",
    isChosen: findConflictChoice({ decisions }, handoff.id) !== null,
  };
}
