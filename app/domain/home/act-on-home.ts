import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { WalletCost } from "#app/domain/money/wallet-cost.ts";
import type { OneClickResolution } from "#app/domain/orders/commands/registry.ts";
import { findResolutionButton, isOneClick } from "#app/domain/orders/commands/resolution-button.ts";
import type { ParcelId } from "#app/platform/ids.ts";

/** What the button of a row on Home does there; nothing has to be typed or compared for it. */
export type HomeAct =
  | { readonly kind: "press"; readonly way: OneClickResolution }
  /** Asks first: what it costs leaves the wallet, or it goes out below the margin that was asked for. */
  | { readonly kind: "ask"; readonly way: "place" | "place_anyway"; readonly isPrepaid: boolean }
  | { readonly kind: "mark_as_paid"; readonly outstandingPkr: Rupees }
  | { readonly kind: "pay"; readonly parcelId: ParcelId; readonly cost: WalletCost };

/** Ways that spend the wallet, or make the order prepaid (R55). */
const OWNERS: ReadonlySet<HoldAction> = new Set(["pay_from_wallet", "mark_as_paid"]);

type ActedOrder = {
  /** The nearest way out of what it waits for. */
  readonly way: HoldAction;
  readonly isPrepaid: boolean;
  /** Whether the viewer may do what takes money from the wallet. */
  readonly maySpend: boolean;
  readonly outstandingPkr: Rupees | null;
  /** The parcel that waits for funds and for no payment under way. */
  readonly payable: { readonly id: ParcelId; readonly cost: WalletCost } | null;
};

/** Null where the order's own page is needed: something is typed or compared there, or the viewer may not do it. */
export function planHomeAct({
  way,
  isPrepaid,
  maySpend,
  outstandingPkr,
  payable,
}: ActedOrder): HomeAct | null {
  const button = findResolutionButton(way);
  if (!maySpend && (OWNERS.has(way) || (isPrepaid && button?.mayPlace === true))) return null;
  switch (way) {
    case "place":
      return isPrepaid ? { kind: "ask", way, isPrepaid } : { kind: "press", way };
    case "place_anyway":
      return { kind: "ask", way, isPrepaid };
    case "mark_as_paid":
      return outstandingPkr !== null && outstandingPkr > 0 ? { kind: "mark_as_paid", outstandingPkr } : null;
    case "pay_from_wallet":
      return payable && { kind: "pay", parcelId: payable.id, cost: payable.cost };
    default:
      return button?.isOnHome && isOneClick(way) ? { kind: "press", way } : null;
  }
}
