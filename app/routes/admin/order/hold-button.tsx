import { Button } from "@shopify/polaris";
import { ActionButton } from "#app/ui/action-button.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { CityQuestion } from "./city-question.tsx";
import { DoubtQuestion } from "./doubt-question.tsx";
import { HowPaidQuestion } from "./how-paid-question.tsx";
import type { ShownNeed, ShownOrder } from "./shown-order.ts";
import { UndoneButtons } from "./undone-buttons.tsx";

/** The button beside a hold's sentence: what ends it, as near as this page can do it. */
export function HoldButton({ need, order }: { need: ShownNeed; order: ShownOrder }) {
  const inShopify = adminUrl(`orders/${order.orderGid.split("/").at(-1)}`);
  switch (need.action) {
    case "place":
    case "end_test_connection":
      return <ActionButton label="Place with the supplier" intent="place" variant="primary" />;
    case "place_anyway":
      return <ActionButton label="Place anyway" intent="place" variant="primary" />;
    case "retry":
    case "wait":
      return <ActionButton label="Try again now" intent="retry" />;
    case "pay_from_wallet":
      return <PayButton order={order} />;
    case "cancel_and_place_again":
      return <ActionButton label="Cancel at the supplier" intent="cancel" />;
    case "fulfil_again":
      return <UndoneButtons />;
    case "open_connection":
    case "resume_placing":
    case "grant_scopes":
      return <Button url="/settings">Open settings</Button>;
    case "open_service_dashboard":
    case "top_up_wallet":
      return <Button url="/settings">See the connection</Button>;
    case "map_variant":
      return <Button url="/listings">Open listings</Button>;
    case "see_parcel":
      return <Button url="#parcels">See the parcel</Button>;
    case "answer_how_paid":
      return <HowPaidQuestion />;
    case "compare_and_choose":
      return order.doubt ? <DoubtQuestion doubt={order.doubt} /> : null;
    case "choose_city":
      return order.cities ? (
        <CityQuestion need={need} cities={order.cities} />
      ) : (
        <Button url={inShopify}>Open in Shopify</Button>
      );
    case "edit_customer":
    case "lower_delivery_charge":
    case "mark_as_paid":
    case "open_data_access":
    case "open_in_shopify":
      return <Button url={inShopify}>Open in Shopify</Button>;
  }
}

function PayButton({ order }: { order: ShownOrder }) {
  const [parcelId] = order.actions.pay;
  if (parcelId === undefined) return null;
  return <ActionButton label="Pay from the wallet" intent="pay" fields={{ parcelId }} variant="primary" />;
}
