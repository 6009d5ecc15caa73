import { BlockStack, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { AskCustomer } from "./ask-customer.tsx";
import { ChangeQuestion } from "./change-question.tsx";
import { CityQuestion } from "./city-question.tsx";
import { ContentsQuestion } from "./contents-question.tsx";
import { EditCustomerForm } from "./edit-customer-form.tsx";
import { HowPaidQuestion } from "./how-paid-question.tsx";
import { LinkVariant } from "./link-variant.tsx";
import { LowerDelivery } from "./lower-delivery.tsx";
import { PlacementConflictQuestion } from "./placement-conflict-question.tsx";
import { ResolutionButton } from "./resolution-button.tsx";
import type { HoldResolution, ShownHold, ShownOrder } from "./shown-order.ts";
import { StockPlace } from "./stock-place.tsx";
import { UndoneButtons } from "./undone-buttons.tsx";

type HoldResolutionsProps = {
  /** Null for an order that only waits. */
  readonly hold: ShownHold | null;
  readonly resolutions: readonly HoldResolution[];
  readonly order: ShownOrder;
};

/** The ways out of a hold: questions answered in place first, then one button each; an open form stands alone. */
export function HoldResolutions({ hold, resolutions, order }: HoldResolutionsProps) {
  const [opened, setOpened] = useState<HoldResolution | null>(null);
  const close = () => setOpened(null);
  const { customer, cities } = order.fixes;
  if (opened === "edit_customer" && customer)
    return <EditCustomerForm fix={customer} cities={cities} onDone={close} />;
  if (opened === "map_variant") return <LinkVariant onDone={close} />;
  return (
    <div className="k-ways">
      <BlockStack gap="300">
        {hold && resolutions.includes("choose_city") ? <CityQuestion hold={hold} cities={cities} /> : null}
        {resolutions.includes("answer_how_paid") ? (
          <HowPaidQuestion isPaid={hold?.params.isPaid === true} />
        ) : null}
        {hold && resolutions.includes("cancel_and_place_again") ? (
          <ChangeQuestion hold={hold} order={order} />
        ) : null}
        {resolutions.includes("fulfil_again") ? <UndoneButtons /> : null}
        {resolutions.includes("say_contents")
          ? order.contentsUnknown.map((handoff) => (
              <ContentsQuestion key={handoff.handoffId} handoff={handoff} />
            ))
          : null}
        {resolutions.includes("compare_and_choose") && order.placementConflict ? (
          <PlacementConflictQuestion conflict={order.placementConflict} />
        ) : null}
        {hold && resolutions.includes("lower_delivery_charge") ? <LowerDelivery hold={hold} /> : null}
        {hold?.code === "out_of_stock" ? <StockPlace place={order.fixes.stockPlace} /> : null}
        {hold?.code === "awaiting_confirmation" && order.contact ? (
          <AskCustomer order={order} contact={order.contact} />
        ) : null}
        <InlineStack gap="200">
          {resolutions.map((resolution, index) => (
            <ResolutionButton
              key={resolution}
              {...{ resolution, hold, order }}
              isFirst={index === 0}
              onOpen={() => setOpened(resolution)}
            />
          ))}
        </InlineStack>
      </BlockStack>
    </div>
  );
}
