import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CustomerMeans } from "#app/domain/orders/customer/contact/customer-means-words.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { StorefrontContext } from "../storefront-context.ts";
import type { ChoiceStep } from "./plan-choices.ts";
import type { CorrectionErrors } from "./plan-correction.ts";

/** What a choice is carried out with: our own rows, and work that is woken. It holds no client of either side. */
export type ChoiceContext = StorefrontContext & Pick<ShopContext, "wake">;

export type ChoiceInput = {
  readonly orderId: OrderId;
  /** Where the customer pressed. */
  readonly how: CustomerMeans;
};

/**
 * What happens next. `confirmed`: it no longer waits for the customer, though it may for the shop; `not_sent`: nothing of it
 * will be sent; `being_stopped`: its parcel is being cancelled, unless it turns out packed; `corrected`: the parcel will carry
 * it; `shop_decides`: it is placed already, and the shop was told.
 */
export type ChoiceOutcome = "confirmed" | "not_sent" | "being_stopped" | "corrected" | "shop_decides";

export type ChoiceResult =
  /** Also where it was done before: twice pressed is once done. */
  | { readonly kind: "done"; readonly next: ChoiceOutcome }
  /** It would not reach the parcel any more. Nothing was kept. */
  | { readonly kind: "too_late"; readonly step: ChoiceStep }
  /** The shop, or the customer, has cancelled the order. */
  | { readonly kind: "cancelled"; readonly by: "customer" | "shop" }
  /** Nothing was kept; what was typed is to be shown again. */
  | { readonly kind: "wrong"; readonly errors: CorrectionErrors }
  /** Only the shop can do that: the order is paid, or more is missing than the customer can say here. */
  | { readonly kind: "ask_shop" }
  /** Nobody asks this customer: the order is paid, or the service asks itself (R16). */
  | { readonly kind: "not_asked" }
  /** Corrected too often today. */
  | { readonly kind: "limited" }
  /** So much was sent from this network, or to this shop, that nothing is looked at for a while. */
  | { readonly kind: "too_many_tries" }
  /** Not ours, another shop's, or its customer was erased. */
  | { readonly kind: "unknown" };
